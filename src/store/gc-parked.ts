/** The part of `gc` that lets parked outputs go after their term. */

import { BLOB_HEADER_MAX_BYTES, USAGE_MAX_BYTES } from "../base/limits.ts";
import { readHeader } from "./blob.ts";
import { type GcRun, listed, rotated } from "./gc-run.ts";
import { parkedFolder, projectFolder, readsFolder, toHex, usageFile } from "./layout.ts";
import { isParkedKey, leavingKey, leavingName } from "./parked-names.ts";
import type { JournalRecord } from "./record.ts";
import { appendTerms, judge, look, readTerms, type Term, termOf, tidyTerms } from "./terms.ts";
import { countUsage } from "./usage.ts";

/** Marks, lets go and tidies up in one project. */
export function gcParked(run: GcRun, project: string): void {
  const { state } = run;
  const folder = parkedFolder(state.root, project);
  const home = projectFolder(state.root, project);
  const names = listed(run, folder);
  for (const name of names) bringBack(run, folder, name);
  const terms = readTerms(state, home);
  if (!terms.ok) return;
  const notes: JournalRecord[] = [];
  const leaving: string[] = [];
  for (const key of rotated(run, names.filter(isParkedKey))) {
    if (run.isOver()) break;
    const created = createdOf(run, `${folder}/${key}`);
    if (created === null) continue;
    const verdict = judgeKey(run, termOf(terms.value, key), created);
    if (verdict === "delete") leaving.push(key);
    else if (verdict !== "keep") {
      notes.push(look(verdict, key, run.now, printOf(termOf(terms.value, key), created)));
    }
  }
  appendTerms(state, home, notes);
  const gone = leaving.filter((key) => letGo(run, project, key)).length;
  run.tally.parked += gone;
  if (gone > 0) countUsage(state, project);
  tidy(run, project);
}

/** Changes with every renewal, and when another file takes the name. */
function printOf(term: Term, createdMs: number): string {
  return `${createdMs}/${term.renewedMs.length}`;
}

function judgeKey(run: GcRun, term: Term, createdMs: number) {
  return judge({ term, stamps: [createdMs], print: printOf(term, createdMs), ttlMs: run.parkTtlMs }, run.now);
}

/**
 * Takes the name away first and decides then: `park` appends its renewal first
 * and looks for the name then, so at least one of the two notices the other.
 */
function letGo(run: GcRun, project: string, key: string): boolean {
  const { rt, root } = run.state;
  const folder = parkedFolder(root, project);
  const aside = `${folder}/${leavingName(key, toHex(rt.random(4)))}`;
  if (!rt.files.rename(`${folder}/${key}`, aside).ok) return false;
  const created = createdOf(run, aside);
  const terms = readTerms(run.state, projectFolder(root, project));
  if (created !== null && terms.ok && judgeKey(run, termOf(terms.value, key), created) === "delete") {
    return rt.files.remove(aside).ok;
  }
  giveBack(run, folder, aside, key);
  return false;
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
