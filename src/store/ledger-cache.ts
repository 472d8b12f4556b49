/**
 * A stored fold over the ledger: two blobs that name each other, one with the
 * sums and how far each month was read, one with the rows. Only a cache: what
 * does not verify, or does not fit the files any more, is folded anew.
 */

import { decodeText, encodeText } from "../base/encode.ts";
import { LEDGER_CACHE_MAX_BYTES } from "../base/limits.ts";
import { bodyOf, readHeader, seal, verified } from "./blob.ts";
import { ledgerFolder, toHex, totalsFile, totalsRowsFile } from "./layout.ts";
import type { Cell, Numbers, Rows } from "./ledger-fold.ts";
import { place } from "./place.ts";
import type { State } from "./state.ts";

/** How far a month was read, and a checksum of the bytes before that place. */
export interface Covered {
  readonly month: string;
  readonly at: number;
  readonly sum: number;
}

export interface LedgerCache {
  readonly covered: readonly Covered[];
  readonly cells: readonly Cell[];
  /** Ties the rows to the sums. */
  readonly pair: string;
}

/** The stored sums, or null. */
export function loadTotals(state: State): LedgerCache | null {
  const raw = loadRaw(state, totalsFile(state.root), null);
  const text = raw === null ? null : decodeText(raw);
  try {
    return text === null ? null : toCache(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The rows that belong to stored sums, or null. */
export function loadRows(state: State, cache: LedgerCache): Rows | null {
  const raw = loadRaw(state, totalsRowsFile(state.root), cache.pair);
  if (raw === null || raw.length % 8 !== 0 || raw.length < 24) return null;
  const all = new Float64Array(raw.slice().buffer);
  const [settled = -1, pending = -1, early = -1] = all;
  if (settled < 0 || pending < 0 || early < 0 || all.length !== 3 + settled + pending * 6 + early * 2) {
    return null;
  }
  let at = 3;
  const next = (length: number): Float64Array => all.subarray(at, at += length);
  return {
    settled: next(settled),
    pendingKeys: next(pending),
    pendingNumbers: next(pending * 5),
    earlyKeys: next(early),
    earlyFates: next(early),
  };
}

/** Stores a fold; that it fails does not matter. */
export function saveCache(state: State, cache: Omit<LedgerCache, "pair">, rows: Rows): void {
  const { rt, root } = state;
  const pair = toHex(rt.random(8));
  const columns = [rows.settled, rows.pendingKeys, rows.pendingNumbers, rows.earlyKeys, rows.earlyFates];
  const all = new Float64Array(3 + columns.reduce((sum, column) => sum + column.length, 0));
  all.set([rows.settled.length, rows.pendingKeys.length, rows.earlyKeys.length], 0);
  let at = 3;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  const how = { createdMs: rt.now(), facts: { pair } };
  const rowsFile = seal(rt, new Uint8Array(all.buffer), { ...how, codec: "stored", isBinary: true });
  const totals = seal(rt, encodeText(JSON.stringify({ ...cache, pair })), { ...how, codec: "stored" });
  if (Math.max(rowsFile.length, totals.length) > LEDGER_CACHE_MAX_BYTES) return;
  // The rows first: sums without their rows are worth nothing.
  const folder = ledgerFolder(root);
  if (place(rt, folder, nameIn(totalsRowsFile(root)), rowsFile).ok) {
    place(rt, folder, nameIn(totalsFile(root)), totals);
  }
}

export const NOTHING_CACHED: LedgerCache = { covered: [], cells: [], pair: "" };

function loadRaw(state: State, path: string, pair: string | null): Uint8Array | null {
  const file = state.rt.files.read(path, LEDGER_CACHE_MAX_BYTES);
  const header = file.ok ? readHeader(state.rt, file.value) : null;
  if (!file.ok || header === null || header.codec !== "stored") return null;
  if (pair !== null && header.facts.pair !== pair) return null;
  return verified(state.rt, header, bodyOf(file.value, header, LEDGER_CACHE_MAX_BYTES));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function toCache(parsed: unknown): LedgerCache | null {
  if (typeof parsed !== "object" || parsed === null || !("covered" in parsed) || !("cells" in parsed)) {
    return null;
  }
  const { covered, cells } = parsed;
  if (!("pair" in parsed) || typeof parsed.pair !== "string") return null;
  if (!Array.isArray(covered) || !covered.every(isCovered) || !Array.isArray(cells) || !cells.every(isCell)) {
    return null;
  }
  return { covered, cells, pair: parsed.pair };
}

function isCovered(value: unknown): value is Covered {
  return isObject(value) && typeof value.month === "string" && typeof value.at === "number" &&
    typeof value.sum === "number";
}

function isCell(value: unknown): value is Cell {
  return isObject(value) && typeof value.session === "string" && typeof value.tool === "string" &&
    typeof value.op === "string" && isNumbers(value.pending) && isNumbers(value.verified) &&
    isNumbers(value.refused);
}

function isNumbers(value: unknown): value is Numbers {
  return Array.isArray(value) && value.length === 5 && value.every((each) => typeof each === "number");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
