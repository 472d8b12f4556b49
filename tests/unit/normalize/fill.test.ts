import { describe, expect, test } from "bun:test";
import { fillRoom, newsOrder } from "../../../src/normalize/fill.ts";
import { KEEP } from "../../../src/normalize/keep.ts";
import { lineShapes } from "../../../src/normalize/shape.ts";

const routine = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) => `request ${n} served by worker in ${10 + (n % 7)} ms, status ready`,
  );

function raised(texts: readonly string[], noise: RegExp = /$^/): string[] {
  const classes = new Uint8Array(texts.length);
  fillRoom(texts, classes, {
    shapes: lineShapes(texts, () => true),
    isShown: (at) => at < 10,
    isNoise: (at) => noise.test(texts[at] as string),
  });
  return texts.filter((_, at) => classes[at] === KEEP.rare);
}

describe("fillRoom()", () => {
  test("leaves lines that say nothing new", () => {
    expect(raised(routine(400))).toEqual([]);
  });

  test("raises new words, words of trouble and values far from the others", () => {
    const texts = routine(400);
    texts[120] = "snapshot uploaded to the archive bucket";
    texts[200] = "connection dropped by peer";
    texts[300] = "request 300 served by worker in 48211 ms, status ready";
    expect(raised(texts)).toEqual([texts[120], texts[200], texts[300]]);
    expect(raised(texts, /archive|dropped/)).toEqual([texts[300]]);
  });

  test("stops when enough of the text is shown", () => {
    const texts = Array.from({ length: 2_000 }, (_, n) => {
      const word = [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
      return `x${word}x y${word}y z${word}z ${"-".repeat(80)}`;
    });
    const units = raised(texts).reduce((sum, text) => sum + text.length + 1, 0);
    expect(units).toBeGreaterThan(20_000);
    expect(units).toBeLessThanOrEqual(24_000);
  });
});

describe("newsOrder()", () => {
  test("puts the densest news first, and what repeats them last or nowhere", () => {
    const texts = ["alpha beta", "gamma delta epsilon", "alpha beta", "gamma delta", "zeta"];
    const order = newsOrder(texts, { isShown: (at) => at === 0, isCandidate: () => true });
    expect(order).toContain(1);
    expect(order).toContain(4);
    expect(order).not.toContain(2);
  });
});
