import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tryProfile } from "../../../src/normalize/profiles/try-profile.ts";
import { parseProfile } from "../../../src/normalize/profiles/user.ts";

const GOOD = {
  name: "shop-import",
  says: "Rejected rows and the totals",
  commands: ["shop-import"],
  shape: ["^row \\d{1,9}: ", "^import (?:done|stopped)"],
  keep: ["^table \\w{1,80}$"],
  noise: ["^row \\d{1,9}: ok$"],
  items: [{ row: "^row \\d{1,9}: skipped", keep_up_to: 40, first: 10, last: 5 }],
  examples: [{
    command: "shop-import x",
    input: importLog(),
    must_survive: ["table orders", "row 200: skipped"],
  }],
};

function importLog(): string {
  const rows = Array.from({ length: 300 }, (_, n) => `row ${n + 1}: ${n === 199 ? "skipped" : "ok"}`);
  return ["table orders", ...rows, "import done: 299 of 300 rows"].join("\n");
}

function problemsOf(change: Record<string, unknown>): readonly string[] {
  const parsed = parseProfile(JSON.stringify({ ...GOOD, ...change }));
  return parsed.ok ? tryProfile(parsed.value) : parsed.problems;
}

describe("a profile of the user", () => {
  test("is read, and its example holds", () => {
    expect(problemsOf({})).toEqual([]);
  });

  test("of the documentation is one", () => {
    const page = readFileSync(join(import.meta.dir, "../../../docs/profiles.md"), "utf8");
    const json = /```json\n([\s\S]{1,4000}?)\n```/.exec(page)?.[1] ?? "";
    const parsed = parseProfile(json);
    expect(parsed.ok ? tryProfile(parsed.value) : parsed.problems).toEqual([]);
  });

  test("with a line that does not survive or is not there is refused", () => {
    const example = GOOD.examples[0];
    expect(problemsOf({ examples: [{ ...example, must_survive: ["row 150: ok"] }] })[0]).toContain(
      "does not survive",
    );
    expect(problemsOf({ examples: [{ ...example, must_survive: ["row 900: ok"] }] })[0]).toContain(
      "not in the input",
    );
  });

  test("that its own example does not choose is refused", () => {
    expect(problemsOf({ shape: ["^nothing of this$"] })[0]).toContain("not chosen");
  });

  test.each([
    ["no JSON", "{", "valid JSON"],
    ["an array", "[]", "object"],
  ])("that is %s is refused", (_, text, says) => {
    const parsed = parseProfile(text);
    expect(parsed.ok ? [] : parsed.problems).toEqual([expect.stringContaining(says)]);
  });

  test.each([
    ["slow pattern", { keep: ["(a+)+$"] }, "keep[0]"],
    ["adjacent repeats", { keep: [".*.*x"] }, "keep[0]"],
    ["broken pattern", { shape: ["("] }, "shape[0]"],
    ["long pattern", { keep: ["a".repeat(301)] }, "keep[0]"],
    ["unknown field", { keeps: [] }, "keeps"],
    ["bad name", { name: "../x" }, "name"],
    ["no example", { examples: [] }, "examples"],
    ["nothing to keep", { keep: [], noise: [], items: [] }, "keep"],
    ["wrong type", { commands: "shop" }, "commands"],
    ["block without start", { blocks: [{ cap: 3 }] }, "blocks[0].start"],
    ["negative count", { shape_hits: -1 }, "shape_hits"],
    ["unknown field of a row", { items: [{ row: "x", keepUpTo: 3 }] }, "items[0].keepUpTo"],
  ])("with %s is refused", (_, change, where) => {
    expect(problemsOf(change).some((problem) => problem.startsWith(where))).toBe(true);
  });
});
