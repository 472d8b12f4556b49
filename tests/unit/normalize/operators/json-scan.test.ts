import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JSON_MAX_DEPTH } from "../../../../src/base/limits.ts";
import { scanJson } from "../../../../src/normalize/operators/json-scan.ts";
import {
  childrenOf,
  endOf,
  sizeOf,
  sourceOf,
  stringOf,
} from "../../../../src/normalize/operators/json-spans.ts";
import { runSeed } from "../../../support/random.ts";
import { runs } from "../../../support/texts.ts";

/** True when the whole text is one JSON value for the scanner. */
function accepts(text: string): boolean {
  const tape = scanJson(text);
  return tape !== null && text.slice(endOf(tape, 0)).trim() === "";
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("scanJson()", () => {
  test("accepts exactly what JSON.parse accepts", () => {
    const texts = [
      "",
      " ",
      "{}",
      "[]",
      "[1]",
      "[1,]",
      "[,1]",
      '{"a":1,}',
      '{"a" 1}',
      "{a:1}",
      "[01]",
      "[-0]",
      "[1.]",
      "[.5]",
      "[1e5]",
      "[1e]",
      "[+1]",
      "[NaN]",
      '["\\u12G4"]',
      '["\\x"]',
      '["a\nb"]',
      '["a\\"]',
      '["\\ud83d\\ude00"]',
      "[tru]",
      "[true,false,null]",
      "[[[]]]",
      "[[]",
      "{}}",
      "[1] 2",
      '{"a":{"b":[{"c":"d"}]}}',
      " \n\t[ 1 , 2 ]\r\n",
    ];
    for (const text of texts) expect([text, accepts(text)]).toEqual([text, parses(text)]);
  });

  test("accepts exactly what JSON.parse accepts, also after one character went wrong", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(4),
        fc.nat(),
        fc.constantFrom("", ",", '"', "\\", "}", "1", "\n"),
        (value, indent, at, put) => {
          const text = JSON.stringify(value, null, indent);
          expect(accepts(text)).toBe(true);
          const place = at % (text.length + 1);
          const broken = text.slice(0, place) + put + text.slice(place + 1);
          expect([broken, accepts(broken)]).toEqual([broken, parses(broken)]);
        },
      ),
      { seed: runSeed(), numRuns: runs(1_000, 20_000) },
    );
  });

  test("a node's size is its length without white space between tokens", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const tape = scanJson(text);
        if (!tape) throw new Error(text);
        expect(sizeOf(tape, 0)).toBe(JSON.stringify(value).length);
        expect(sourceOf(tape, 0)).toBe(text);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
  });

  test("gives the children of a list and of an object in source order", () => {
    const tape = scanJson('{"a":[1,{"b":2}],"a":"x\\ny"}');
    if (!tape) throw new Error("not scanned");
    expect(childrenOf(tape, 0).map((node) => sourceOf(tape, node))).toEqual([
      '"a"',
      '[1,{"b":2}]',
      '"a"',
      '"x\\ny"',
    ]);
    expect(stringOf(tape, childrenOf(tape, 0)[3] ?? 0)).toBe("x\ny");
  });

  test("declines what is deeper than its guard", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(accepts(nested(JSON_MAX_DEPTH))).toBe(true);
    expect(accepts(nested(JSON_MAX_DEPTH + 1))).toBe(false);
  });
});
