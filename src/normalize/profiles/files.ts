// line-capped: file
// Data (a table, hence long): listings of files, processes and values.
import type { ProfileEntry } from "./profile.ts";

export const FILES: readonly ProfileEntry[] = [
  {
    id: "ls",
    says: "Folder headings and entries; long lists first and last entries of each",
    commands: ["ls", "dir", "exa", "eza", "lsd", "gls", "ll"],
    hints: [],
    rules: () => ({
      shape: [/^[-dlbcps](?:[-rwxsStT]{9})[.+@]? +\d/, /^total \d/, /^\S.{0,300}:$/, /^[\w.@+-]{1,200}$/],
      keep: [/^\S.{0,300}:$/],
      noise: [/^total \d/, / \.{1,2}$/],
      items: [
        { row: /^\S.{0,300}:$/, keepUpTo: 200, first: 80, last: 20 },
        { row: /^[-lbcps][-rwxsStT]{9}/, keepUpTo: 150, first: 60, last: 20 },
        { row: /^d[-rwxsStT]{9}/, keepUpTo: 100, first: 40, last: 10 },
        { row: /^[^:|\s-][^:|]{0,200}$/, keepUpTo: 150, first: 60, last: 20 },
      ],
    }),
  },
  {
    id: "find",
    says: "Paths; of long lists the first and last ones",
    commands: ["find", "fd", "fdfind", "locate", "git ls-files", "rg --files", "bfs", "which"],
    hints: [],
    rules: () => ({
      shape: [/^(?:\.{0,2}\/)?(?:[\w.@+()[\] -]{1,100}\/){1,40}[\w.@+()[\] -]{0,200}$/],
      keep: [/^find: /],
      noise: [],
      items: [{
        row: /^(?:\.{0,2}\/)?(?:[\w.@+()[\] -]{1,100}\/){1,40}[\w.@+()[\] -]{0,200}$/,
        keepUpTo: 150,
        first: 60,
        last: 20,
      }],
    }),
  },
  {
    id: "tree",
    says: "Entries of the upper levels, counts",
    commands: ["tree"],
    hints: ["├── ", "└── ", "|-- ", "directories, ", " directories"],
    rules: () => ({
      shape: [
        /^[│|\s]{0,120}(?:├──|└──|\|--|`--|\+---|\\---) ?\S/,
        /^\d+ director(?:y|ies)(?:, \d+ files?)?$/,
      ],
      shapeHits: 8,
      verdict: [/^\d+ director(?:y|ies)/],
      keep: [/^(?:├──|└──|\|--|`--|\+---|\\---) ?\S/],
      noise: [],
      items: [
        { row: /^(?:[│|]|\s)\s{1,3}(?:├──|└──|\|--|`--) ?\S/, keepUpTo: 120, first: 40, last: 10 },
        { row: /(?:├──|└──|\|--|`--) ?\S/, keepUpTo: 150, first: 20, last: 5 },
      ],
    }),
  },
  {
    id: "grep",
    mixed: true,
    says: "Files with matches, first and last matches",
    commands: ["grep", "egrep", "fgrep", "rg", "ag", "ack", "git grep", "zgrep"],
    hints: [],
    rules: () => ({
      shape: [
        /^(?:[A-Za-z]:)?[\w.\/\\@+~-]{1,300}:\d{1,8}[:-]/,
        /^\d{1,8}[:-]/,
        /^[\w.\/\\@+~-]{1,300}:.{1,400}/,
        /^--$/,
      ],
      verdict: [/^Binary file /, /^\d+ match/],
      keep: [/^[\w./\\@-]{1,300}\.\w{1,12}$/],
      noise: [/^--$/],
      items: [{
        row: /^(?:[A-Za-z]:)?[\w.\/\\@+~-]{1,300}:\d{1,8}:|^\d{1,8}:/,
        keepUpTo: 100,
        first: 40,
        last: 10,
      }],
    }),
  },
  {
    id: "du",
    says: "Largest entries and totals; also df",
    commands: ["du", "df", "ncdu", "lsblk", "mount", "free", "findmnt"],
    hints: ["Filesystem ", "\t./", "\t/", "K\t", "M\t", "G\t"],
    rules: () => ({
      shape: [
        /^[\d.,]{1,12}[KMGTPB]?\t\S/,
        /^Filesystem {2,40}\S/,
        /^\S{1,200} {1,60}\d.{0,80} \d{1,3}% /,
        /^NAME {2,20}MAJ:MIN/,
      ],
      verdict: [/^Filesystem /, /\ttotal$/, /^NAME /, /\t\.$/],
      keep: [],
      noise: [/^(?:tmpfs|devtmpfs|overlay|squashfs|\/dev\/loop|none|udev|shm) /],
      items: [
        { row: /^[\d.,]{1,12}[GT]\t/, keepUpTo: 60, first: 30, last: 5 },
        { row: /^[\d.,]{1,12}[KMGTPB]?\t/, keepUpTo: 60, first: 30, last: 15 },
        { row: / \d{1,3}% /, keepUpTo: 60, first: 30, last: 10 },
      ],
    }),
  },
  {
    id: "ps",
    says: "Processes that use the processor or memory, zombies, own programs; also top, lsof, ss",
    commands: ["ps", "top", "htop", "pgrep", "lsof", "ss", "netstat", "docker top", "systemctl"],
    hints: ["USER ", " PID ", "COMMAND", "Local Address", "UNIT ", "  UID "],
    rules: () => ({
      shape: [
        /^ {0,8}(?:USER|UID|PID|F) {1,12}\S.{0,80}(?:COMMAND|CMD)/,
        /^(?:Netid|State|Proto) {1,8}\S/,
        /^\S{1,40} {1,12}\d{1,8} {1,6}\d{1,3}\.\d {1,6}\d{1,3}\.\d /,
        /^ {2}UNIT {2,80}LOAD/,
      ],
      shapeHits: 5,
      verdict: [
        /^ {0,8}(?:USER|UID|PID|F) {1,12}\S.{0,80}(?:COMMAND|CMD)/,
        /^(?:Netid|State|Proto) /,
        /^top - |^%Cpu|^(?:Mi|Ki)B |^Tasks: /,
        /^ {2}UNIT {2,80}LOAD/,
        /^\d+ loaded units/,
      ],
      serious: [
        /^\S{1,40} {1,12}\d{1,8} {1,6}(?:\d{2,3}|[2-9])\.\d {1,6}\d/,
        /^\S{1,40} {1,12}\d{1,8} {1,6}\d{1,3}\.\d {1,6}(?:\d{2,3}|[4-9])\.\d /,
        /<defunct>/,
        /^[●*x×] \S/,
      ],
      keep: [/ LISTEN /, / \(LISTEN\)/],
      noise: [/ \[[\w/:.@+-]{1,60}\]$/],
      items: [{
        row: /^\S{1,40} {1,12}\d{1,8} {1,6}\d{1,3}\.\d {1,6}\d{1,3}\.\d .{1,1800}[^\]]$/,
        kind: /^(\S{1,40}) .{1,120} \d{1,5}:\d\d (\S{1,120})/,
        keepUpTo: 60,
        first: 10,
        last: 15,
      }],
    }),
  },
  {
    id: "env",
    says: "Variables; of long values only the name and the start",
    commands: ["env", "printenv", "set", "export", "declare", "sysctl", "npm config", "git config"],
    hints: ["PATH="],
    rules: () => ({
      shape: [/^(?:declare -x |export )?[A-Za-z_]\w{0,100}=/, /^[a-z][\w.-]{1,100}(?: ?= ?)\S/],
      shapeHits: 20,
      keep: [
        /^(?:PATH|HOME|SHELL|LANG|PWD|USER|NODE_ENV|CI|VIRTUAL_ENV|JAVA_HOME|GOPATH|GOROOT|PYTHONPATH|LD_LIBRARY_PATH|DATABASE_URL|PORT)=/,
      ],
      noise: [/^(?:LS_COLORS|_|BASH_FUNC_\S{1,60}|XDG_\w{1,60}|DBUS_\w{1,60})=/],
      items: [{ row: /^(?:declare -x |export )?[A-Za-z_]\w{0,100}=/, keepUpTo: 80, first: 30, last: 10 }],
    }),
  },
];
