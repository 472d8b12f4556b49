import { describe, expect, test } from "bun:test";
import { generate } from "../../../build/generate.ts";
import { markdownTable } from "../../../build/markdown.ts";
import { COMMANDS } from "../../../src/ops/registry.ts";
import { SETTINGS } from "../../../src/settings/table.ts";

const SECTIONS = ["commands", "profiles", "settings"];
const README = SECTIONS.map((name) => `# ${name}\n<!-- ${name}:begin -->STALE<!-- ${name}:end -->\n`).join(
  "",
);

describe("generated sections of the README", () => {
  test("replace what stands between the marks and nothing else", () => {
    const { text, missing } = generate(README);
    expect(missing).toEqual([]);
    expect(text).not.toContain("STALE");
    for (const name of SECTIONS) expect(text).toContain(`# ${name}\n`);
    for (const row of COMMANDS) expect(text).toContain(row.summary);
    for (const row of SETTINGS) expect(text).toContain(row.says);
    expect(generate(text).text).toBe(text);
  });

  test("missing marks are named", () => {
    expect(generate("nothing").missing).toEqual(SECTIONS);
  });
});

describe("markdownTable()", () => {
  test("pads cells and escapes bars", () => {
    expect(markdownTable(["a", "long head"], [["x|y", "1"]])).toBe(
      "| a    | long head |\n| ---- | --------- |\n| x\\|y | 1         |",
    );
  });
});
