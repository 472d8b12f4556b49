import { beforeAll, describe, expect, test } from "bun:test";
import type { TokenCounter } from "../../src/tokens/counter.ts";
import { testCounter } from "../support/tokens.ts";

/**
 * Hostile texts: the time may grow with the length and its logarithm, never
 * with its square. Compared are two lengths of the same text, so the speed of
 * the machine does not matter.
 */

let count: TokenCounter;
beforeAll(async () => {
  count = await testCounter();
});

const SMALL = 20_000;
const FACTOR = 8;
/** A quadratic program takes 64 times as long for 8 times the text. */
const MOST_GROWTH = 24;
/** Only against hanging; a busy machine must not fail here. */
const TIMEOUT_MS = 60_000;

const HOSTILE: Readonly<Record<string, string>> = {
  letters: "a",
  capitals: "A",
  "capitals with one caseless letter at the start": "A",
  digits: "7",
  spaces: " ",
  newlines: "\n",
  "newlines and slashes": "/\n",
  symbols: "=",
  apostrophes: "'",
  marks: "\u0301",
  "caseless letters": "漢",
  "mixed case": "aB",
  "capitals and caseless letters": "A漢",
  "marks and capitals": "\u0301A",
  emoji: "😀",
  "lone surrogates": "\ud800",
  "spaces and tabs": " \t",
  "carriage returns and spaces": "\r ",
};

/** How much longer the longer text takes; the lowest of some attempts, as a busy machine only adds. */
function growth(text: (units: number) => string): number {
  const [small, large] = [text(SMALL), text(SMALL * FACTOR)];
  let lowest = Infinity;
  for (let attempt = 0; attempt < 5 && lowest >= MOST_GROWTH; attempt += 1) {
    const smallMs = Math.max(fastest(small), 0.2);
    lowest = Math.min(lowest, fastest(large) / smallMs);
  }
  return lowest;
}

function fastest(text: string): number {
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    count(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

describe("counting hostile texts", () => {
  for (const [name, unit] of Object.entries(HOSTILE)) {
    test(`takes no more than n log n for ${name}`, () => {
      const start = name.endsWith("at the start") ? "漢" : "";
      const text = (units: number): string => start + unit.repeat(Math.ceil(units / unit.length));
      count(text(SMALL));
      expect(growth(text)).toBeLessThan(MOST_GROWTH);
    }, TIMEOUT_MS);
  }
});
