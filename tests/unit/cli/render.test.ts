import { describe, expect, test } from "bun:test";
import { renderBug, renderUsage } from "../../../src/cli/render.ts";

describe("messages of the command line", () => {
  test("hold no control character of what was typed", () => {
    const text = renderUsage("unknown command '\x1b]0;owned\x07\u202e'", "try \x1b[2J", false);
    expect(text).toContain("\\x1b]0;owned\\x07\\u{202e}");
    expect([...text].filter((unit) => unit < " " && unit !== "\n")).toEqual([]);
  });

  test("a bug names itself and the version, without a stack", () => {
    const text = renderBug(new TypeError("x is undefined"), "1.2.3", false);
    expect(text).toContain("TypeError: x is undefined");
    expect(text).toContain("1.2.3");
    expect(text).not.toContain(".ts:");
  });
});
