// line-capped: file
// Data (a table): benchmarks.
import type { ProfileEntry } from "./profile.ts";

/** The line that names a benchmark: it stands above its figures. */
const NAME = /^(?!Found \d|Benchmarking |Warning: |Gnuplot |running \d)\S/;

export const BENCHMARKS: readonly ProfileEntry[] = [
  {
    id: "criterion",
    mixed: true,
    says: "Benchmarks that became slower and faster, with the change, times",
    commands: ["cargo bench", "cargo criterion"],
    hints: ["Performance has ", " change: [", "\nBenchmarking ", " time:   ["],
    rules: () => ({
      shape: [
        /^.{0,200} time: {1,8}\[\d[\d.]{0,12} \S{1,3} /,
        /^ {10,40}(?:Performance has|No change in performance|Change within noise)/,
        /^Benchmarking .{1,200}: (?:Warming up|Collecting|Analyzing)/,
      ],
      keep: [],
      noise: [
        /^Benchmarking /,
        /^Found \d{1,6} outliers/,
        /^ {2}\d{1,6} \([\d.]{1,8}%\) (?:low|high) /,
        /^ {10,40}(?:change:|thrpt: |No change|Change within)/,
      ],
      items: [
        {
          row: /^ {10,40}(?:time|change): {1,8}\[\+.{1,80} \(p = 0\.0[0-4] </,
          heading: NAME,
          place: /^ {10,40}Performance has /,
          keepUpTo: 40,
          first: 20,
          last: 10,
        },
        {
          row: /^ {10,40}(?:time|change): {1,8}\[-.{1,80} \(p = 0\.0[0-4] </,
          heading: NAME,
          share: 0.3,
          keepUpTo: 15,
          first: 6,
          last: 4,
        },
        {
          row: /^.{0,200} time: {1,8}\[\d[\d.]{0,12} \S{1,3} /,
          heading: NAME,
          share: 0.4,
          keepUpTo: 40,
          first: 10,
          last: 8,
        },
      ],
    }),
  },
];
