import type { Numbering } from "../marker/grammar.ts";

/**
 * Declares that the hidden lines carry a numbering without holes, so that a
 * reader need not page them in to be sure. Says nothing when in doubt.
 */

const MIN_LINES = 3;
const COLUMNS = 6;
const LINE_UNITS = 200;
const MIN_LINES_WITH_GAP = 8;
const TIME_STAMP = /^\W{0,3}\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?/;

/** A line of the middle, in order; shown ones may fill a hole of the numbering. */
export interface NumberedLine {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Looks for an arithmetic integer column among the first six of every hidden
 * line (a leading time stamp aside): same position, constant non-zero step, at
 * most one gap in eight lines or more. A shown line counts when its number fits.
 */
export function numberingOf(lines: readonly NumberedLine[]): Numbering | undefined {
  const first = lines.findIndex((line) => line.hidden);
  if (first < 0) return undefined;
  let hidden = 0;
  for (const line of lines) if (line.hidden) hidden += 1;
  if (hidden < MIN_LINES) return undefined;
  const columns = integersOf((lines[first] as NumberedLine).text).length;
  for (let column = 0; column < columns; column += 1) {
    const found = arithmetic(lines, column, hidden >= MIN_LINES_WITH_GAP);
    if (found) return found;
  }
  return undefined;
}

function integersOf(line: string): string[] {
  return (line.slice(0, LINE_UNITS).replace(TIME_STAMP, "").match(/\d{1,30}/g) ?? []).slice(0, COLUMNS);
}

function arithmetic(lines: readonly NumberedLine[], column: number, mayGap: boolean): Numbering | undefined {
  let step: bigint | null = null;
  let gapAfter: string | undefined;
  let previous: bigint | null = null;
  let first: bigint | null = null;
  let last: bigint | null = null;
  for (const line of lines) {
    const text = integersOf(line.text)[column];
    if (!line.hidden) {
      if (text !== undefined && previous !== null && step !== null && BigInt(text) - previous === step) {
        previous = BigInt(text);
      }
      continue;
    }
    if (text === undefined) return undefined;
    const value = BigInt(text);
    if (previous !== null) {
      const difference: bigint = value - previous;
      if (difference === 0n) return undefined;
      if (step === null) step = difference;
      else if (difference !== step) {
        // A gap leaves numbers out; it never turns back.
        if (gapAfter !== undefined || !mayGap || difference > 0n !== step > 0n) return undefined;
        gapAfter = previous.toString();
      }
    }
    previous = value;
    first ??= value;
    last = value;
  }
  if (step === null || first === null || last === null) return undefined;
  return {
    first: first.toString(),
    last: last.toString(),
    step: step.toString(),
    ...(gapAfter === undefined ? {} : { gapAfter }),
  };
}
