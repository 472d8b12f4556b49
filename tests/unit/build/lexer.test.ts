import { describe, expect, test } from "bun:test";
import { scanTypeScript } from "../../../build/lexer.ts";

const patterns = (text: string) =>
  scanTypeScript(text).regexes.map(({ source, flags, line }) => ({ source, flags, line }));

describe("scanTypeScript()", () => {
  test("finds patterns and their lines", () => {
    expect(patterns("const a = /x+/g;\nconst b = [/[/]/, /\\//u];")).toEqual([
      { source: "x+", flags: "g", line: 1 },
      { source: "[/]", flags: "", line: 2 },
      { source: "\\/", flags: "u", line: 2 },
    ]);
  });

  test("finds them after return, arrows, brackets, operators and at the start of a line", () => {
    const text =
      "return /a/.test(x); f(/b/, !/c/.test(y)); const g = (s) => /d/.test(s); x = { k: /e/ };\n  /f/,\n";
    expect(patterns(text).map(({ source }) => source)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  test("takes a division for a division", () => {
    for (const text of ["a / b / c", "(a + b) / 2 / c", "x[1] / y / z", "4 / 2 / 1", "f() / g / h"]) {
      expect(patterns(text)).toEqual([]);
    }
  });

  test("ignores slashes in comments, texts and templates, but not in the code of a template", () => {
    const text =
      "// /a/\n/* /b/ */ const s = '/c/' + \"/d/\" + `/e/ ${x.replace(/f/, `${/g/.source}`)} /h/`; const t = /i/;";
    expect(patterns(text).map(({ source }) => source)).toEqual(["f", "g", "i"]);
  });

  test("blanks comments, texts and patterns and keeps lines and length", () => {
    const text = 'const a = "process"; // Bun\nconst b = /process/; Bun.x(`${process} Bun`);';
    const { code } = scanTypeScript(text);
    expect(code).toHaveLength(text.length);
    expect(code.split("\n")[0]).not.toContain("process");
    expect(code.match(/\bprocess\b/g)).toHaveLength(1);
    expect(code.match(/\bBun\b/g)).toHaveLength(1);
  });
});
