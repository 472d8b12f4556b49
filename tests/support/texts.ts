import { IS_LONG } from "./random.ts";
import fc from "fast-check";

/** Generated tool outputs: mixtures of what real tools print, with the awkward parts made common. */

const word = fc.constantFrom(
  "alpha",
  "beta",
  "Compiling",
  "serde",
  "build",
  "worker",
  "item",
  "ok",
  "done",
  "src/main.ts",
  "lib.rs",
  "Größe",
  "данные",
  "項目",
);

/** A line of a build, a test run or a log that reports nothing. */
export const plainLine = fc.oneof(
  fc.tuple(word, word, fc.nat(9999)).map(([a, b, n]) => `${a} ${b} ${n}`),
  fc.nat(99999).map((n) =>
    `2026-01-02 10:00:${String(n % 60).padStart(2, "0")} INFO worker ${n} processed item ${n * 7} ok`
  ),
  fc.nat(500).map((n) => `   Compiling crate-${n} v0.${n % 20}.1`),
  fc.nat(500).map((n) => `test suite::case_${n} ... ok`),
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
  fc.constantFrom("}", "  }", "{", "-", "---", "=====", "   indented", "\tat tab", "[  OK  ] mounted /home"),
  fc.nat(100).map((n) => `[${String(n).padStart(3)}%] Building object file_${n}.o`),
);

const signalLine = fc.oneof(
  fc.nat(999).map((n) => `ERROR [db] connection refused on port ${n}`),
  fc.nat(999).map((n) => `src/app.ts(${n},5): error TS2322: Type 'x' is not assignable`),
  fc.nat(99).map((n) => `warning: unused variable: \`x${n}\``),
  fc.constantFrom(
    "Segmentation fault (core dumped)",
    "npm ERR! code ETIMEDOUT",
    "not ok 3 - parses",
    "E   assert 1 == 2",
    "12 passed, 1 failed in 3.2s",
    "fatal: not a git repository",
  ),
);

/** A Python traceback of at most so many lines between its heading and its error. */
function traceback(most: number): fc.Arbitrary<string[]> {
  return fc.integer({ min: 1, max: most }).map((n) => [
    "Traceback (most recent call last):",
    ...Array.from(
      { length: n },
      (_, i) => (i % 2 === 0 ? `  File "app/m${i}.py", line ${i}, in f` : `    raise_error(${i})`),
    ),
    "ValueError: bad value",
  ]);
}

/** A Java exception with at most so many frames. */
function javaTrace(most: number): fc.Arbitrary<string[]> {
  return fc.integer({ min: 1, max: most }).map((n) => [
    "Exception in thread main: boom",
    ...Array.from({ length: n }, (_, i) => `    at com.x.Error${i}.run(Y.java:${i})`),
  ]);
}

/** One line over and over. */
function repeated(line: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.tuple(line, fc.integer({ min: 2, max: 60 })).map(([text, n]) =>
    Array.from({ length: n }, () => text)
  );
}

/** Two lines in turn. */
function alternating(first: fc.Arbitrary<string>, second: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.tuple(first, second, fc.integer({ min: 2, max: 20 })).map(([a, b, n]) =>
    Array.from({ length: n }, () => [a, b]).flat()
  );
}

const smallBlock = fc.oneof(
  traceback(30),
  javaTrace(12),
  repeated(signalLine),
  alternating(signalLine, plainLine),
);

/** Lines that have the form of ours, and one that quotes one. */
export const oursLine = fc.oneof(
  fc.constantFrom(
    "[context-kernel: elided lines 17-150: 134 noise lines (~1923 token)]",
    "[context-kernel: nothing elided]",
    "[context-kernel: 10 -> 5 token, -50%]",
    "repeated line  [x 12]",
    "b  [x 4 alternating pairs]",
    "  [+15 more matches in src/a.ts]",
    "text that quotes [context-kernel: elided lines 1-2] inside",
  ),
);

const block = fc.oneof(
  traceback(80),
  javaTrace(40),
  fc.constant([
    "error[E0308]: mismatched types",
    "  --> src/lib.rs:4:5",
    "   |",
    "4  |     x + 1",
    "   |     ^^^^^ expected `u8`",
    "",
  ]),
  repeated(plainLine),
  alternating(plainLine, plainLine),
  fc.integer({ min: 2, max: 12 }).map((n) =>
    Array.from({ length: n }, (_, i) => `Downloading  ${i * 8}% [=====>    ]`)
  ),
  fc.integer({ min: 3, max: 60 }).map((n) =>
    Array.from({ length: n }, (_, i) => `step ${String(i).padStart(3, "0")}`)
  ),
  fc.integer({ min: 1, max: 4 }).map((n) => Array.from({ length: n }, () => "")),
  fc.integer({ min: 2_001, max: 9_000 }).map((
    n,
  ) => [`${"x".repeat(n / 2)} error: in the middle ${"y".repeat(n / 2)}`]),
  fc.integer({ min: 3, max: 40 }).map((
    n,
  ) => [
    "diff --git a/f b/f",
    "--- a/f",
    "+++ b/f",
    `@@ -1,${n + 1} +1,${n + 1} @@`,
    ...Array.from({ length: n }, (_, i) => ` context ${i}`),
    "-old",
    "+new",
  ]),
);

export interface TextOptions {
  /** Lines that look like ours. */
  readonly withMarkers: boolean;
  /** Diagnostic blocks stay below their caps, and no line is cut. */
  readonly smallBlocks?: boolean;
}

/** Texts of up to some thousand lines, biased towards sizes where something happens. */
export function outputText(options: TextOptions): fc.Arbitrary<string> {
  const single = (line: fc.Arbitrary<string>): fc.Arbitrary<string[]> => line.map((text) => [text]);
  const many = fc.tuple(fc.array(plainLine, { minLength: 5, maxLength: 120 })).map(([lines]) => lines);
  const parts = [
    { arbitrary: many, weight: 6 },
    { arbitrary: single(plainLine), weight: 3 },
    { arbitrary: single(signalLine), weight: 3 },
    { arbitrary: fc.array(signalLine, { minLength: 2, maxLength: 90 }), weight: 1 },
    { arbitrary: options.smallBlocks === true ? smallBlock : block, weight: 3 },
    ...(options.withMarkers ? [{ arbitrary: single(oursLine), weight: 1 }] : []),
  ];
  return fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 14 }).map((all) => all.flat().join("\n"));
}

/** Runs of a law in the normal share and in the long one. */
export function runs(normal: number, long: number): number {
  return IS_LONG ? long : normal;
}
