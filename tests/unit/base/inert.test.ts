import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IS_LONG } from "../../support/random.ts";
import { inert, inertLine } from "../../../src/base/inert.ts";

/** What may reach a terminal: no control but LF and tab, nothing that hides or reorders text. */
const LIVE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

describe("inert()", () => {
  test("returns harmless text unchanged", () => {
    for (
      const text of [
        "",
        "plain",
        "tab\tand\nlines\n",
        "naïve café",
        "日本語",
        "🙂 emoji",
        "a\\x1b already escaped",
      ]
    ) {
      expect(inert(text)).toBe(text);
    }
  });

  test.each([
    ["\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"],
    ["\x1b]8;;http://x\x07link", "\\x1b]8;;http://x\\x07link"],
    ["\x9b31m", "\\x9b31m"],
    ["a\rb\bc\0", "a\\x0db\\x08c\\x00"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
    ["zero\u200bwidth\ufeff", "zero\\u{200b}width\\u{feff}"],
    ["\u2028\u2029", "\\u{2028}\\u{2029}"],
    ["\u{e0041}tag", "\\u{e0041}tag"],
    ["lone \ud800 and \udc00", "lone \\u{d800} and \\u{dc00}"],
  ])("%p becomes visible", (text, visible) => {
    expect(inert(text)).toBe(visible);
  });

  test("lets nothing live through, whatever comes in, and changes nothing the second time (T26)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const once = inert(text);
        expect(once).not.toMatch(LIVE);
        expect(once.isWellFormed()).toBe(true);
        expect(inert(once)).toBe(once);
      }),
      { numRuns: IS_LONG ? 20_000 : 1_000 },
    );
  });
});

describe("inertLine()", () => {
  test("stays on one line and within its length before escapes", () => {
    expect(inertLine("a\nb\tc")).toBe("a\\x0ab\\x09c");
    expect(inertLine("abcdefghij", 5)).toBe("abcd…");
  });

  test("does not leave half a character at the cut", () => {
    expect(inertLine("abc🙂🙂", 5).isWellFormed()).toBe(true);
  });
});
