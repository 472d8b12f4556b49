/**
 * The ledger as people ask for it: sums by fate for everything, one project
 * and one session. A row counts once however often it was written.
 */
import { fail, ok, type Result } from "../base/errors.ts";
import type { LedgerRow } from "../store/ledger.ts";
import { readLedger } from "../store/ledger-totals.ts";
import type { State } from "../store/state.ts";

export type Fate = "verified" | "pending" | "refused";

export interface Sums {
  readonly rows: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly savedTokens: number;
}

export type SumsByFate = Readonly<Record<Fate, Sums>>;

export interface Savings extends SumsByFate {
  readonly byTool: Readonly<Record<string, SumsByFate>>;
  /** Unix milliseconds of the newest row, or null. */
  readonly lastMs: number | null;
}

export interface Entry {
  readonly row: LedgerRow;
  readonly fate: Fate;
}

/** Every row once, with its fate, oldest first. */
export function ledgerEntries(state: State): Result<readonly Entry[]> {
  const rows = new Map<string, LedgerRow>();
  const fates = new Map<string, Fate>();
  const read = readLedger(state, (record) => {
    const key = `${record.session}\0${record.id}`;
    if (record.t === "row") {
      if (!rows.has(key)) rows.set(key, record);
    } else if (!fates.has(key)) fates.set(key, record.t);
  });
  if (!read.ok) return read;
  return ok([...rows].map(([key, row]) => ({ row, fate: fates.get(key) ?? "pending" })));
}

/** Sums over some entries. */
export function savingsOf(entries: readonly Entry[]): Savings {
  const all = none();
  const byTool: Record<string, Mutable> = {};
  let lastMs: number | null = null;
  for (const { row, fate } of entries) {
    add(all[fate], row);
    add((byTool[row.tool] ??= none())[fate], row);
    lastMs = Math.max(lastMs ?? 0, row.ts);
  }
  return { ...all, byTool, lastMs };
}

/** The session that an id or the beginning of one names. */
export function findSession(entries: readonly Entry[], wanted: string): Result<string> {
  const ids = new Set(entries.map(({ row }) => row.session));
  if (ids.has(wanted)) return ok(wanted);
  const fitting = [...ids].filter((id) => id.startsWith(wanted));
  if (fitting.length === 1 && fitting[0] !== undefined) return ok(fitting[0]);
  return fail(
    "bad-input",
    fitting.length === 0 ? "no such session in the ledger" : "several sessions begin like that",
  );
}

type Mutable = Record<Fate, { -readonly [K in keyof Sums]: Sums[K] }>;

function none(): Mutable {
  const zero = () => ({ rows: 0, beforeTokens: 0, afterTokens: 0, savedTokens: 0 });
  return { verified: zero(), pending: zero(), refused: zero() };
}

function add(sums: Mutable[Fate], row: LedgerRow): void {
  sums.rows += 1;
  sums.beforeTokens += row.beforeTokens;
  sums.afterTokens += row.afterTokens;
  sums.savedTokens += row.beforeTokens - row.afterTokens;
}
