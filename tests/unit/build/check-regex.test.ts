import { describe, expect, test } from "bun:test";
import { checkRegex, listRegexes, noteworthyRegexes } from "../../../build/check-regex.ts";
import { scanTypeScript } from "../../../build/lexer.ts";

const file = (text: string) => [{ path: "src/x.ts", text, scanned: scanTypeScript(text) }];

describe("checkRegex()", () => {
  test("refuses an ambiguous loop and names its place", () => {
    expect(checkRegex(file("const a = 1;\nconst b = /(a+)+$/;"))).toMatchObject([{
      path: "src/x.ts",
      line: 2,
    }]);
    expect(checkRegex(file("const b = /(?:,\\d+)*$/;"))).toEqual([]);
  });

  test("refuses a pattern that is built at run time, unless it is marked as checked", () => {
    expect(checkRegex(file("const a = new RegExp(text);"))).toHaveLength(1);
    expect(checkRegex(file("const a = new RegExp(text); // checked-pattern: escaped"))).toEqual([]);
    expect(checkRegex(file("// checked-pattern: escaped\nconst a = new RegExp(text);"))).toEqual([]);
  });

  test("lists adjacent and nested repeats without refusing them", () => {
    const listed = listRegexes(file("const a = /\\s*\\s*x/; const b = /(?:,\\d+)*/; const c = /x+/;"));
    expect(noteworthyRegexes(listed)).toEqual([
      "src/x.ts:1: adjacent: /\\s*\\s*x/",
      "src/x.ts:1: nested: /(?:,\\d+)*/",
    ]);
  });
});

describe("listRegexes()", () => {
  test("knows which patterns see one capped line only", () => {
    const text =
      "const a = /a/;\nconst b = /b/; // line-capped\n// line-capped\nconst c = /c/;\nconst d = /d/;";
    expect(listRegexes(file(text)).map((row) => row.lineCapped)).toEqual([false, true, true, false]);
    expect(listRegexes(file("// line-capped: file\n\nconst a = /a/;")).map((row) => row.lineCapped)).toEqual([
      true,
    ]);
  });
});
