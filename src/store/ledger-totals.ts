/**
 * Totals over the ledger. The whole of it is folded once; later calls go on
 * from a stored fold and read only what was appended since.
 */

import { ok, type Result } from "../base/errors.ts";
import { JOURNAL_CHUNK_BYTES, LEDGER_CACHE_STEP_BYTES } from "../base/limits.ts";
import { faultError } from "./fault.ts";
import { ledgerFile } from "./layout.ts";
import { LEDGER, ledgerMonths, type LedgerRecord, toLedgerRecord } from "./ledger.ts";
import {
  type Covered,
  type LedgerCache,
  loadRows,
  loadTotals,
  NOTHING_CACHED,
  saveCache,
} from "./ledger-cache.ts";
import { type Cell, type Fate, NO_ROWS, type Numbers, type Rows, startFold } from "./ledger-fold.ts";
import { eachRecord } from "./record.ts";
import type { State } from "./state.ts";

/** Sums of one group of rows. */
export interface Sums {
  readonly rows: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly savedTokens: number;
  readonly beforePoints: number;
  readonly afterPoints: number;
}

export type SumsByFate = Readonly<Record<Fate, Sums>>;

export interface LedgerTotals extends SumsByFate {
  /** Rows of every fate. */
  readonly rows: number;
  readonly byTool: Readonly<Record<string, SumsByFate>>;
  readonly byOp: Readonly<Record<string, SumsByFate>>;
}

const CHECKED_BYTES = 64;
const FATES: readonly Fate[] = ["pending", "verified", "refused"];

/** Totals of everything, or of one session. */
export function ledgerTotals(state: State, only: { readonly session?: string } = {}): Result<LedgerTotals> {
  const cells = foldedCells(state);
  if (!cells.ok) return cells;
  const { session } = only;
  return ok(
    sumUp(session === undefined ? cells.value : cells.value.filter((cell) => cell.session === session)),
  );
}

/** Hands every valid record of the ledger over, oldest month first. */
export function readLedger(state: State, take: (record: LedgerRecord) => void): Result<void> {
  const months = ledgerMonths(state);
  if (!months.ok) return months;
  for (const month of months.value) {
    const done = readFrom(state, month, 0, take);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** Sums by session, tool and operation, from the stored fold and what came after it. */
function foldedCells(state: State): Result<readonly Cell[]> {
  const months = ledgerMonths(state);
  if (!months.ok) return months;
  const cache = loadTotals(state);
  const isFit = cache !== null && fits(state, cache, months.value);
  return (isFit ? foldFrom(state, months.value, cache) : null) ??
    foldFrom(state, months.value, NOTHING_CACHED) ?? ok([]);
}

/** Goes on from a stored fold; null when its rows are needed and do not verify. */
function foldFrom(
  state: State,
  months: readonly string[],
  cache: LedgerCache,
): Result<readonly Cell[]> | null {
  let rows: Rows | null = cache === NOTHING_CACHED ? NO_ROWS : null;
  let isLost = false;
  const base = (): Rows => {
    if (rows === null) {
      const loaded = loadRows(state, cache);
      isLost = loaded === null;
      rows = loaded ?? NO_ROWS;
    }
    return rows;
  };
  const fold = startFold(cache.cells, base);
  const covered: Covered[] = [];
  let grown = 0;
  for (const month of months) {
    const from = cache.covered.find((each) => each.month === month)?.at ?? 0;
    const done = readFrom(state, month, from, fold.take);
    if (!done.ok) return done;
    grown += done.value - from;
    covered.push({ month, at: done.value, sum: sumBefore(state, month, done.value) });
  }
  if (grown >= LEDGER_CACHE_STEP_BYTES && !isLost) {
    saveCache(state, { covered, cells: fold.cells() }, fold.rows());
  }
  return isLost ? null : ok(fold.cells());
}

/** Whether every covered month is still there with the same bytes before its mark. */
function fits(state: State, cache: LedgerCache, months: readonly string[]): boolean {
  return cache.covered.every(({ month, at, sum }) =>
    months.includes(month) && sumBefore(state, month, at) === sum
  );
}

function sumBefore(state: State, month: string, at: number): number {
  const from = Math.max(0, at - CHECKED_BYTES);
  const read = state.rt.files.readRange(ledgerFile(state.root, month), from, at - from);
  return read.ok && read.value.length === at - from ? state.rt.hash.checksum(read.value) : -1;
}

/** Reads one month from an offset; returns the offset up to which everything is settled. */
function readFrom(
  state: State,
  month: string,
  from: number,
  take: (record: LedgerRecord) => void,
): Result<number> {
  let at = from;
  for (;;) {
    const chunk = state.rt.files.readRange(ledgerFile(state.root, month), at, JOURNAL_CHUNK_BYTES);
    if (!chunk.ok) return chunk.fault === "missing" ? ok(at) : faultError(chunk.fault, "read ledger");
    const settled = eachRecord(state.rt.hash, LEDGER, chunk.value, (record) => {
      const row = toLedgerRecord(record);
      if (row !== null) take(row);
    });
    if (chunk.value.length < JOURNAL_CHUNK_BYTES) return ok(at + settled);
    // A chunk without a single LF is damage: it is skipped as a whole.
    at += settled > 0 ? settled : chunk.value.length;
  }
}

function sumUp(cells: readonly Cell[]): LedgerTotals {
  const all = emptySums();
  // Names come from the host; one of them could be that of a prototype.
  const byTool: Record<string, Open> = Object.create(null);
  const byOp: Record<string, Open> = Object.create(null);
  let rows = 0;
  for (const cell of cells) {
    for (const fate of FATES) {
      rows += cell[fate][0];
      for (const sums of [all, byTool[cell.tool] ??= emptySums(), byOp[cell.op] ??= emptySums()]) {
        add(sums[fate], cell[fate]);
      }
    }
  }
  return { rows, ...all, byTool, byOp };
}

type OpenSums = { -readonly [K in keyof Sums]: Sums[K] };
type Open = Record<Fate, OpenSums>;

function emptySums(): Open {
  const none = (): OpenSums => ({
    rows: 0,
    beforeTokens: 0,
    afterTokens: 0,
    savedTokens: 0,
    beforePoints: 0,
    afterPoints: 0,
  });
  return { pending: none(), verified: none(), refused: none() };
}

function add(sums: OpenSums, [rows, tb, ta, pb, pa]: Numbers): void {
  sums.rows += rows;
  sums.beforeTokens += tb;
  sums.afterTokens += ta;
  sums.savedTokens += tb - ta;
  sums.beforePoints += pb;
  sums.afterPoints += pa;
}
