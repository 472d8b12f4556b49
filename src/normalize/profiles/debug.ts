// line-capped: file
// Data (a table, hence long): debuggers, checkers at run time, coverage, traces.
import type { ProfileEntry } from "./profile.ts";

export const DEBUG: readonly ProfileEntry[] = [
  {
    id: "valgrind",
    says: "Errors and lost blocks with their frames, summaries",
    commands: ["valgrind"],
    hints: ["== Memcheck", "HEAP SUMMARY", "ERROR SUMMARY", "==    at 0x", "==    by 0x"],
    rules: () => ({
      shape: [/^==\d{1,8}== /],
      verdict: [
        /^==\d{1,8}== (?:ERROR|LEAK|HEAP) SUMMARY/,
        /^==\d{1,8}== {4,5}(?:definitely|indirectly|possibly|still|suppressed|in use|total heap)/,
      ],
      serious: [
        /^==\d{1,8}== (?:Invalid|Conditional|Use of uninit|Syscall|Mismatched|Process terminating|Jump to)/,
      ],
      keep: [/^==\d{1,8}== {1,3}(?:Address|Uninitialised|Block was|If you believe)/],
      noise: [
        /^==\d{1,8}== {4}(?:at|by) 0x[0-9A-F]{1,16}: .{1,300}\((?:in|vg_)/,
        /^==\d{1,8}== ?$/,
        /^==\d{1,8}== (?:Memcheck|Copyright|Using|Command|For )/,
        /still reachable in loss record/,
      ],
      items: [{
        row:
          /^==\d{1,8}== [\d,]{1,12} (?:\([^)]{1,80}\) )?bytes in .{1,60} are (?:definitely|indirectly|possibly) lost/,
        place: /^==\d{1,8}== {4}(?:at|by) 0x[0-9A-F]{1,16}: .{1,300}\(\S{1,200}:\d{1,7}\)$/,
        keepUpTo: 40,
        first: 12,
        last: 4,
      }],
      blocks: [{
        start:
          /^==\d{1,8}== (?:Invalid|Conditional|Use of|Syscall|Mismatched|Process terminating|Jump|Argument|Source|[\d,]{1,12} (?:\([^)]{1,80}\) )?bytes in .{1,60} are definitely)/,
        until: /^==\d{1,8}== ?$/,
        cap: 16,
      }],
    }),
  },
  {
    id: "sanitizer",
    says: "Sanitizer report: error, own frames, allocation and summary",
    commands: [],
    hints: ["Sanitizer", "runtime error:"],
    rules: () => ({
      shape: [
        /^==\d{1,8}==(?:ERROR|WARNING): \w{1,30}Sanitizer/,
        /^SUMMARY: \w{1,30}Sanitizer/,
        /^ {4}#\d{1,3} 0x[0-9a-f]{1,16} in \S/,
        /: runtime error: /,
      ],
      shapeHits: 2,
      verdict: [/^SUMMARY: /, /^==\d{1,8}==(?:ERROR|WARNING|ABORTING)/],
      serious: [/: runtime error: /],
      keep: [
        /^(?:READ|WRITE) of size/,
        /^(?:0x[0-9a-f]{1,16} is located|freed by|previously allocated|allocated by|Direct leak|Indirect leak)/,
      ],
      blocks: [{
        start:
          /^==\d{1,8}==ERROR|^(?:READ|WRITE) of size|^(?:freed by|previously allocated|allocated by|Direct leak)/,
        cap: 8,
      }],
      noise: [
        /^ {4}#\d{1,3} 0x/,
        /^ {2}0x[0-9a-f]{1,16}: ?/,
        /^=>0x/,
        /^ {2}(?:Addressable|Partially|Heap|Stack|Global|Freed|Poisoned|Container|Array|Intra|ASan|Left|Right|Shadow)/,
      ],
    }),
  },
  {
    id: "gdb",
    says: "Signal, threads, innermost and outermost frames, values",
    commands: ["gdb", "lldb", "cdb", "coredumpctl"],
    hints: ["Program received signal", "Thread ", "#0 ", "frame #0"],
    rules: () => ({
      shape: [
        /^#\d{1,5} {1,3}0x[0-9a-f]{1,16} in \S|^#\d{1,5} {1,3}[\w:~<>]{1,200} \(.{0,300}\)(?: at \S{1,300}:\d{1,7})?$/,
        /^(?:Program|Thread \d+ .{0,60}) (?:received|terminated|hit)/,
        /^Thread \d+ \(/,
        /^ {2,4}\* ?(?:thread|frame) #\d/,
        /^\[(?:New Thread|Switching to|Inferior|Thread debugging)/,
      ],
      verdict: [
        /^(?:Program|Thread \d+ .{0,60}) (?:received|terminated|hit)/,
        /^Thread \d+ \(/,
        /^\[Inferior/,
        /^#(?:0|1|2|3) {1,3}/,
      ],
      keep: [/^(?:rip|eip|pc|rsp|sp) {2,}/, /^\d{1,7}\t/, /^\$\d+ = /, /^[a-z]\w{0,40} = /],
      noise: [/^\[New Thread/, /^Reading symbols/, /^warning: /],
      items: [{ row: /^#\d{1,6} {1,3}/, keepUpTo: 40, first: 16, last: 8 }],
    }),
  },
  {
    id: "strace",
    says: "Failed calls, processes, signals, exits",
    commands: ["strace", "ltrace", "dtruss", "perf"],
    hints: ["+++ exited", "execve(", " = -1 E"],
    rules: () => ({
      shape: [
        /^(?:\[pid {1,3}\d{1,8}\] )?\w{2,30}\(.{0,1900}\) {1,80}= (?:-?\d|0x|\?)/,
        /^(?:\[pid {1,3}\d{1,8}\] )?(?:\+\+\+ exited|--- SIG)/,
      ],
      verdict: [
        /(?:\+\+\+ exited|\+\+\+ killed|--- SIG)/,
        /^(?:\[pid {1,3}\d{1,8}\] )?(?:execve|clone|clone3|vfork|fork|exit_group)\(/,
      ],
      keep: [/(?:connect|bind|listen|socket|kill|unlink|rename|mkdir)\w{0,3}\(/, / = -1 E(?!NOENT)/],
      noise: [
        /^(?:\[pid {1,3}\d{1,8}\] )?(?:mmap|mprotect|munmap|brk|close|fstat|newfstatat|pread64|rt_sig\w{1,20}|lseek|fcntl|arch_prctl|set_\w{1,20}|rseq|prlimit64|getrandom|access|ioctl)\(/,
      ],
    }),
  },
  {
    id: "massif",
    says: "Command, the peak with its allocations, the size of the heap at the start and at the end",
    commands: ["valgrind --tool=massif", "massif-visualizer"],
    hints: ["\nheap_tree=", "heap_tree=peak"],
    rules: () => ({
      shape: [/^heap_tree=(?:empty|detailed|peak)$/, /^mem_(?:heap|stacks|heap_extra)_B=\d/],
      verdict: [/^(?:desc|cmd|time_unit): /, /^heap_tree=peak$/],
      keep: [],
      noise: [/^#-{5,}$/, /^mem_(?:stacks|heap_extra)_B=/, /^snapshot=/, /^ {0,80}n0: /],
      blocks: [{ start: /^heap_tree=peak$/, until: /^#/, cap: 24 }],
      items: [{ row: /^heap_tree=peak$/, heading: /^mem_heap_B=/, keepUpTo: 4, first: 2, last: 2 }],
    }),
  },
  {
    id: "coverage",
    says: "Files that are not covered in full, totals, thresholds that failed",
    commands: [
      "coverage",
      "coverage report",
      "nyc",
      "c8",
      "lcov",
      "gcov",
      "gcovr",
      "genhtml",
      "go tool cover",
      "tarpaulin",
      "cargo tarpaulin",
      "cargo llvm-cov",
    ],
    hints: ["TOTAL", "All files", "% Stmts", "Coverage", "coverage", "Lines executed:"],
    rules: () => ({
      shape: [
        /^\S.{0,200}\.\w{1,5} {1,80}\d{1,7} {1,12}\d{1,7} .{0,60}\d{1,3}(?:\.\d{1,6})?%/,
        /^(?:TOTAL|All files) /,
        /^ {0,20}\S.{0,120} \| {1,8}\d[\d.]* \|/,
        /^Lines executed:/,
        /^ {2}(?:lines|functions|branches)\.{3,10}: \d/,
        /^\S{1,300}\.go:\d{1,7}:\t\S{1,100}\t{1,8}[\d.]{1,6}%$/,
      ],
      verdict: [
        /^(?:TOTAL|total:|All files|Total coverage)/,
        /^ERROR: Coverage/,
        /^Lines executed:/,
        /^ {2}(?:lines|functions|branches)\.{3,10}: /,
        /^Name {2,80}Stmts/,
        /^File {1,80}\| % Stmts/,
        /^(?:FAIL )?Required test coverage/,
        /^[\d.]{1,6}% coverage/,
      ],
      keep: [],
      noise: [/ 100(?:\.0{1,6})?%$/, / \| {1,8}100 \| {1,8}100 \|/],
      items: [
        {
          row: /^\S.{0,200} {1,80}\d{1,7} {1,12}\d{1,7} .{0,60}\d{1,3}(?:\.\d{1,6})?%(?: {1,6}\S)?/,
          keepUpTo: 60,
          first: 10,
          last: 5,
        },
        { row: /^ {0,20}\S.{0,120} \| {1,8}\d[\d.]* \|/, keepUpTo: 60, first: 15, last: 5 },
      ],
    }),
  },
  {
    id: "http",
    mixed: true,
    says: "Status, headers and verdict of transfers; load test results",
    commands: ["curl", "wget", "http", "ab", "wrk", "k6", "hey", "ping", "traceroute", "dig"],
    hints: ["< HTTP/", "HTTP/1.1 ", "> GET ", "% Total", "icmp_seq", "Requests/sec", ";; ANSWER"],
    rules: () => ({
      shape: [
        /^[<>*] \S/,
        /^HTTP\/[\d.]{1,3} \d{3}/,
        /^\d+ bytes from /,
        /^(?:Requests\/sec|Transfer\/sec|Latency)/,
        /^;; /,
      ],
      verdict: [
        /^(?:< )?HTTP\/[\d.]{1,3} \d{3}/,
        /^curl: \(\d/,
        /packets transmitted/,
        /^rtt /,
        /^Requests/,
        /^;; (?:ANSWER|Query time|SERVER)/,
      ],
      keep: [
        /^> (?:GET|POST|PUT|DELETE|PATCH|HEAD) /,
        /^< [A-Za-z-]{1,60}: /,
        /^\* (?:Connected|SSL|TLS|Server certificate|Closing|Could not|Failed)/,
      ],
      noise: [/^[{}] \[\d/, /^\* (?:TLSv|ALPN| {2})/, /^ {0,3}\d{1,3} {1,6}\d.{0,80}--:--/],
    }),
  },
];
