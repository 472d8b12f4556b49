/** Cleaning takes control sequences away; whatever else goes can be recalled, or stays. */
import { describe, expect, test } from "bun:test";
import { cleanLines } from "../../../src/normalize/clean.ts";
import { runOnce } from "../../../src/normalize/pipeline.ts";
import { projectParts } from "../../../src/ops/project-output.ts";
import { defaultSettings } from "../../../src/settings/resolve.ts";
import { logText } from "../../support/hook-texts.ts";
import { operatorContext } from "../../support/operator-context.ts";
import { testRandom } from "../../support/random.ts";

const cleaned = (text: string) =>
  cleanLines(text, { keepTrailing: false, keepEdges: false }).map((line) => line.text).join("\n");

describe("an escape sequence", () => {
  test.each([
    ["a colour", "\x1b[1;31mred\x1b[0m", "red"],
    ["an eight-bit colour", "\x9b1;31mred\x9b0m", "red"],
    ["a title", "\x1b]0;title\x07text", "text"],
    ["a link", "\x1b]8;;http://a\x1b\\name\x1b]8;;\x1b\\", "name"],
    ["a device string", "\x1bPq#0\x1b\\text", "text"],
  ])("goes: %s", (_what, text, shown) => {
    expect(cleaned(text)).toBe(shown);
  });

  test.each([
    ["a title that does not end on its line", "\x1b]0;kept text", "0;kept text"],
    ["a device string that does not end", "\x1bPkept", "kept"],
    [
      "a quotation mark that was decoded as Latin-1",
      "\xe2\x80\x9cso\xe2\x80\x9d and \xe2\x80\x9cthus\xe2\x80\x9d",
      "\xe2\x80\x9cso\xe2\x80 and \xe2\x80\x9cthus\xe2\x80",
    ],
    ["a single introducer", "a\x90b\x9bc", "abc"],
  ])("takes no text with it: %s", (_what, text, shown) => {
    expect(cleaned(text)).toBe(shown);
  });

  test("never takes a letter or digit that stands outside of a whole sequence", () => {
    const random = testRandom("clean");
    // A torn one stands before a blank: nothing of the next word can be meant to belong to it.
    const controls = [
      "\x1b[0m",
      "\x1b[38;5;208m",
      "\x1b[2K",
      "\x1b]0;t\x07",
      "\x1b7",
      "\x1b] ",
      "\x1bP ",
      "\x1b_ ",
      "\x90 ",
      "\x98 ",
      "\x9b ",
      "\x9d ",
      "\x9e ",
    ] as const;
    for (let n = 0; n < 500; n += 1) {
      let text = "";
      let letters = "";
      for (let k = 0; k < 12; k += 1) {
        const word = `w${random.int(1_000)}`;
        text += `${random.pick(controls)}${word} `;
        letters += word;
      }
      expect(cleaned(text).replace(/[^w0-9]/g, "")).toBe(letters);
    }
  });
});

describe("zero bytes", () => {
  const TEXT = logText(400).replaceAll("took", "to\0ok");
  const WIDE = `\ufffd\ufffd${[...logText(60)].join("\0")}\0`;

  test("go only where the original can be recalled", () => {
    for (const text of [TEXT, WIDE]) {
      const hiding = runOnce(text, operatorContext({ mayElide: true }));
      expect(hiding.text).not.toContain("\0");
      expect(hiding.elided).toBe(true);
      const keeping = runOnce(text, operatorContext({ mayElide: false }));
      expect(keeping.elided).toBe(false);
      expect(keeping.text.split("\0").length).toBe(text.split("\0").length);
    }
  });

  test("of an output that hides nothing else: parked, or left", () => {
    const parked: string[] = [];
    const request = {
      parts: [WIDE],
      tool: "Bash" as const,
      scale: 1,
      settings: defaultSettings(),
      program: "ck-bin",
    };
    const replaced = projectParts({ ...request, park: (text) => (parked.push(text), "0123456789") });
    expect(replaced?.parts[0]).not.toContain("\0");
    expect(replaced?.parts[0]).toContain("ck-bin recall 0123456789");
    expect(parked).toEqual([WIDE]);
    const alone = projectParts(request);
    expect(alone?.parts[0] ?? WIDE).toContain("\0");
  });

  test("of a file stay, unless it is UTF-16 that was read as bytes", () => {
    const read = operatorContext({ mayElide: true, tool: "Read" });
    expect(runOnce("a\0b", read)).toMatchObject({ text: "a\0b", elided: false });
    expect(runOnce("\ufffd\ufffda\0b\0", read)).toMatchObject({ text: "ab", elided: true });
  });
});
