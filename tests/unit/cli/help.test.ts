import { describe, expect, test } from "bun:test";
import { commandHelp, programHelp, usageLine } from "../../../src/cli/help.ts";
import { COMMANDS } from "../../../src/ops/registry.ts";

const COLUMNS = 80;

describe("help", () => {
  test("of the program lists every visible command and no hidden one", () => {
    const text = programHelp(COMMANDS, "1.2.3", false);
    expect(text).toContain("1.2.3");
    for (const row of COMMANDS) {
      const listed = text.split("\n").some((line) => line.trimStart().startsWith(`${row.name} `));
      expect(listed).toBe(row.hidden !== true);
    }
  });

  test.each(COMMANDS.map((row) => [row.name, row] as const))(
    "of %s names every argument, option, example, setting and exit code",
    (_name, row) => {
      const text = commandHelp(row, false);
      for (const positional of row.positionals) expect(text).toContain(positional.name);
      for (const option of row.options) expect(text).toContain(`--${option.name}`);
      for (const [line, says] of row.examples) expect(text).toContain(`# ${says}\n  ck-bin ${line}`);
      for (const key of row.settings ?? []) expect(text).toContain(key);
      for (const [code, says] of row.exitCodes ?? []) expect(text).toMatch(new RegExp(`${code} +${says}`));
      // What always ends well has no other code to speak of.
      expect(/^ +70 /m.test(text)).toBe(row.name !== "hook");
      expect(/^ +1 /m.test(text)).toBe(row.name !== "hook");
    },
  );

  test("fits a terminal of 80 columns, but for examples", () => {
    for (
      const text of [
        programHelp(COMMANDS, "1.2.3", false),
        ...COMMANDS.map((row) => commandHelp(row, false)),
      ]
    ) {
      for (const line of text.split("\n")) {
        if (!line.startsWith("  ck-bin ")) expect(line.length).toBeLessThanOrEqual(COLUMNS);
      }
    }
  });

  test("states a default as it would be typed", () => {
    const texts = COMMANDS.map((row) => commandHelp(row, false)).join("\n").replace(/\s+/g, " ");
    expect(texts).toContain("Keep no ledger and no journal of failures. Default: 0");
    expect(texts).not.toMatch(/Default: (?:true|false)/);
  });

  test("has colours only when asked, and the same words either way", () => {
    for (const row of COMMANDS) {
      const plain = commandHelp(row, false);
      expect(plain).not.toContain("\x1b");
      expect(Bun.stripANSI(commandHelp(row, true))).toBe(plain);
    }
  });

  test("shows optional arguments in brackets and repeatable ones with dots", () => {
    const row = COMMANDS.find((one) => one.name === "recall");
    if (row === undefined) throw new Error("no recall");
    expect(usageLine(row)).toBe("ck-bin recall [KEY] [OPTIONS]");
    expect(usageLine({ ...row, positionals: [{ name: "FILE", says: "", required: true, many: true }] }))
      .toBe("ck-bin recall FILE... [OPTIONS]");
  });
});
