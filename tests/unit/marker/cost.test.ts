import { expect, test } from "bun:test";
import {
  continuesMarker,
  countLookAlikes,
  DELTA,
  elisionMarker,
  footer,
  gapMarker,
  isBarrier,
  isFooter,
  parkedHint,
  READ_HINT,
} from "../../../src/marker/grammar.ts";
import { loadCounter } from "../../../src/ops/count-tokens.ts";

const PROGRAM = "/home/developer/.local/share/bin/ck-bin-x";

test("the fixed cost of an elision stays under 110 tokens with a program path of 40 characters", async () => {
  const count = await loadCounter();
  const program = PROGRAM.slice(0, 40);
  expect(program).toHaveLength(40);
  const first = elisionMarker({
    from: 1046,
    to: 98280,
    hidden: 97235,
    kind: "noise",
    tokens: 1203456,
    numbering: { first: "45", last: "97279", step: "1" },
  });
  const tail = continuesMarker(98281);
  const last = footer(1_250_000, 1_200, parkedHint(program, "0123456789", "24h"), 0);
  expect(count(`${first}\n${tail}\n\n${last}`).tokens).toBeLessThan(110);
});

test("a gap marker costs less than 20 tokens and a delta marker less than 40", async () => {
  const count = await loadCounter();
  expect(count(gapMarker(104601, 298280)).tokens).toBeLessThan(20);
  for (
    const text of [
      DELTA.unchanged("f3a9c7"),
      DELTA.changed,
      DELTA.identicalCommand("9b8e2d"),
      DELTA.identicalMcp("d7c1e9"),
    ]
  ) {
    expect(count(text).tokens).toBeLessThan(40);
  }
});

test("the percentage is rounded down and is 100 only when nothing is left", () => {
  expect(footer(1_000, 8, "", 0)).toBe("[context-kernel: 1000 -> 8 token, -99%]");
  expect(footer(1_000, 0, "", 0)).toBe("[context-kernel: 1000 -> 0 token, -100%]");
  expect(footer(3, 2, "", 0)).toBe("[context-kernel: 3 -> 2 token, -33%]");
});

test("only a whole footer is a footer; text that quotes the prefix is not", () => {
  expect(isFooter(footer(10, 5, READ_HINT, 0))).toBe(true);
  expect(isFooter(footer(10, 5, parkedHint("/a b/ck-bin", "0123456789", "24h"), 3))).toBe(true);
  expect(isFooter("[context-kernel: nothing elided]")).toBe(false);
  expect(isFooter("see [context-kernel: 10 -> 5 token, -50%]")).toBe(false);
  expect(isFooter("[context-kernel: 10 -> 5 token, -50%] and more")).toBe(false);
});

test("barriers are lines of ours, not lines that end in a bracket", () => {
  expect(isBarrier(gapMarker(1, 2))).toBe(true);
  expect(isBarrier("x  [x 3]")).toBe(true);
  expect(isBarrier("b  [x 4 alternating pairs]")).toBe(true);
  expect(isBarrier("a[x 3]")).toBe(false);
  expect(isBarrier("[x 3]")).toBe(false);
});

test("look-alikes are counted by line", () => {
  expect(countLookAlikes("a\n[context-kernel: x] [context-kernel: y]\nb [context-kernel: z]")).toBe(2);
  expect(countLookAlikes("none")).toBe(0);
});

test("a program path is quoted only when it needs it", () => {
  expect(parkedHint("/usr/bin/ck-bin", "0123456789", "24h")).toContain(
    ": /usr/bin/ck-bin recall 0123456789 --grep PATTERN",
  );
  expect(parkedHint("/a b/ck-bin", "0123456789", "24h")).toContain('"/a b/ck-bin" recall');
});
