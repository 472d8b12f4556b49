import { describe, expect, test } from "bun:test";
import { defaultContext } from "../../../bench/support/doors.ts";
import { KEEP } from "../../../src/normalize/keep.ts";
import { cleanLines } from "../../../src/normalize/clean.ts";
import { project } from "../../../src/normalize/pipeline.ts";
import { chooseProfile } from "../../../src/normalize/profiles/choose.ts";
import { markProfile } from "../../../src/normalize/profiles/mark.ts";
import type { Profile } from "../../../src/normalize/profiles/profile.ts";

const many = (count: number, line: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => line(n));

const chosen = (lines: readonly string[], command?: string, user: readonly Profile[] = []): string =>
  chooseProfile(cleanLines(lines.join("\n"), { keepTrailing: false, keepEdges: false }), command, user)?.id ??
    "";

const PASSING: Readonly<Record<string, readonly string[]>> = {
  "pytest -v": [
    "collected 10000 items",
    ...many(10_000, (n) => `tests/test_${n % 97}.py::test_case_${n} PASSED     [ ${Math.floor(n / 100)}%]`),
    "====== 10000 passed in 41.20s ======",
  ],
  "npx jest --verbose": [
    ...many(
      10_000,
      (n) => (n % 20 === 0 ? `PASS test/s${n}.test.js` : `    ✓ case ${n} works (${n % 9} ms)`),
    ),
    "Tests:       10000 passed, 10000 total",
  ],
  "go test ./...": many(3_000, (n) => `ok  \texample.com/shop/pkg${n}\t0.0${n % 9}s`),
  "cargo test": [
    ...many(10_000, (n) => `test mod${n % 50}::case_${n} ... ok`),
    "test result: ok. 10000 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.10s",
  ],
  "mvn test": [
    ...many(5_000, (n) =>
      `[INFO] Running com.example.Case${n}Test\n` +
      `[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.01 s -- in com.example.Case${n}Test`),
    "[INFO] BUILD SUCCESS",
  ],
  "./gradlew build": [
    ...many(10_000, (n) => `> Task :mod${n % 300}:compileStep${n} UP-TO-DATE`),
    "BUILD SUCCESSFUL in 4m",
  ],
  "ansible-playbook site.yml": [
    "PLAY [all] ****",
    ...many(2_500, (n) => `\nTASK [role${n % 9} : step ${n}] *****\nok: [web-1]\nok: [web-2]`),
    "PLAY RECAP ****",
    "web-1 : ok=2500 changed=0 unreachable=0 failed=0",
  ],
  "cat app.log": many(
    10_000,
    (n) => `2026-03-04 10:00:${10 + (n % 50)} INFO [w-${n % 8}] shop.Orders - order ${n} done`,
  ),
};

describe("a long run without news", () => {
  test.each(Object.entries(PASSING))("of `%s` is almost nothing", (command, lines) => {
    const { text } = project(lines.join("\n"), { ...defaultContext("Bash"), command });
    expect(text.length).toBeLessThan(3_000);
    expect(text).toContain((lines.at(-1) as string).split("\n").at(-1) as string);
  });
});

describe("chooseProfile()", () => {
  const pytest = PASSING["pytest -v"] as readonly string[];

  test("sees through wrappers, pipes and folders", () => {
    expect(chosen(pytest, "cd api && FOO=1 uv run python -m pytest -v 2>&1 | tail -400")).toBe("pytest");
  });

  test("takes the shape where the command says nothing or is not understood", () => {
    expect(chosen(pytest)).toBe("pytest");
    expect(chosen(pytest, "./ci.sh $(cat list)")).toBe("pytest");
  });

  test("does not believe a command whose output looks like something else", () => {
    expect(chosen(many(50, (n) => `row ${n} of the report`), "pytest -v")).toBe("");
  });

  test("joins the profiles of a command that runs other tools", () => {
    const both = [
      "make: Entering directory '/home/dev/project'",
      ...many(20, (n) => `src/a.c:${n + 1}:5: warning: unused variable 'x' [-Wunused-variable]`),
      "make: *** [Makefile:3: all] Error 1",
    ];
    expect(chosen(both, "make").split("+").sort()).toEqual(["gcc", "make"]);
  });

  test("prefers a profile of the user", () => {
    const own: Profile = {
      id: "ours",
      says: "",
      commands: ["pytest"],
      shape: [/PASSED/],
      keep: [],
      noise: [],
    };
    expect(chosen(pytest, "pytest -v", [own]).split("+")).toContain("ours");
  });
});

describe("markProfile()", () => {
  const profile: Profile = {
    id: "p",
    says: "",
    commands: [],
    shape: [],
    keep: [/^keep/],
    noise: [],
    verdict: [/^total/],
    serious: [/^bad/],
    minor: [/^cc /],
    blocks: [{ start: /^block/, until: /^end/, withEnd: true, cap: 9 }],
    items: [{
      row: /^row /,
      kind: /^row (\w+)/,
      heading: /^file/,
      place: /^ at/,
      keepUpTo: 3,
      first: 1,
      last: 1,
    }],
  };
  const marks = (texts: readonly string[], before: Readonly<Record<number, number>> = {}): Uint8Array => {
    const classes = Uint8Array.from(texts, (_, n) => before[n] ?? KEEP.noise);
    markProfile(profile, texts, classes);
    return classes;
  };

  test("pins totals and skeleton, raises serious findings", () => {
    expect([...marks(["total 3", "keep me", "bad thing", "other"])]).toEqual([
      KEEP.frame,
      KEEP.frame,
      KEEP.error,
      KEEP.noise,
    ]);
  });

  test("keeps a passage up to and with its end", () => {
    const classes = marks(["block a", "inside", "end", "outside"]);
    expect([...classes].map((value) => value > KEEP.noise)).toEqual([true, true, true, false]);
  });

  test("an echoed command stays signal, but comes after real errors", () => {
    expect([...marks(["cc -DHAVE_STRERROR x.c"], { 0: KEEP.error })]).toEqual([KEEP.signal]);
  });

  test("a row brings its heading and its place; each kind is there", () => {
    const texts = [
      "file one",
      ...many(40, (n) => `row common ${n}`),
      "file two",
      "row rare",
      " at 7",
      "tail",
    ];
    const classes = marks(texts);
    for (const line of ["file two", "row rare", " at 7", "row common 0", "row common 39"]) {
      expect(classes[texts.indexOf(line)]).toBe(KEEP.frame);
    }
    expect(classes[texts.indexOf("row common 11")]).toBe(KEEP.noise);
  });

  test("what is pinned stays below its room, whatever there is", () => {
    const texts = many(5_000, (n) => `row kind${n} ${"x".repeat(60)}`);
    const classes = marks(texts);
    let units = 0;
    texts.forEach((text, n) => {
      if (classes[n] === KEEP.frame) units += text.length + 1;
    });
    expect(units).toBeGreaterThan(8_000);
    expect(units).toBeLessThan(17_000);
  });
});
