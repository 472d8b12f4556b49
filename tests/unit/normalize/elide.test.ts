import { describe, expect, test } from "bun:test";
import { project } from "../../../src/normalize/pipeline.ts";
import type { OperatorContext, ToolKind } from "../../../src/normalize/types.ts";
import { operatorContext } from "../../support/operator-context.ts";
import { type Random, randomFrom } from "../../support/random.ts";

function context(tool: ToolKind, scale: number, more: Partial<OperatorContext> = {}): OperatorContext {
  return operatorContext({ tool, maxUnits: null, ...more }, scale);
}

const steps = (n: number): string =>
  Array.from({ length: n }, (_, i) => `step ${String(i).padStart(3, "0")}`).join("\n");
const run = (text: string, ctx: OperatorContext): string[] => project(text, ctx).text.split("\n");

describe("head, signal, tail", () => {
  test("300 lines at full size and at half size", () => {
    expect(run(steps(300), context("Bash", 1))).toContain(
      "[context-kernel: elided lines 46-280: 235 noise lines (~528 token); numbering continuous 45→279]",
    );
    expect(run(steps(300), context("Bash", 0.5)).join("\n")).toContain("elided lines 23-290");
  });

  test("few lines stay as they are", () => {
    expect(project(steps(70), context("Bash", 1)).text).toBe(steps(70));
  });

  test("squares declare no numbering, one gap is declared, a time stamp hides nothing", () => {
    const squares = Array.from({ length: 200 }, (_, i) => `value ${i * i}`).join("\n");
    expect(run(squares, context("Bash", 1)).join("\n")).not.toContain("numbering");
    const gap = Array.from({ length: 200 }, (_, i) => `row ${i < 100 ? i : i + 5} of the table`).join("\n");
    expect(run(gap, context("Bash", 1)).join("\n")).toContain("numbering 45→184 with gap after 99");
    const stamped = Array.from({ length: 200 }, (_, i) => `2026-01-02 10:00:00 job ${i * 2} ok`).join("\n");
    expect(run(stamped, context("Bash", 1)).join("\n")).toContain("numbering continuous 90→358 step 2");
  });

  test("a signal line in the middle stays, with a marker for each gap", () => {
    const lines = steps(300).split("\n");
    lines[150] = "ERROR the disk is full";
    const out = run(lines.join("\n"), context("Bash", 1));
    expect(out).toContain("ERROR the disk is full");
    expect(out).toContain("[context-kernel: elided lines 152-280]");
  });

  test("a traceback is kept whole below its cap", () => {
    const trace = [
      "Traceback (most recent call last):",
      ...Array.from({ length: 20 }, (_, i) => (i % 2 ? `    run(${i})` : `  File "a.py", line ${i}, in f`)),
      "ValueError: x",
    ];
    const text = [...steps(200).split("\n"), ...trace, ...steps(200).split("\n")].join("\n");
    expect(project(text, context("Bash", 0.375)).text).toContain(trace.join("\n"));
  });

  test("the heading above a finding stays", () => {
    const noise = Array.from({ length: 200 }, (_, i) => `ok file number ${i}`).join("\n");
    const text =
      `${noise}\n\n/home/dev/project/src/app.js\n  12:5  error  'x' is not defined  no-undef\n\n${noise}`;
    expect(run(text, context("Bash", 0.375))).toContain("/home/dev/project/src/app.js");
  });
});

describe("diffs", () => {
  const body = (n: number): string[] =>
    Array.from({ length: n }, (_, i) => ` context line number ${i} of the file`);
  test("every changed line stays, whatever follows the sign", () => {
    const text = [
      "diff --git a/x.c b/x.c",
      "--- a/x.c",
      "+++ b/x.c",
      "@@ -1,203 +1,203 @@",
      ...body(100),
      "-  i--;",
      "+++i;",
      "--flag",
      "+    public function bar(): void",
      "-old",
      "+new",
      ...body(100),
    ].join("\n");
    const out = run(text, context("Bash", 0.375));
    for (const line of ["-  i--;", "+++i;", "--flag", "+    public function bar(): void", "-old", "+new"]) {
      expect(out).toContain(line);
    }
    expect(out.length).toBeLessThan(60);
  });
  test("bullets are no diff", () => {
    const text = Array.from({ length: 120 }, (_, i) => `- item about something ${i}`).join("\n");
    expect(run(text, context("Bash", 1)).join("\n")).toContain("elided lines 46-100");
  });
});

