/** Totals over the ledger. */

import { ok, type Result } from "../base/errors.ts";
import { JOURNAL_CHUNK_BYTES } from "../base/limits.ts";
import { faultError } from "./fault.ts";
import { ledgerFile } from "./layout.ts";
import { LEDGER, ledgerMonths, type LedgerRecord, type LedgerRow, toLedgerRecord } from "./ledger.ts";
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

export interface SumsByFate {
  readonly pending: Sums;
  readonly verified: Sums;
  readonly refused: Sums;
}

export interface LedgerTotals extends SumsByFate {
  /** Rows of every fate. */
  readonly rows: number;
  readonly byTool: Readonly<Record<string, SumsByFate>>;
  readonly byOp: Readonly<Record<string, SumsByFate>>;
}

/** Totals of everything, or of one session. */
export function ledgerTotals(state: State, only: { readonly session?: string } = {}): Result<LedgerTotals> {
  const rows = new Map<string, { row: LedgerRow | null; fate: "pending" | "verified" | "refused" }>();
  const read = readLedger(state, (record) => {
    if (only.session !== undefined && record.session !== only.session) return;
    const key = `${record.session}\0${record.id}`;
    const known = rows.get(key) ?? { row: null, fate: "pending" };
    rows.set(key, known);
    if (record.t === "row") known.row ??= record;
    else if (known.fate !== "refused") known.fate = record.t;
  });
  if (!read.ok) return read;
  const all = emptySums();
  const byTool: Record<string, Mutable> = {};
  const byOp: Record<string, Mutable> = {};
  let count = 0;
  for (const { row, fate } of rows.values()) {
    if (row === null) continue;
    count += 1;
    add(all[fate], row);
    add((byTool[row.tool] ??= emptySums())[fate], row);
    add((byOp[row.op] ??= emptySums())[fate], row);
  }
  return ok({ rows: count, ...all, byTool, byOp });
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
    if (chunk.value.length === 0) return ok(at);
    const settled = eachRecord(state.rt.hash, LEDGER, chunk.value, (record) => {
      const row = toLedgerRecord(record);
      if (row !== null) take(row);
    });
    if (chunk.value.length < JOURNAL_CHUNK_BYTES) return ok(at + settled);
    // A chunk without a single LF is damage: it is skipped as a whole.
    at += settled > 0 ? settled : chunk.value.length;
  }
}

type Mutable = { pending: MutableSums; verified: MutableSums; refused: MutableSums };
type MutableSums = { -readonly [K in keyof Sums]: Sums[K] };

function emptySums(): Mutable {
  const none = (): MutableSums => ({
    rows: 0,
    beforeTokens: 0,
    afterTokens: 0,
    savedTokens: 0,
    beforePoints: 0,
    afterPoints: 0,
  });
  return { pending: none(), verified: none(), refused: none() };
}

function add(sums: MutableSums, row: LedgerRow): void {
  sums.rows += 1;
  sums.beforeTokens += row.beforeTokens;
  sums.afterTokens += row.afterTokens;
  sums.savedTokens += row.beforeTokens - row.afterTokens;
  sums.beforePoints += row.beforePoints;
  sums.afterPoints += row.afterPoints;
}
