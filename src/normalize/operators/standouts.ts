import type { Column, Seen } from "./columns.ts";

/**
 * Which rows of a list stand out by a value: rare in a column of few values,
 * far from the other numbers of a column, or the first of a category. The same
 * rules serve JSON records, JSON lines and tables. Linear but for one sort per
 * column of numbers.
 */

export type StandoutKind = "error" | "value" | "number" | "keys" | "signal" | "cover";

/** Why a row is worth keeping; rows with equal keys stand out in the same way. */
export interface Standout {
  readonly row: number;
  readonly kind: StandoutKind;
  readonly key: string;
}

const LOW_CARDINALITY = 8;
const TOTAL_MIN = 20;
const RARE_COUNT = 2;
const RARE_SHARE = 0.01;
/** Lists shorter than twenty: one row against a clear majority. */
const SHORT_TOTAL_MIN = 8;
/** From here on two rows against the majority still stand out. */
const SHORT_PAIR_MIN = 10;
const SHORT_VALUES_MAX = 3;
const SHORT_MAJORITY = 0.6;
const FENCE = 3;
const EXTREMES = 3;

/** Faults are exceptions up to this share of the rows. */
const FAULT_SHARE = 0.5;

/** Everything that stands out by value, column by column. */
export function standoutsOf(columns: readonly Column[], extremes = EXTREMES): Standout[] {
  const found: Standout[] = [];
  for (const column of columns) {
    const { name } = column;
    if (column.faults > 0 && column.faults <= FAULT_SHARE * column.total) {
      column.faultRows.forEach((row, n) => found.push({ row, kind: "value", key: `${name}:fault${n}` }));
    }
    if (column.values && column.values.size > 1) byCategory(name, column, column.values, found);
    if (column.numbers && column.numbers.length >= TOTAL_MIN) {
      byNumber(column, column.numbers, extremes, found);
      byExample(name, "other", column.strangers, column.strangerRows, column, found);
    }
    if (!column.values) byExample(name, "none", column.blanks, column.blankRows, column, found);
  }
  return found;
}

/** A few rows that lack what nearly all have: a value, a number. */
function byExample(
  name: string,
  what: string,
  count: number,
  rows: readonly number[],
  column: Column,
  found: Standout[],
): void {
  if (count === 0 || column.total < TOTAL_MIN) return;
  if (count > Math.max(RARE_COUNT, Math.floor(RARE_SHARE * column.total))) return;
  for (const row of rows) found.push({ row, kind: "value", key: `${name}:${what}` });
}

function byCategory(
  name: string,
  column: Column,
  values: ReadonlyMap<string, Seen>,
  found: Standout[],
): void {
  const isShort = column.total < TOTAL_MIN;
  if (
    isShort &&
    (column.total < SHORT_TOTAL_MIN || values.size > SHORT_VALUES_MAX || !hasMajority(column, values))
  ) return;
  const rare = isShort
    ? (column.total < SHORT_PAIR_MIN ? 1 : RARE_COUNT)
    : Math.max(RARE_COUNT, Math.floor(RARE_SHARE * column.total));
  const isLow = values.size <= LOW_CARDINALITY;
  const isCategory = values.size * 4 <= column.total;
  for (const [value, seen] of values) {
    const key = `${name}=${value}`;
    if (isLow && seen.count <= rare) { for (const row of seen.rows) found.push({ row, kind: "value", key }); }
    else if (isCategory && !isShort) found.push({ row: seen.rows[0] ?? 0, kind: "cover", key });
  }
}

function hasMajority(column: Column, values: ReadonlyMap<string, Seen>): boolean {
  for (const seen of values.values()) if (seen.count >= SHORT_MAJORITY * column.total) return true;
  return false;
}

/** Numbers beyond the quartile fences, furthest first, and a sign that hardly any other has. */
function byNumber(column: Column, numbers: readonly number[], extremes: number, found: Standout[]): void {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const reach = FENCE * (at(0.75) - at(0.25));
  const floor = Math.max(at(0.25) - reach, at(0.02) >= 0 ? 0 : Number.NEGATIVE_INFINITY);
  const ceiling = at(0.75) + reach;
  const low: number[] = [];
  const high: number[] = [];
  numbers.forEach((value, index) => {
    if (value < floor) low.push(index);
    else if (value > ceiling) high.push(index);
  });
  low.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  high.sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0));
  for (const [side, indices] of [["-", low], ["+", high]] as const) {
    indices.slice(0, extremes).forEach((index, rank) => {
      found.push({ row: column.numberRows[index] ?? 0, kind: "number", key: `${column.name}${side}${rank}` });
    });
  }
}

const ORDER: readonly StandoutKind[] = ["error", "value", "number", "keys", "signal", "cover"];

/**
 * At most `limit` rows, taken from each kind in turn, new differences before
 * repeated ones, in the order of the list.
 */
export function pickRows(found: readonly Standout[], limit: number): number[] {
  const queues = ORDER.map((kind) => {
    const seen = new Set<string>();
    const fresh: number[] = [];
    const repeated: number[] = [];
    for (const standout of found) {
      if (standout.kind !== kind) continue;
      (seen.has(standout.key) ? repeated : fresh).push(standout.row);
      seen.add(standout.key);
    }
    return [...fresh, ...repeated];
  });
  const picked = new Set<number>();
  const longest = Math.max(...queues.map((queue) => queue.length));
  for (let round = 0; round < longest && picked.size < limit; round += 1) {
    for (const queue of queues) {
      const row = queue[round];
      if (row !== undefined && picked.size < limit) picked.add(row);
    }
  }
  return [...picked].sort((a, b) => a - b);
}
