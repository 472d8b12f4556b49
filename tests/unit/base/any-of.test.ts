import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyOf } from "../../../src/base/text.ts";

const PATTERNS = [
  /^a+b/,
  /b|cc/,
  /^(x)\1$/,
  /(?<q>["'])\w\k<q>/,
  /A{2}/i,
  /(c)d/,
  /[\u{1f600}]/u,
  /^=+ .{1,3} =+$/,
];

test("joined patterns match what one of them matches", () => {
  const text = fc.array(
    fc.constantFrom("a", "b", "c", "cc", "d", "x", "xx", "A", '"', "'", "=", " ", "\u{1f600}"),
    { maxLength: 8 },
  ).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.subarray(PATTERNS), text, (patterns, line) => {
      expect(anyOf(patterns)(line)).toBe(patterns.some((pattern) => pattern.test(line)));
    }),
    { numRuns: 3_000, seed: 7 },
  );
});

test("without patterns nothing matches", () => expect(anyOf([])("x")).toBe(false));
