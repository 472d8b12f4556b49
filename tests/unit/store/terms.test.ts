import { expect, test } from "bun:test";
import {
  appendTerms,
  judge,
  look,
  readMoreTerms,
  readTerms,
  renewal,
  type Term,
  termOf,
  termStart,
  tidyTerms,
} from "../../../src/store/terms.ts";
import { fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const NOTHING: Term = { renewedMs: [], marks: [], seen: [] };

/** The verdict on a thing with a term of one day; times are days before (negative: after) this moment. */
function verdict(
  stamps: readonly number[],
  more: { marks?: readonly number[]; seen?: readonly number[]; print?: string } = {},
) {
  const at = (days: readonly number[] = []) =>
    days.map((day) => ({ at: NOW - day * DAY, print: more.print ?? "p" }));
  const term: Term = { renewedMs: [], marks: at(more.marks), seen: at(more.seen) };
  return judge({ term, stamps: stamps.map((day) => NOW - day * DAY), print: "p", ttlMs: DAY }, NOW);
}

test("a thing inside its term stays, and one past it is marked first", () => {
  expect(verdict([0.5])).toBe("keep");
  expect(verdict([0.999, 40])).toBe("keep");
  expect(verdict([1])).toBe("mark");
  expect(verdict([5], { marks: [0.5] })).toBe("keep");
  expect(verdict([5], { marks: [1] })).toBe("delete");
});

test("a mark counts only from the past, for the same state of the thing, and not from years ago", () => {
  expect(verdict([5], { marks: [-1] })).toBe("mark");
  expect(verdict([5], { marks: [2], print: "before the renewal" })).toBe("mark");
  expect(verdict([5_000], { marks: [3_650] })).toBe("mark");
  expect(verdict([5_000], { marks: [3_650, 0.5] })).toBe("keep");
  expect(verdict([5_000], { marks: [3_650, 2] })).toBe("delete");
  expect(verdict([5_000], { marks: [3_650, 3_000] })).toBe("delete");
});

test("a thing stamped in the future ages from the first look at it", () => {
  expect(verdict([-3_650])).toBe("see");
  expect(verdict([5, -3_650])).toBe("see");
  expect(verdict([-3_650], { seen: [0.5] })).toBe("keep");
  expect(verdict([-3_650], { seen: [1] })).toBe("mark");
  expect(verdict([-3_650], { seen: [1], print: "before the renewal" })).toBe("see");
  expect(verdict([-3_650], { seen: [-1] })).toBe("see");
  expect(verdict([0.5], { seen: [1] }), "the clock has caught up with what was seen").toBe("mark");
});

test("the beginning of a term is never in the future", () => {
  expect(termStart(NOTHING, 5, 9)).toBe(5);
  expect(termStart({ ...NOTHING, renewedMs: [7, 12] }, 5, 9)).toBe(7);
  expect(termStart({ ...NOTHING, renewedMs: [12] }, 50, 9)).toBe(9);
});

test("records about terms are read from every month, and odd ones are left out", () => {
  const { rt, files, clock } = fakeRuntime();
  const state = mustOpen(rt);
  const folder = "/home/u/project";
  expect(readTerms(state, "/nowhere")).toEqual({ ok: true, value: { terms: new Map(), readTo: new Map() } });
  appendTerms(state, folder, [renewal("k", 1), look("mark", "k", 2, "p")]);
  clock.now += 40 * DAY;
  appendTerms(state, folder, [look("see", "k", 3, "p"), { t: "renew", k: 7 }, { t: "mark", k: "k", at: 9 }, {
    t: "other",
    k: "k",
    at: 1,
    p: "",
  }]);
  appendTerms(state, folder, []);
  expect(files.paths().filter((path) => path.includes("terms-")).length).toBe(2);
  const terms = readTerms(state, folder);
  expect(terms.ok && termOf(terms.value, "k")).toEqual({
    renewedMs: [1],
    marks: [{ at: 2, print: "p" }],
    seen: [{ at: 3, print: "p" }],
  });
  expect(terms.ok && termOf(terms.value, "nothing")).toEqual(NOTHING);
  appendTerms(state, folder, [renewal("k", 11), renewal("other", 12)]);
  if (!terms.ok) throw new Error(terms.error.code);
  expect(readMoreTerms(state, folder, terms.value).ok).toBe(true);
  expect(readTerms(state, folder)).toEqual(terms);
  expect(termOf(terms.value, "k").renewedMs).toEqual([1, 11]);
});

test("files of past months go when they speak of nothing that is left", () => {
  const { rt, files, clock } = fakeRuntime();
  const state = mustOpen(rt);
  const folder = "/home/u/project";
  for (const keys of [["gone"], ["alive", "gone"], ["gone"]]) {
    appendTerms(state, folder, keys.map((key) => renewal(key, clock.now)));
    clock.now += 31 * DAY;
  }
  tidyTerms(state, folder, (name) => name !== "gone");
  const left = files.paths().filter((path) => path.includes("terms-")).map((path) => path.slice(-11, -4));
  expect(left).toEqual(["2026-04"]);
});
