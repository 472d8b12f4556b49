// line-capped: file
// Data (a table, hence long): logs of services, systems, applications and web servers.
import type { ProfileEntry } from "./profile.ts";

export const LOGS: readonly ProfileEntry[] = [
  {
    id: "compose",
    mixed: true,
    says: "Start, warnings and errors of each service; state of containers",
    commands: [
      "docker compose",
      "docker-compose",
      "docker compose logs",
      "docker compose up",
      "docker-compose logs",
      "docker logs",
      "foreman",
      "overmind",
      "honcho",
      "concurrently",
      "pm2",
      "kubectl logs",
    ],
    hints: ["  | 20", " | 20", "-1  | ", "_1  | ", " | [", " | INFO", "  | 1", "Attaching to "],
    rules: () => ({
      shape: [
        /^[A-Za-z][\w.-]{0,60} {1,40}\|(?!.{0,200} \| )(?: |$)/,
        /^ ?(?:✔|⠿|Container|Network|Volume|\[\+\]) {0,3}(?:Container |Network |Volume |Running )?\S/,
        /^Attaching to /,
        /^\d\d:\d\d:\d\d [\w.-]{1,40} {1,20}\| /,
      ],
      shapeHits: 8,
      verdict: [/^[\w.-]{1,60} exited with code \d/, /^ ?(?:✔|✘|⠿) /, /^Attaching to /],
      serious: [
        /^[\w.-]{1,60} {1,40}\|.{0,120}\b(?:ERROR|FATAL|PANIC|CRITICAL|SEVERE)\b/,
        /^[\w.-]{1,60} {1,40}\|.{0,400}(?:Caused by: |\w(?:Exception|Error)(?:: |$))/,
      ],
      keep: [],
      noise: [/^[\w.-]{1,60} {1,40}\|.{0,120}\b(?:DEBUG|TRACE)\b/, /^[\w.-]{1,60} {1,40}\|\s{1,8}at \S/],
      items: [
        {
          row:
            /^[\w.-]{1,60} {1,40}\|.{0,120}\b(?:ERROR|FATAL|PANIC|CRITICAL|SEVERE)\b|^[\w.-]{1,60} {1,40}\|.{0,400}(?:Caused by: |\w(?:Exception|Error)(?:: |$))/,
          kind:
            /^([\w.-]{1,60}) {1,40}\|.{0,300}?(?:(Caused by: .{0,40})|((?:\w{1,60}\.){0,8}\w{1,60}(?:Exception|Error))(?:: |$)|((?:ERROR|FATAL|PANIC|CRITICAL|SEVERE)\b))/,
          share: 0.45,
          keepUpTo: 30,
          first: 6,
          last: 6,
        },
        {
          row:
            /^[\w.-]{1,60} {1,40}\|.{0,500}(?:\bStarted \S{1,100} in |[Rr]eady (?:to|for)|[Ll]istening (?:on|at)|started successfully|Startup complete|startup finished|registered UNIX signal)/,
          kind: /^([\w.-]{1,60}) {1,40}\|/,
          keepUpTo: 40,
          first: 10,
          last: 4,
        },
        {
          row: /^[\w.-]{1,60} {1,40}\|.{0,160}\bWARN(?:ING)?\b/,
          kind: /^([\w.-]{1,60}) {1,40}\|.{0,160}\bWARN(?:ING)?\b.{0,160}? ([\w.$]{6,80}) {0,40}:/,
          keepUpTo: 30,
          first: 6,
          last: 4,
        },
        {
          row:
            /^[\w.-]{1,60} {1,40}\|.{0,500}(?:[Ss]tarting|[Ss]topping|[Ss]hutting down|Registered|Connected to|Initialized)/,
          kind: /^([\w.-]{1,60}) {1,40}\|/,
          share: 0.1,
          keepUpTo: 20,
          first: 4,
          last: 4,
        },
      ],
    }),
  },
  {
    id: "cloud-init",
    says: "Version, stages with their result, modules that ran, slow steps; also curtin",
    commands: ["cloud-init", "cloud-init analyze", "curtin"],
    hints: ["Cloud-init v. ", "\nfinish: ", "]: finish: "],
    rules: () => ({
      shape: [/(?:^|\]: )(?:start|finish): [\w/-]{3,200}: /, /Cloud-init v\. \d/],
      shapeHits: 4,
      verdict: [
        /Cloud-init v\. \d/,
        /(?:^|\]: )finish: [\w/-]{3,200}: (?:FAIL|WARN)/,
        /\bRan \d{1,4} modules with \d/,
        /^curtin: /,
      ],
      keep: [],
      noise: [
        /(?:^|\]: )start: /,
        /util\.py\[DEBUG\]: (?:Read|Writ|Chang|Attempting to remove|Running command)/,
      ],
      items: [
        { row: /(?:^|\]: )finish: [\w/-]{3,200}: SUCCESS/, share: 0.4, keepUpTo: 30, first: 8, last: 8 },
        { row: /\btook [1-9]\d{0,6}\.\d{1,6} seconds/, share: 0.2, keepUpTo: 20, first: 6, last: 6 },
      ],
    }),
  },
  {
    id: "logcat",
    says: "Crashes, errors and warnings of each tag once, processes that died",
    commands: ["adb logcat", "adb", "logcat"],
    hints: [" ActivityManager: ", "AndroidRuntime", "--------- beginning of "],
    rules: () => ({
      shape: [
        /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {1,6}\d{1,7} {1,6}\d{1,7} [VDIWEFA] /,
        /^[VDIWEFA]\/.{1,60}\( {0,6}\d{1,7}\): /,
      ],
      shapeHits: 8,
      verdict: [/FATAL EXCEPTION|: ANR in |--------- beginning of crash|Fatal signal \d/],
      serious: [/^[-\d: .]{18,60} [EFA] |^[EFA]\//, /\bhas died\b|Force finishing activity|\bcrashed\b/],
      keep: [],
      noise: [/^[-\d: .]{18,60} [VD] |^[VD]\//],
      items: [
        {
          row: /^[-\d: .]{18,60} [EFA] |^[EFA]\//,
          kind: /(?:^[-\d: .]{18,60} |^)[EFA][ \/](.{1,200})/,
          masked: "ids",
          keepUpTo: 40,
          first: 6,
          last: 6,
        },
        {
          row: /^[-\d: .]{18,60} W |^W\//,
          kind: /(?:^[-\d: .]{18,60} |^)W[ \/](.{1,200})/,
          masked: "ids",
          share: 0.5,
          keepUpTo: 30,
          first: 4,
          last: 4,
        },
      ],
    }),
  },
  {
    id: "rails",
    says: "Requests that failed with the line that began them, exceptions",
    commands: ["rails server", "rails s", "bin/rails server"],
    hints: ["\nCompleted ", 'Started GET "/', 'Started POST "/'],
    rules: () => ({
      shape: [
        /^Started [A-Z]{3,8} "\/.{0,1500}" for \S/,
        /^Completed \d{3} .{1,60} in \d/,
        /^Processing by \S{1,200}#\w{1,100} as /,
      ],
      serious: [/^Completed 5\d\d /, /^[A-Z][\w:]{1,120}(?:Error|Exception|NotFound|Invalid) \(/],
      keep: [],
      noise: [/^ {2,4}.{0,80}\(\d{1,6}\.\d{1,4}ms\)/, /^ {2}(?:Rendered|Rendering) /],
      items: [
        {
          row: /^Completed [45]\d\d /,
          kind: /^Completed (\d{3})/,
          heading: /^Started [A-Z]{3,8} "/,
          keepUpTo: 30,
          first: 6,
          last: 4,
        },
        {
          row: /^Started [A-Z]{3,8} "/,
          kind: /^Started ([A-Z]{3,8} "[^"?]{1,60})/,
          masked: "ids",
          share: 0.3,
          keepUpTo: 15,
          first: 3,
          last: 3,
        },
      ],
    }),
  },
  {
    id: "syslog",
    mixed: true,
    says:
      "Boots, failed units, kernel reports, logins and refusals, each message once; also journalctl and dmesg",
    commands: ["journalctl", "dmesg", "tail", "cat", "less", "grep", "last", "zcat"],
    hints: ["systemd[", "kernel:", "sshd[", "-- Logs begin", "-- Reboot --", "-- Boot ", "CRON[", "[    0."],
    rules: () => ({
      shape: [
        /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,100} \S{1,100}: /,
        /^-- (?:Logs begin|Reboot|Boot|Journal)/,
        /^\[ {0,8}\d{1,8}\.\d{6}\] /,
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S{0,16} \S{1,100} \S{1,60}\[\d{1,8}\]: /,
      ],
      shapeHits: 5,
      verdict: [
        /^-- (?:Logs begin|Reboot|Boot|Journal)/,
        / kernel: Linux version /,
        /^\[ {0,8}\d{1,8}\.\d{6}\] (?:Linux version|Command line)/,
        /Journal (?:started|stopped)/,
      ],
      serious: [
        /: (?:Failed with result|Main process exited|main process exited|Unit entered failed|start request repeated)/,
        /(?:\bBUG\b|Firmware Bug|Oops|panic|Call Trace|segfault|soft lockup|hung_task|Out of memory|Killed process|I\/O error|oom-kill|Machine check|WARNING: CPU)/,
        /\bFailed to start\b/,
        /\.service failed\./,
        /(?:POSSIBLE BREAK-IN|Accepted (?:password|publickey)|ROOT LOGIN|session opened for user)/,
        /\b(?:ERROR|CRITICAL|FATAL|EMERG|ALERT)\b/,
        / [EF]\d{4} \d\d:\d\d:\d\d\./,
      ],
      keep: [/(?:Power key|Startup finished|Shutting down)/],
      noise: [/(?:CRON|anacron)\[\d+\]/, / kernel: (?:ACPI|PCI|pci|audit|usb \d)/],
      items: [
        {
          row:
            /: (?:Failed with result|Main process exited|main process exited)|\.service failed|Failed to start|\bBUG\b|Firmware Bug|Call Trace|segfault|soft lockup|Killed process|Out of memory|WARNING: CPU|I\/O error|POSSIBLE BREAK-IN|Accepted (?:password|publickey)|session opened for user/,
          kind:
            /^(?:\S{1,32} {1,2}\S{1,32} {1,2}\S{1,32} \S{1,80} |\[[ \d.]{1,16}\] )?(\S{1,60}(?: {1,3}\S{1,40}){0,2})/,
          masked: "ids",
          keepUpTo: 40,
          first: 6,
          last: 4,
        },
        {
          row: / [EFW]\d{4} \d\d:\d\d:\d\d\./,
          kind: / ([EFW])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,8}\d{1,9} ([\w.-]{1,80}:\d{1,6})/,
          keepUpTo: 20,
          first: 3,
          last: 2,
        },
        {
          row:
            /(?:error|fail|warn|refused|denied|invalid|timed? ?out|unable|cannot|not found|disabled|overflow|killed|dropp)/i,
          kind:
            /^(?:\S{1,32} {1,2}\S{1,32} {1,2}\S{1,32} \S{1,80} |\[[ \d.]{1,16}\] )?(\S{1,60}(?: {1,3}\S{1,40}){0,2})/,
          masked: "ids",
          keepUpTo: 20,
          first: 2,
          last: 2,
        },
        {
          row:
            /systemd\[\d+\]: (?:Started|Stopped|Starting|Reached target|Stopping)|\b(?:startup|shutdown) succeeded|: (?:started|stopped|restarting)\b/,
          kind:
            /\d\d:\d\d:\d\d \S{1,80} (\S{1,60}).{0,60}\b([Ss]tarted|[Ss]topped|[Ss]tartup|[Ss]hutdown|restarting)\b/,
          masked: "ids",
          share: 0.15,
          keepUpTo: 30,
          first: 5,
          last: 5,
        },
      ],
    }),
  },
  {
    id: "app-log",
    fallback: true,
    mixed: true,
    says: "Errors and warnings of an application's log by message, lifecycle lines, each message once",
    commands: [
      "tail",
      "cat",
      "less",
      "kubectl logs",
      "docker logs",
      "yarn logs",
      "heroku logs",
      "aws logs",
      "stern",
    ],
    hints: [
      " INFO",
      " ERROR",
      " WARN",
      "[INFO]",
      "[error]",
      '"level":',
      "[notice]",
      " DEBUG",
      "level=",
      " LOG:",
    ],
    rules: () => ({
      shape: [
        /^.{0,80}\d\d[:.]\d\d[:.]\d\d.{0,80}\b(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|SEVERE|CRITICAL|NOTICE|LOG)\b/,
        /^.{0,60}\d\d:\d\d:\d\d.{0,40}\[(?:info|warn|error|notice|debug|crit|emerg|alert)\]/,
        /"level":"?(?:info|warn|error|debug|fatal|\d0)/,
        /^\S{0,60}(?:level|lvl)=(?:info|warn|error|debug)/,
      ],
      shapeHits: 8,
      verdict: [/\b(?:Started \S{1,100} in [\d.]+ seconds|[Ss]hutting down|Exiting)\b/],
      serious: [
        /^.{0,160}\b(?:ERROR|FATAL|SEVERE|CRITICAL|PANIC|EMERG|ALERT)\b/,
        /^.{0,160}\bWARN(?:ING)?\b/,
        /\[(?:error|crit|emerg|alert|warn)\]/,
        /"level":"?(?:error|fatal|warn|[4-6]0)/,
      ],
      minor: [/^.{0,160}\b(?:INFO|DEBUG|TRACE|NOTICE)\b/],
      keep: [/ (?:STATEMENT|DETAIL|HINT|CONTEXT): /],
      noise: [/^.{0,160}\b(?:DEBUG|TRACE)\b/],
      items: [
        {
          row:
            /^.{0,160}\b(?:ERROR|FATAL|SEVERE|CRITICAL|PANIC)\b|\[(?:error|crit|emerg|alert)\]|"level":"?(?:error|fatal|[56]0)/,
          kind:
            /(?:ERROR|FATAL|SEVERE|CRITICAL|PANIC|\[(?:error|crit|emerg|alert)\]|"level":"?(?:error|fatal|[56]0))(.{0,400})/,
          masked: "ids",
          keepUpTo: 40,
          first: 6,
          last: 4,
        },
        {
          row: /^.{0,160}\bWARN(?:ING)?\b|\[warn\]|"level":"?(?:warn|40)/,
          kind: /(?:WARN(?:ING)?|\[warn\]|"level":"?(?:warn|40))(.{0,400})/,
          masked: "ids",
          keepUpTo: 30,
          first: 4,
          last: 3,
        },
        {
          row: /status(?:[:=]| code)?:? ?"?[45]\d\d\b/,
          kind: /"?([A-Z]{3,8} [^\s?]{1,24})\S{0,600}.{0,80}status(?:[:=]| code)?:? ?"?([45]\d\d)\b/,
          masked: "ids",
          keepUpTo: 20,
          first: 3,
          last: 2,
        },
        {
          row: /^.{0,160}\b(?:INFO|NOTICE|LOG)\b|\[(?:info|notice)\]/,
          kind: /(?:INFO|NOTICE|LOG|\[(?:info|notice)\])(.{0,400})/,
          masked: "numbers",
          share: 0.75,
          keepUpTo: 15,
          first: 2,
          last: 2,
        },
      ],
    }),
  },
  {
    id: "access-log",
    mixed: true,
    says: "Requests that failed, by status and path, each status once",
    commands: ["tail", "cat", "less", "grep", "zcat", "docker logs", "kubectl logs"],
    hints: ['"GET /', '"POST /', '"HEAD /'],
    rules: () => ({
      shape: [
        /"(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|CONNECT|PROPFIND) \S{1,1500}(?: HTTP\/[\d.]{1,3})?" \d{3}\b/,
      ],
      shapeHits: 8,
      verdict: [],
      serious: [/" 5\d\d\b/],
      keep: [],
      noise: [/" (?:200|204|206|301|302|304)\b/],
      items: [
        {
          row:
            /(?:wp-(?:login|admin|content)|xmlrpc|phpmyadmin|\/\.env|\/\.git\/|cgi-bin|\/etc\/passwd|\.\.\/|<script|union.select)/i,
          kind:
            /(wp-(?:login|admin|content)|xmlrpc|phpmyadmin|\/\.env|\/\.git\/|cgi-bin|\/etc\/passwd|\.\.\/|<script|union.select)/i,
          keepUpTo: 15,
          first: 2,
          last: 1,
        },
        {
          row: /" (?:5\d\d|4(?!04)\d\d)\b/,
          kind: /"([A-Z]{3,8} [^\s?]{1,60})\S{0,1500}(?: HTTP\/[\d.]{1,3})?" (\d{3})\b/,
          keepUpTo: 30,
          first: 3,
          last: 2,
        },
        {
          row: /"(?:POST|PUT|DELETE|PATCH|CONNECT) /,
          kind: /"([A-Z]{3,8} [^\s?]{1,60})\S{0,1500}(?: HTTP\/[\d.]{1,3})?" (\d{3})\b/,
          keepUpTo: 20,
          first: 2,
          last: 2,
        },
        { row: /" \d{3}\b/, kind: /" (\d{3})\b/, keepUpTo: 20, first: 2, last: 2 },
        { row: /" 404\b/, kind: /"[A-Z]{3,8} ([^\s?]{1,24})/, keepUpTo: 15, first: 2, last: 2 },
      ],
    }),
  },
];