describe("reads", () => {
  test("declarations of code stay and carry true numbers", () => {
    const code = Array.from(
      { length: 200 },
      (_, i) => `def f_${i}():\n    try:\n        work(${i})\n    except Exception:\n        pass`,
    ).join("\n");
    const out = run(code, context("Read", 1, { path: "/home/dev/project/a.py" }));
    expect(out).toContain("146: def f_29():");
    expect(out.join("\n")).not.toContain("146:     except");
    expect(out).toContain("[context-kernel: continues at line 981]");
    expect(out.filter((line) => line.includes("except Exception")).length).toBeLessThan(20);
  });
});

describe("long lines and the hard cap", () => {
  test("a long line keeps both ends and its signal", () => {
    const line = `${"a".repeat(5_000)} ERROR: token expired ${"b".repeat(5_000)}`;
    const out = project(line, context("Bash", 1)).text;
    expect(out).toContain("ERROR: token expired");
    expect(out.startsWith("a".repeat(600))).toBe(true);
    expect(out.endsWith("b".repeat(300))).toBe(true);
    expect(out.length).toBeLessThanOrEqual(2_000);
  });
  test("a flood of different errors fits under the cap, with every kind", () => {
    const text = Array.from(
      { length: 4_000 },
      (_, i) => `src/file${i}.ts(${i},5): error TS${2300 + (i % 7)}: something is wrong with '${i}'`,
    ).join("\n");
    const out = project(text, context("Bash", 0.375, { maxUnits: 28_500 })).text;
    expect(out.length).toBeLessThanOrEqual(28_500);
    for (let kind = 0; kind < 7; kind += 1) expect(out).toContain(`error TS${2300 + kind}`);
  });
});

test("an error of another program is no part of a package manager's long report", () => {
  const report = Array.from({ length: 30 }, (_, n) => `npm ERR! step ${n} went wrong in the tree`);
  const other = Array.from({ length: 12 }, (_, n) => `ERROR [db] connection refused on port ${n}`);
  const routine = Array.from({ length: 40 }, (_, n) => `copied the file number ${n} to its place`);
  const { text } = project(
    [...report, ...other, ...routine].join("\n"),
    context("Read", 0.25, { path: "/a/b.log" }),
  );
  for (const line of other) expect(text).toContain(line);
});

test("what is folded and hides nothing leaves a second run nothing to hide", () => {
  let folded = 0;
  for (let seed = 1; seed <= 120; seed += 1) {
    const random = randomFrom(seed);
    const word = (): string => Array.from({ length: 3 + random.int(6) }, () => letter(random)).join("");
    const words = (most: number): string => Array.from({ length: 1 + random.int(most) }, word).join(" ");
    const records = Array.from(
      { length: 45 + random.int(15) },
      (_, n) => JSON.stringify({ time: n, level: random.pick(["info", "warn", "error"]), msg: words(8) }),
    );
    const rest = Array.from(
      { length: 75 + random.int(20) },
      () => random.int(4) === 0 ? [words(4)] : [...SAME, words(4)],
    );
    const text = [...records, ...rest.flat()].join("\n");
    const once = project(text, context("Bash", 0.25));
    expect(once.text.length).toBeLessThan(text.length);
    expect(project(once.text, context("Bash", 0.25)).text).toBe(once.text);
    if (!once.elided) folded += 1;
  }
  expect(folded).toBeGreaterThan(2);
});

const SAME = ["same line", "same line", "same line"];

function letter(random: Random): string {
  return "abcdefghijklmnopqrstuvwxyz".charAt(random.int(26));
}
