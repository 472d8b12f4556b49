/**
 * T20: every regular expression of `src` against attack strings made for it.
 * 100 KB: at most 50 ms, and at most 2.5 times the time for twice the text.
 * A pattern that only ever sees one capped line: 2,000 characters, at most 10 ms.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { checkRegex, type ListedRegex, listRegexes } from "../../build/check-regex.ts";
import { type Attack, attacksOn } from "../support/attack-strings.ts";

setDefaultTimeout(120_000);

const TEXT_UNITS = 100_000;
const LINE_UNITS = 2_000;
const LIMIT_MS = 50;
const LINE_LIMIT_MS = 10;
/** Growth is taken over three doublings: one alone is within the noise of a busy machine. */
const PARTS = 8;
const MAX_GROWTH = 2.5 ** 3;
/** Below this the clock says more about the machine than about the pattern. */
const GROWTH_COUNTS_FROM_MS = 4;
const RETRIES = 7;
/** Exponential time shows on a few characters; a longer text would not come back. */
const SMALL_UNITS = [16, 20, 24, 28, 100, 400, 1_600];
/** A pattern that is this slow on an eighth of the text is too slow on the whole. */
const HOPELESS_MS = LIMIT_MS / 2;

/** CPU time, the least of several runs: other processes do not count, noise only ever adds. */
function best(pattern: RegExp, text: string, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const started = cpuMs();
    matchAll(pattern, text);
    least = Math.min(least, cpuMs() - started);
  }
  return least;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * All matches of a global pattern, the first one of any other. Not `replace`:
 * the engine has a short cut for some patterns there, and only there.
 */
function matchAll(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (!pattern.global) {
    pattern.test(text);
    return;
  }
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === "") pattern.lastIndex += 1;
  }
}

/** Why an attack is too slow, or null. */
function slowness(pattern: RegExp, { make, name }: Attack, lineCapped: boolean): string | null {
  const units = lineCapped ? LINE_UNITS : TEXT_UNITS;
  const limit = lineCapped ? LINE_LIMIT_MS : LIMIT_MS;
  for (const small of SMALL_UNITS) {
    const ms = best(pattern, make(small), 1);
    if (ms > LIMIT_MS && best(pattern, make(small), 2) > LIMIT_MS) {
      return `${name}: ${ms.toFixed(0)} ms on ${small} characters`;
    }
  }
  const part = make(units / PARTS);
  const partMs = best(pattern, part, 1);
  if (partMs > HOPELESS_MS && best(pattern, part, 3) > HOPELESS_MS) {
    return `${name}: ${partMs.toFixed(0)} ms on ${part.length} characters`;
  }
  const whole = make(units);
  const first = best(pattern, whole, 1);
  const ms = first > GROWTH_COUNTS_FROM_MS && first < 10 * LIMIT_MS ? best(pattern, whole, RETRIES) : first;
  if (ms > limit) return `${name}: ${ms.toFixed(1)} ms on ${whole.length} characters`;
  if (lineCapped || ms < GROWTH_COUNTS_FROM_MS) return null;
  const growth = growthOf(pattern, part, whole);
  return growth <= MAX_GROWTH
    ? null
    : `${name}: ${growth.toFixed(0)} times the time for ${PARTS} times the text`;
}

/** The least of several tries, each with both texts close together. */
function growthOf(pattern: RegExp, part: string, whole: string): number {
  let least = Infinity;
  for (let tries = 0; tries < RETRIES && least > MAX_GROWTH; tries += 1) {
    least = Math.min(least, best(pattern, whole, 3) / best(pattern, part, 3));
  }
  return least;
}

/** The first attack that is too slow. */
function findSlow(
  { source, flags, lineCapped }: Pick<ListedRegex, "source" | "flags" | "lineCapped">,
): string | null {
  const pattern = new RegExp(source, flags);
  for (const attack of attacksOn(source, flags)) {
    const slow = slowness(pattern, attack, lineCapped);
    if (slow !== null) return slow;
  }
  return null;
}

describe("regular expressions of src (T20)", () => {
  const regexes = listRegexes();
  const byPath = Map.groupBy(regexes, (regex) => regex.path);

  test("are found by the scanner", () => {
    expect(regexes.length).toBeGreaterThan(10);
  });

  test("have no loop that matches one text in two ways, and none is built unchecked", () => {
    expect(checkRegex()).toEqual([]);
  });

  for (const [path, own] of byPath) {
    test(`of ${path} are fast on every attack`, () => {
      const slow = own.flatMap((regex) => {
        const says = findSlow(regex);
        return says === null ? [] : [`${path}:${regex.line} /${regex.source}/ ${says}`];
      });
      expect(slow).toEqual([]);
    });
  }
});

describe("control: the same test catches patterns that are known to be slow", () => {
  test.each([/\s+$/, /^(\w+\s?)*$/, /(a+)+b/, /.*.*=x/, /<[^>]*>[^<]*<\//])("%p", (pattern) => {
    expect(findSlow({ source: pattern.source, flags: pattern.flags, lineCapped: false })).not.toBeNull();
  });
});
