import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TokenCounter } from "../../src/tokens/counter.ts";
import { oracleTokens, testCounter } from "../support/tokens.ts";

let count: TokenCounter;
beforeAll(async () => {
  count = await testCounter();
});

/** Digits and letters that only the newest Unicode knows: the two programs may differ on them. */
const NEWEST = /[\u{11de0}-\u{11de9}\u{16ff4}-\u{16ff6}]/u;

const word = fc.constantFrom(
  "error",
  " the",
  "Über",
  "漢字",
  "naïve",
  "x",
  " ",
  "\n",
  "\t",
  "1234",
  "://",
  "'s",
  "__",
  "🙂",
);

describe("the token count", () => {
  test("equals tiktoken's for any text", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 200 }).filter((text) => !NEWEST.test(text));
    fc.assert(fc.property(anyText, (text) => expect(count(text).tokens).toBe(oracleTokens(text) ?? -1)), {
      numRuns: 1_500,
    });
  });

  test("equals tiktoken's for texts of words and punctuation", () => {
    const text = fc.array(word, { maxLength: 150 }).map((words) => words.join(""));
    fc.assert(fc.property(text, (value) => expect(count(value).tokens).toBe(oracleTokens(value) ?? -1)), {
      numRuns: 1_500,
    });
  });

  test("is never above the number of UTF-8 bytes and zero only for nothing", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const { tokens } = count(text);
      expect(tokens).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
      expect(tokens === 0).toBe(text === "");
    }));
  });
});
