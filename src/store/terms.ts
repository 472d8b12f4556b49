/**
 * Age without trusting the clock. Deleting takes two looks: one that finds a
 * thing past its term and says so in a record, and one that comes a whole term
 * later and finds it untouched. A mark from the future counts for nothing; a
 * thing stamped in the future starts to age when it is first seen.
 */

import { ok, type Result } from "../base/errors.ts";
import { JOURNAL_READ_MAX_BYTES, LEFTOVER_MAX_AGE_MS } from "../base/limits.ts";
import { faultError } from "./fault.ts";
import { appendBytes, readJournal } from "./journal.ts";
import { isTermsName, monthOf, termsFile } from "./layout.ts";
import { eachRecord, frame, type JournalRecord } from "./record.ts";
import type { State } from "./state.ts";

/** What the records say about one thing. */
export interface Term {
  /** Times at which its term began anew. */
  readonly renewedMs: readonly number[];
  /** Looks that found it past its term; `print` says which state of it was seen. */
  readonly marks: readonly Look[];
  /** Looks that found it stamped in the future. */
  readonly seen: readonly Look[];
}

interface Look {
  readonly at: number;
  readonly print: string;
}

export type Verdict = "keep" | "mark" | "see" | "delete";

const MARK_MAX_AGE_MS = 30 * 86_400_000;
const NOTHING: Term = { renewedMs: [], marks: [], seen: [] };

/** One thing whose age is judged. */
export interface Aging {
  readonly term: Term;
  /** Stamps of its own, besides the renewals on record. */
  readonly stamps: readonly number[];
  /** Changes with every renewal and every new file under the same name. */
  readonly print: string;
  readonly ttlMs: number;
  /** Between the look that marks and the look that deletes; a term if not given. */
  readonly graceMs?: number;
}

/** What to do with a thing at this moment. */
export function judge(thing: Aging, now: number): Verdict {
  const { term, print } = thing;
  const stamps = [...thing.stamps, ...term.renewedMs];
  const seen = term.seen.filter((look) => look.print === print);
  if (stamps.some((stamp) => stamp > now) && seen.length === 0) return "see";
  // A look at stamps from the future stands for all of them, also when the clock has caught up.
  const starts = (seen.length > 0 ? seen.map((look) => look.at) : stamps).filter((at) => at <= now);
  if (starts.length === 0) return "see";
  if (now - Math.max(...starts) < thing.ttlMs) return "keep";
  const grace = thing.graceMs ?? thing.ttlMs;
  const ages = term.marks.filter((mark) => mark.print === print && mark.at <= now).map((mark) =>
    now - mark.at
  );
  const limit = Math.max(MARK_MAX_AGE_MS, grace * 3);
  // A mark of years ago says less about the thing than about the clock; two of them are believed.
  if (ages.some((age) => age >= grace && age <= limit)) return "delete";
  if (ages.filter((age) => age > limit).length >= 2) return "delete";
  return ages.some((age) => age < grace) ? "keep" : "mark";
}

/** Latest known beginning of a term that does not lie in the future. */
export function termStart(term: Term, createdMs: number, now: number): number {
  const past = [createdMs, ...term.renewedMs, ...term.seen.map((look) => look.at)].filter((stamp) =>
    stamp <= now
  );
  return past.length === 0 ? now : Math.max(...past);
}

/** What the book says of a name. */
export function termOf(book: TermBook, name: string): Term {
  return book.terms.get(name) ?? NOTHING;
}

/** The record that a term begins anew. */
export function renewal(name: string, at: number): JournalRecord {
  return { t: "renew", k: name, at };
}

/** The record of a look of `gc` at a thing: past its term (`mark`), or stamped in the future (`see`). */
export function look(verdict: "mark" | "see", name: string, at: number, print: string): JournalRecord {
  return { t: verdict, k: name, at, p: print };
}

/** Appends records about terms to the file of the month. */
export function appendTerms(state: State, folder: string, records: readonly JournalRecord[]): Result<void> {
  if (records.length === 0) return ok(undefined);
  const month = monthOf(state.rt.now());
  const bytes = frame(state.rt.hash, "terms", records);
  return bytes.ok ? appendBytes(state, termsFile(folder, month), bytes.value) : bytes;
}

/**
 * Removes files of past months that speak only of what is gone. One that speaks
 * of anything else stays whole: the order of months is not that of events.
 */
export function tidyTerms(state: State, folder: string, isThere: (name: string) => boolean): void {
  const names = state.rt.files.list(folder);
  const present = `${monthOf(state.rt.now())}.log`;
  for (const name of names.ok ? names.value.filter(isTermsName) : []) {
    const stat = state.rt.files.stat(`${folder}/${name}`);
    // A writer may have begun before the month ended.
    const isYoung = stat.ok && Math.abs(state.rt.now() - stat.value.mtimeMs) <= LEFTOVER_MAX_AGE_MS;
    if (name.endsWith(present) || isYoung) continue;
    const records = readJournal(state, `${folder}/${name}`, "terms");
    if (!records.ok || records.value.some(({ k }) => typeof k === "string" && isThere(k))) continue;
    state.rt.files.remove(`${folder}/${name}`);
  }
}

/** What a folder's files say about terms, and how far they were read. */
export interface TermBook {
  readonly terms: Map<string, Term>;
  readonly readTo: Map<string, number>;
}

/** Reads everything about terms. */
export function readTerms(state: State, folder: string): Result<TermBook> {
  const book: TermBook = { terms: new Map(), readTo: new Map() };
  const read = readMoreTerms(state, folder, book);
  return read.ok ? ok(book) : read;
}

/** Adds to a book what was appended since it was read. */
export function readMoreTerms(state: State, folder: string, book: TermBook): Result<void> {
  const names = state.rt.files.list(folder);
  if (!names.ok) return names.fault === "missing" ? ok(undefined) : faultError(names.fault, "read terms");
  for (const name of names.value.filter(isTermsName).sort()) {
    const from = book.readTo.get(name) ?? 0;
    const bytes = state.rt.files.readRange(`${folder}/${name}`, from, JOURNAL_READ_MAX_BYTES);
    if (!bytes.ok && bytes.fault === "missing") continue;
    if (!bytes.ok) return faultError(bytes.fault, "read terms");
    const settled = eachRecord(state.rt.hash, "terms", bytes.value, (record) => note(book, record));
    book.readTo.set(name, from + settled);
  }
  return ok(undefined);
}

function note(book: TermBook, { t, k, at, p }: JournalRecord): void {
  if (typeof k !== "string" || typeof at !== "number") return;
  const { renewedMs, marks, seen } = book.terms.get(k) ?? NOTHING;
  if (t === "renew") book.terms.set(k, { renewedMs: [...renewedMs, at], marks, seen });
  else if (typeof p !== "string") return;
  else if (t === "mark") book.terms.set(k, { renewedMs, marks: [...marks, { at, print: p }], seen });
  else if (t === "see") book.terms.set(k, { renewedMs, marks, seen: [...seen, { at, print: p }] });
}
