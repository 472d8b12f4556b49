import { isBlank } from "../base/text.ts";
import { countSuffix, isBarrier } from "../marker/grammar.ts";
import type { Line } from "./types.ts";

/**
 * Repeated lines and repeated groups of 2 to 8 lines become one copy with a
 * count; runs of blank lines become one. Applied only where the result is
 * shorter than what it replaces.
 * Laws: never longer; twice equals once (counted lines are barriers); the
 * counts add up to the lines of the input.
 */

const MAX_PERIOD = 8;
const MIN_REPETITIONS = 3;

/** Folds runs, periods and blank runs; linear in the number of lines. */
export function foldRepeats(lines: readonly Line[]): Line[] {
  const out: Line[] = [];
  let i = 0;
  while (i < lines.length) {
    const current = lines[i] as Line;
    if (isBlank(current.text)) {
      i = foldBlanks(lines, i, out);
      continue;
    }
    const folded = isBarrier(current.text) ? null : foldAt(lines, i);
    if (folded) {
      for (const line of folded.lines) out.push(line);
      i = folded.next;
    } else {
      out.push(current);
      i += 1;
    }
  }
  return out;
}

function foldBlanks(lines: readonly Line[], start: number, out: Line[]): number {
  let end = start;
  while (end < lines.length && isBlank((lines[end] as Line).text)) end += 1;
  const first = lines[start] as Line;
  const last = lines[end - 1] as Line;
  let count = 0;
  for (let i = start; i < end; i += 1) count += (lines[i] as Line).count;
  out.push(end - start === 1 ? first : { text: first.text, from: first.from, to: last.to, count });
  return end;
}

function foldAt(lines: readonly Line[], start: number): { lines: Line[]; next: number } | null {
  for (let period = 1; period <= MAX_PERIOD; period += 1) {
    if (start + period * MIN_REPETITIONS > lines.length) return null;
    const text = (lines[start] as Line).text;
    if ((lines[start + period] as Line).text !== text) continue;
    const repetitions = countRepetitions(lines, start, period);
    if (repetitions < MIN_REPETITIONS) continue;
    const folded = fold(lines, start, period, repetitions);
    if (folded) return { lines: folded, next: start + period * repetitions };
  }
  return null;
}

function countRepetitions(lines: readonly Line[], start: number, period: number): number {
  for (let i = 0; i < period; i += 1) {
    const text = (lines[start + i] as Line).text;
    if (isBlank(text) || isBarrier(text)) return 0;
  }
  let repetitions = 1;
  for (;;) {
    const base = start + repetitions * period;
    if (base + period > lines.length) return repetitions;
    for (let i = 0; i < period; i += 1) {
      if ((lines[base + i] as Line).text !== (lines[start + i] as Line).text) return repetitions;
    }
    repetitions += 1;
  }
}

function fold(lines: readonly Line[], start: number, period: number, repetitions: number): Line[] | null {
  const suffix = countSuffix(repetitions, period === 1 ? "run" : period === 2 ? "pairs" : { period });
  let periodUnits = 0;
  for (let i = 0; i < period; i += 1) periodUnits += (lines[start + i] as Line).text.length + 1;
  if (periodUnits + suffix.length >= periodUnits * repetitions) return null;
  const end = start + period * repetitions - 1;
  const out: Line[] = [];
  for (let i = 0; i < period - 1; i += 1) out.push(lines[start + i] as Line);
  let count = 0;
  for (let i = start + period - 1; i <= end; i += 1) count += (lines[i] as Line).count;
  const last = lines[start + period - 1] as Line;
  out.push({ text: last.text + suffix, from: last.from, to: (lines[end] as Line).to, count });
  return out;
}
