/**
 * The ledger: what each rewrite would save, and whether the model really
 * received it. Numbers and names only. A row counts once per session and
 * tool-use id however often it was written; it is "pending" until a canary
 * settles it, and the first word of a canary stands.
 */

import { ok, type Result } from "../base/errors.ts";
import { faultError } from "./fault.ts";
import { isLogOff } from "./failures.ts";
import { foldersThere, ownFolder } from "./folder.ts";
import { appendBytes } from "./journal.ts";
import { ledgerFile, ledgerFolder, monthOf } from "./layout.ts";
import { frame, type JournalRecord } from "./record.ts";
import type { State } from "./state.ts";

export interface LedgerRow extends JournalRecord {
  readonly t: "row";
  /** The host's tool-use id. */
  readonly id: string;
  readonly ts: number;
  readonly tool: string;
  readonly op: "projection" | "delta";
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly beforePoints: number;
  readonly afterPoints: number;
  readonly session: string;
  readonly agent?: string;
  /** Project id. */
  readonly project: string;
}

/** What the canary saw of a row. */
export interface LedgerSettled extends JournalRecord {
  readonly t: "verified" | "refused";
  readonly id: string;
  readonly session: string;
}

export type LedgerRecord = LedgerRow | LedgerSettled;

const MONTH_FILE = /^(\d{4,}-\d\d)\.log$/;
export const LEDGER = "ledger";

/** Appends records to the file of the month, in one write. Does nothing when logs are off. */
export function appendLedger(state: State, records: readonly LedgerRecord[]): Result<void> {
  if (records.length === 0 || isLogOff(state)) return ok(undefined);
  const bytes = frame(state.rt.hash, LEDGER, records);
  if (!bytes.ok) return bytes;
  const folder = ownFolder(state.rt, ledgerFolder(state.root));
  if (!folder.ok) return folder;
  return appendBytes(state, ledgerFile(state.root, monthOf(state.rt.now())), bytes.value);
}

/** Months that have a file, oldest first. */
export function ledgerMonths(state: State): Result<readonly string[]> {
  const there = foldersThere(state.rt, [ledgerFolder(state.root)]);
  if (!there.ok) return there;
  if (!there.value) return ok([]);
  const names = state.rt.files.list(ledgerFolder(state.root));
  if (!names.ok) return faultError(names.fault, "read ledger");
  return ok(names.value.flatMap((name) => MONTH_FILE.exec(name)?.[1] ?? []).sort());
}

/** Reads a record of the ledger, or null for what is none. */
export function toLedgerRecord(record: JournalRecord): LedgerRecord | null {
  const { t, id, session } = record;
  if (typeof id !== "string" || typeof session !== "string") return null;
  if (t === "verified" || t === "refused") return { t, id, session };
  if (t !== "row") return null;
  const { ts, tool, op, beforeTokens, afterTokens, beforePoints, afterPoints, agent, project } = record;
  if (typeof tool !== "string" || typeof project !== "string" || (op !== "projection" && op !== "delta")) {
    return null;
  }
  if (
    !isCount(ts) || !isCount(beforeTokens) || !isCount(afterTokens) || !isCount(beforePoints) ||
    !isCount(afterPoints)
  ) {
    return null;
  }
  const row = {
    t,
    id,
    ts,
    tool,
    op,
    beforeTokens,
    afterTokens,
    beforePoints,
    afterPoints,
    session,
    project,
  } as const;
  return typeof agent === "string" ? { ...row, agent } : row;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
