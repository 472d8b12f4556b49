/**
 * The fold over the ledger. It keeps sums by session, tool and operation, and
 * of every row just enough to count it once and to settle it later: a 53-bit
 * hash of session and id, and the numbers of rows that are still pending.
 */

import type { LedgerRecord } from "./ledger.ts";

export type Fate = "pending" | "verified" | "refused";

/** rows, tokens before and after, code points before and after. */
export type Numbers = [rows: number, tb: number, ta: number, pb: number, pa: number];

/** Sums of one session, tool and operation. */
export interface Cell {
  readonly session: string;
  readonly tool: string;
  readonly op: string;
  readonly pending: Numbers;
  readonly verified: Numbers;
  readonly refused: Numbers;
}

/** Rows as columns, sorted by key; the form in which a fold is stored. */
export interface Rows {
  /** Rows whose fate is known. */
  readonly settled: Float64Array;
  readonly pendingKeys: Float64Array;
  /** Five numbers for each pending key: cell, then the numbers without the row count. */
  readonly pendingNumbers: Float64Array;
  /** Fates that came before their row. */
  readonly earlyKeys: Float64Array;
  readonly earlyFates: Float64Array;
}

export interface Fold {
  readonly take: (record: LedgerRecord) => void;
  readonly cells: () => readonly Cell[];
  /** Everything a later fold needs to go on from here. */
  readonly rows: () => Rows;
}

const PER_PENDING = 5;
export const NO_ROWS: Rows = {
  settled: new Float64Array(0),
  pendingKeys: new Float64Array(0),
  pendingNumbers: new Float64Array(0),
  earlyKeys: new Float64Array(0),
  earlyFates: new Float64Array(0),
};

type Waiting = readonly [cell: number, tb: number, ta: number, pb: number, pa: number];

/** Starts a fold, or goes on with a stored one (`base` is read only when a record arrives). */
export function startFold(stored: readonly Cell[], base: () => Rows): Fold {
  const cells: Cell[] = stored.map((cell) => ({
    ...cell,
    pending: [...cell.pending],
    verified: [...cell.verified],
    refused: [...cell.refused],
  }));
  const cellOf = new Map(cells.map((cell, i) => [nameOf(cell.session, cell.tool, cell.op), i]));
  const settled = new Set<number>();
  const waiting = new Map<number, Waiting>();
  const early = new Map<number, "verified" | "refused">();
  const isTaken = new Set<number>();

  function cellIndex(session: string, tool: string, op: string): number {
    const name = nameOf(session, tool, op);
    let index = cellOf.get(name);
    if (index === undefined) {
      index = cells.push({ session, tool, op, pending: none(), verified: none(), refused: none() }) - 1;
      cellOf.set(name, index);
    }
    return index;
  }

  function add(index: number, fate: Fate, by: Waiting, sign: 1 | -1): void {
    const sums = cells[index]?.[fate];
    if (sums === undefined) return;
    sums[0] += sign;
    for (let i = 1; i < PER_PENDING; i += 1) sums[i] = (sums[i] ?? 0) + sign * (by[i] ?? 0);
  }

  /** A pending row, from this fold or from the stored one. */
  function waitingAt(key: number): Waiting | undefined {
    const fresh = waiting.get(key);
    if (fresh !== undefined || isTaken.has(key)) return fresh;
    const at = find(base().pendingKeys, key);
    const [cell, tb, ta, pb, pa] = at < 0
      ? []
      : base().pendingNumbers.subarray(at * PER_PENDING, (at + 1) * PER_PENDING);
    return cell === undefined ? undefined : [cell, tb ?? 0, ta ?? 0, pb ?? 0, pa ?? 0];
  }

  function earlyAt(key: number): "verified" | "refused" | undefined {
    const fresh = early.get(key);
    if (fresh !== undefined) return fresh;
    const at = find(base().earlyKeys, key);
    return at < 0 ? undefined : base().earlyFates[at] === 1 ? "refused" : "verified";
  }

  function take(record: LedgerRecord): void {
    const key = hash53(`${record.session}\0${record.id}`);
    if (settled.has(key) || find(base().settled, key) >= 0) return;
    const known = waitingAt(key);
    if (record.t !== "row") {
      if (known === undefined) {
        if (earlyAt(key) === undefined) early.set(key, record.t);
        return;
      }
      add(known[0], "pending", known, -1);
      add(known[0], record.t, known, 1);
      settle(key);
      return;
    }
    if (known !== undefined) return;
    const cell = cellIndex(record.session, record.tool, record.op);
    const row: Waiting = [
      cell,
      record.beforeTokens,
      record.afterTokens,
      record.beforePoints,
      record.afterPoints,
    ];
    const fate = earlyAt(key);
    add(cell, fate ?? "pending", row, 1);
    if (fate === undefined) waiting.set(key, row);
    else settle(key);
  }

  function settle(key: number): void {
    settled.add(key);
    waiting.delete(key);
    early.delete(key);
    isTaken.add(key);
  }

  function rows(): Rows {
    const old = base();
    const all = new Map<number, Waiting>();
    for (const key of old.pendingKeys) {
      const row = waitingAt(key);
      if (row !== undefined) all.set(key, row);
    }
    for (const [key, row] of waiting) all.set(key, row);
    const keys = Float64Array.from(all.keys()).sort();
    const fates = new Map<number, number>();
    old.earlyKeys.forEach((key, i) => !settled.has(key) && fates.set(key, old.earlyFates[i] ?? 0));
    for (const [key, fate] of early) fates.set(key, fate === "refused" ? 1 : 0);
    const earlyKeys = Float64Array.from(fates.keys()).sort();
    return {
      settled: merged(old.settled, settled),
      pendingKeys: keys,
      pendingNumbers: flat(keys, all),
      earlyKeys,
      earlyFates: earlyKeys.map((key) => fates.get(key) ?? 0),
    };
  }

  return { take, cells: () => cells, rows };
}

function none(): Numbers {
  return [0, 0, 0, 0, 0];
}

function nameOf(session: string, tool: string, op: string): string {
  return `${session}\0${tool}\0${op}`;
}

function merged(base: Float64Array, fresh: ReadonlySet<number>): Float64Array {
  const all = new Float64Array(base.length + fresh.size);
  all.set(base, 0);
  all.set(Float64Array.from(fresh), base.length);
  return all.sort();
}

function flat(keys: Float64Array, rows: ReadonlyMap<number, Waiting>): Float64Array {
  const numbers = new Float64Array(keys.length * PER_PENDING);
  keys.forEach((key, i) => numbers.set(rows.get(key) ?? [], i * PER_PENDING));
  return numbers;
}

/** Where a key stands in a sorted column, or -1. */
function find(column: Float64Array, key: number): number {
  let low = 0;
  let high = column.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = column[middle] ?? 0;
    if (value === key) return middle;
    if (value < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A 53-bit hash for tables, not for trust. */
function hash53(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
