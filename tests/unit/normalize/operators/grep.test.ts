import { describe, expect, test } from "bun:test";
import { readMatch } from "../../../../src/normalize/operators/grep-lines.ts";
import { projectGrep } from "../../../../src/normalize/operators/grep.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const CONTEXT = operatorContext();

function matches(
  file: string,
  count: number,
  text: (n: number) => string = (n) => `  value(${n})`,
): string[] {
  return Array.from({ length: count }, (_, n) => `${file}:${n + 1}:${text(n)}`);
}

function project(lines: readonly string[], changes = {}): string {
  return projectGrep(lines.join("\n"), operatorContext(changes))?.text ?? "declined";
}

const MANY = Array.from({ length: 10 }, (_, n) => `src/module${n}.py`);

describe("projectGrep()", () => {
  test("keeps the first five matches of every file and counts the others", () => {
    const text = project(MANY.flatMap((file) => matches(file, 20)));
    expect(text.split("\n")[0]).toMatch(
      /^\[context-kernel: elided 150 of 200 matches in 10 files \(~\d+ token\): first 5 kept per file, no file dropped\]$/,
    );
    for (const file of MANY) expect(text).toContain(`  [+15 more matches in ${file}]`);
    expect(text).toContain("src/module3.py:5:  value(4)");
    expect(text).not.toContain("value(7)");
  });

  test("keeps forty lines at least when the files are few", () => {
    const text = project(matches("src/a.ts", 90));
    expect(text).toContain("first 40 kept per file");
    expect(text).toContain("  [+50 more matches in src/a.ts]");
  });

  test("keeps further matches that report faults or declare code", () => {
    const lines = MANY.flatMap((file) =>
      matches(
        file,
        20,
        (n) => (n === 12
          ? "  throw new Error('no such user')"
          : n === 15
          ? "export function run() {"
          : `  value(${n})`),
      )
    );
    const text = project(lines);
    expect(text).toContain("src/module9.py:13:  throw new Error('no such user')");
    expect(text).toContain("src/module9.py:16:export function run() {");
    expect(text).toContain("  [+13 more matches in src/module9.py]");
  });

  test("context lines stay with the matches that stay", () => {
    const block = (file: string, at: number): string[] => [
      `${file}-${at - 1}-before ${at}`,
      `${file}:${at}:match ${at}`,
      `${file}-${at + 1}-after ${at}`,
      "--",
    ];
    const text = project(
      MANY.flatMap((file) => Array.from({ length: 10 }, (_, n) => block(file, 10 * n + 5)).flat()),
    );
    expect(text).toContain(
      "src/module1.py-44-before 45\nsrc/module1.py:45:match 45\nsrc/module1.py-46-after 45",
    );
    expect(text).not.toContain("before 55");
    expect(text).toContain("  [+5 more matches in src/module1.py]\n  [+10 more lines in src/module1.py]");
  });

  test("keeps what the search says about itself", () => {
    const text = project([
      "grep: /root/secret: Permission denied",
      ...MANY.flatMap((file) => matches(file, 12)),
      "Binary file build/app matches",
    ]);
    expect(text).toContain("grep: /root/secret: Permission denied");
    expect(text).toContain("Binary file build/app matches");
  });

  test("knows drives, spaces and columns", () => {
    const files = ["C:\\work\\app\\main.cs", "docs/my notes/read me.md", "lib/x.js"];
    const text = project(
      files.flatMap((file) => Array.from({ length: 40 }, (_, n) => `${file}:${n + 1}:7:hit ${n}`)),
    );
    for (const file of files) expect(text).toContain(`  [+27 more matches in ${file}]`);
  });

  test("knows headings", () => {
    const lines = MANY.flatMap((
      file,
    ) => [file, ...Array.from({ length: 12 }, (_, n) => `${n + 1}:hit ${n}`), ""]);
    const text = project(lines);
    expect(text).toContain(
      "src/module4.py\n1:hit 0\n2:hit 1\n3:hit 2\n4:hit 3\n5:hit 4\n  [+7 more matches in src/module4.py]\n\nsrc/module5.py",
    );
  });

  test("knows the output for one file, but not a log that begins with times", () => {
    expect(project(Array.from({ length: 80 }, (_, n) => `${2 * n + 3}:text ${n}`))).toContain(
      "  [+40 more matches in this file]",
    );
    expect(
      project(Array.from({ length: 80 }, (_, n) => `12:${String(n % 60).padStart(2, "0")}:07 started job`)),
    ).toBe("declined");
    expect(
      project(
        Array.from({ length: 80 }, (_, n) => `2026-01-01T10:${String(n % 60).padStart(2, "0")}:00 started`),
      ),
    ).toBe("declined");
  });

  test("a search has a match, and context lines belong to a file that has one", () => {
    expect(project(Array.from({ length: 80 }, (_, n) => `${n + 1}-step ${n}`))).toBe("declined");
    const ports = Array.from({ length: 80 }, (_, n) => `web/${n} up 0.0.0.0:${8_000 + n}->80/tcp`);
    expect(project(ports, { command: "docker ps" })).toBe("declined");
    expect(project([...ports, "src/a.ts:1:x"], { command: "docker ps" })).toBe("declined");
  });

  test("a date before a time is no file", () => {
    const line = '10.0.0.1 - - [12/May/2026:10:20:30 +0000] "GET / HTTP/1.1" 200 5';
    expect(readMatch(line)).toBeNull();
    expect(readMatch("logs/12/May/2026/a.log:10:20")?.file).toBe("logs/12/May/2026/a.log");
  });

  test("knows counts, and counts files without a match together", () => {
    const lines = Array.from(
      { length: 200 },
      (_, n) => `src/dir${n % 7}/f${n}.ts:${n % 50 === 0 ? n + 1 : 0}`,
    );
    const text = project(lines);
    expect(text).toContain("src/dir2/f100.ts:101");
    expect(text).toContain("  [+196 more lines in files without a match]");
    expect(text).toContain("elided 196 of 200 paths in 7 directories");
  });

  test("keeps every file of two hundred counts, and every folder of more", () => {
    const counts = (count: number): string[] =>
      Array.from({ length: count }, (_, n) => `test/dir${n % 7}/f${n}.test.ts:${n + 1}`);
    const text = counts(180).join("\n");
    expect(projectGrep(text, operatorContext())).toEqual({ text, elided: false });
    const more = project(counts(900));
    expect(more).toContain("test/dir2/f2.test.ts:3");
    expect(more).toContain("more paths in test/dir6]");
  });

  test("takes `file:text` only from a search", () => {
    const lines = MANY.flatMap((file) => Array.from({ length: 12 }, (_, n) => `${file}:text ${n}`));
    expect(project(lines, { command: "grep -r text src" })).toContain(
      "  [+7 more matches in src/module0.py]",
    );
    expect(project(lines, { command: "cat list.txt" })).toBe("declined");
  });

  test("declines diagnostics of compilers and linters, unless a search printed them", () => {
    const gcc = MANY.flatMap((file) => matches(file, 9, (n) => `5: warning: unused variable 'x${n}'`));
    const flake = MANY.flatMap((file) => matches(file, 9, (n) => `1: E50${n} line too long`));
    const eslint = MANY.flatMap((file) => matches(file, 9, () => "5: Unexpected var. [Error/no-var]"));
    for (const lines of [gcc, flake, eslint]) expect(project(lines)).toBe("declined");
    expect(project(gcc, { command: "grep -rn warning: logs" })).toContain("more matches");
    expect(project(gcc, { command: "make 2>&1 | grep warning" })).toBe("declined");
  });

  test("an output with nothing to hide stays whole, so that no other rule drops a file", () => {
    const few = MANY.flatMap((file) => matches(file, 5));
    expect(project(few)).toBe(few.join("\n"));
    const one = Array.from({ length: 90 }, (_, n) => `src/f${n}.ts:1:only one`);
    expect(project(one)).toBe(one.join("\n"));
    expect(project(one.slice(0, 20))).toBe("declined");
  });

  test("above the cap keeps fewer per file, and groups by folder when that is not enough", () => {
    const some = Array.from({ length: 60 }, (_, n) => `src/f${n}.ts`).flatMap((file) =>
      matches(file, 30, (n) => `x${n}`.repeat(30))
    );
    const text = project(some, { maxUnits: 12_000 });
    expect(text.length).toBeLessThanOrEqual(12_000);
    expect(text).toContain("no file dropped");
    const thousands = Array.from({ length: 3_000 }, (_, n) => `src/area${n % 20}/f${n}.ts:1:import x`);
    const grouped = project(thousands, { maxUnits: 12_000 });
    expect(grouped).toContain("no directory dropped");
    for (let n = 0; n < 20; n += 1) expect(grouped).toContain(`more matches in src/area${n}]`);
  });

  test("grouped by folder, what the search says about itself stays as well, or is counted", () => {
    const hits = Array.from({ length: 3_000 }, (_, n) => `src/area${n % 20}/f${n}.ts:1:import x`);
    const denied = Array.from({ length: 12 }, (_, n) => `grep: secret${n}: Permission denied`);
    const few = project([...denied, ...hits], { maxUnits: 12_000 });
    expect(few).toContain("no directory dropped");
    for (const line of denied) expect(few.split("\n")).toContain(line);
    const notes = Array.from({ length: 90 }, (_, n) => `note ${n} of the wrapper`);
    const many = project([...notes, ...denied, ...hits], { maxUnits: 12_000 }).split("\n");
    for (const line of denied) expect(many).toContain(line);
    const shown = notes.filter((line) => many.includes(line)).length;
    expect(many).toContain(`  [+${90 - shown} more lines in other output]`);
  });

  test("cuts very long matching lines", () => {
    const text = project(MANY.flatMap((file) => matches(file, 8, () => "x".repeat(5_000))), {
      maxUnits: null,
    });
    expect(text).toContain(" chars of this line]… ");
    expect(text.length).toBeLessThan(60_000);
  });

  test("leaves its own result alone", () => {
    const once = project(MANY.flatMap((file) => matches(file, 20)));
    expect(projectGrep(once, CONTEXT)).toEqual({ text: once, elided: false });
  });
});
