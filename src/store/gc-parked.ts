/** The part of `gc` that lets parked outputs go after their term. */

import { BLOB_HEADER_MAX_BYTES, USAGE_MAX_BYTES } from "../base/limits.ts";
import { readHeader } from "./blob.ts";
import { type GcRun, listed, rotated } from "./gc-run.ts";
import { parkedFolder, projectFolder, readsFolder, toHex, usageFile } from "./layout.ts";
import { isParkedKey, leavingKey, leavingName } from "./parked-names.ts";
import type { JournalRecord } from "./record.ts";
import {
  appendTerms,
  judge,
  look,
  readMoreTerms,
  readTerms,
  type Term,
  type TermBook,
  termOf,
  tidyTerms,
} from "./terms.ts";
import { takeUsage } from "./usage.ts";

/** Entries that are judged, and leave, together. */
const AT_ONCE = 100;

/** Marks, lets go and tidies up in one project. */
export function gcParked(run: GcRun, project: string): void {
  const { state } = run;
  const folder = parkedFolder(state.root, project);
  const names = listed(run, folder);
  for (const name of names) bringBack(run, folder, name);
  const book = readTerms(state, projectFolder(state.root, project));
  if (!book.ok) return;
  const keys = rotated(run, names.filter(isParkedKey));
  // One step is always made, so that a slow machine gets on, too.
  for (let at = 0; at < keys.length && (at === 0 || !run.isOver()); at += AT_ONCE) {
    gcSome(run, project, keys.slice(at, at + AT_ONCE), book.value);
  }
  if (!run.isOver()) tidy(run, project);
}

function gcSome(run: GcRun, project: string, keys: readonly string[], book: TermBook): void {
  const notes: JournalRecord[] = [];
  const leaving: string[] = [];
  for (const key of keys) {
    const created = createdOf(run, `${parkedFolder(run.state.root, project)}/${key}`);
    if (created === null) continue;
    const verdict = judgeKey(run, termOf(book, key), created);
    if (verdict === "delete") leaving.push(key);
    else if (verdict !== "keep") notes.push(look(verdict, key, run.now, printOf(termOf(book, key), created)));
  }
  appendTerms(run.state, projectFolder(run.state.root, project), notes);
  if (leaving.length > 0) letGo(run, project, leaving, book);
}

/** Changes with every renewal, and when another file takes the name; never the same again, also when records are lost. */
function printOf(term: Term, createdMs: number): string {
  return `${createdMs}/${term.renewedMs.length}/${term.renewedMs.reduce((sum, at) => sum + at, 0)}`;
}

function judgeKey(run: GcRun, term: Term, createdMs: number) {
  return judge({ term, stamps: [createdMs], print: printOf(term, createdMs), ttlMs: run.parkTtlMs }, run.now);
}

/**
 * Takes the names away first and decides then: `park` appends its renewal first
 * and looks for the name then, so at least one of the two notices the other.
 */
function letGo(run: GcRun, project: string, keys: readonly string[], book: TermBook): void {
  const { rt, root } = run.state;
  const folder = parkedFolder(root, project);
  const unique = toHex(rt.random(4));
  const aside = (key: string): string => `${folder}/${leavingName(key, unique)}`;
  const moved = keys.filter((key) => rt.files.rename(`${folder}/${key}`, aside(key)).ok);
  const isRead = readMoreTerms(run.state, projectFolder(root, project), book).ok;
  let bytes = 0;
  for (const key of moved) {
    const created = createdOf(run, aside(key));
    const stat = rt.files.stat(aside(key));
    const isOver = created !== null && isRead &&
      judgeKey(run, termOf(book, key), created) === "delete";
    if (!isOver) giveBack(run, folder, aside(key), key);
    else if (rt.files.remove(aside(key)).ok) {
      run.tally.parked += 1;
      bytes += stat.ok ? stat.value.bytes : 0;
    }
  }
  takeUsage(run.state, project, bytes);
}

/** A run that was killed between its two steps left a name behind: the entry gets its own again. */
function bringBack(run: GcRun, folder: string, name: string): void {
  const key = leavingKey(name);
  if (key !== null) giveBack(run, folder, `${folder}/${name}`, key);
}

function giveBack(run: GcRun, folder: string, aside: string, key: string): void {
  const { files } = run.state.rt;
  const linked = files.link(aside, `${folder}/${key}`);
  if (linked.ok || linked.fault === "exists") files.remove(aside);
  else if (!files.stat(`${folder}/${key}`).ok) files.rename(aside, `${folder}/${key}`);
}

/** When an entry was made; one whose header is damaged ages by the time of its file. */
function createdOf(run: GcRun, path: string): number | null {
  const { rt } = run.state;
  const first = rt.files.readRange(path, 0, BLOB_HEADER_MAX_BYTES);
  const header = first.ok ? readHeader(rt, first.value) : null;
  if (header !== null) return header.createdMs;
  const stat = rt.files.stat(path);
  return stat.ok && stat.value.kind === "file" ? stat.value.mtimeMs : null;
}

/** Journals that speak of nothing that is left go as whole files. */
function tidy(run: GcRun, project: string): void {
  const { rt, root } = run.state;
  const parked = new Set(listed(run, parkedFolder(root, project)));
  const copies = new Set(listed(run, readsFolder(root, project)));
  tidyTerms(run.state, projectFolder(root, project), (name) => parked.has(name) || copies.has(name));
  const usage = rt.files.stat(usageFile(root, project));
  // Without the journal the next park counts the folder.
  if (usage.ok && usage.value.bytes > USAGE_MAX_BYTES) rt.files.remove(usageFile(root, project));
}
