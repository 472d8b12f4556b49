/** The part of `gc` that lets old copies of reads go. */

import { SESSION_MAX_AGE_MS } from "../base/limits.ts";
import { type GcRun } from "./gc-run.ts";
import { projectFolder, readsFolder } from "./layout.ts";
import { listCopies, makeRoom } from "./reads.ts";
import type { JournalRecord } from "./record.ts";
import { appendTerms, judge, look, readTerms, termOf } from "./terms.ts";

/** Marks and removes copies that no session can ask for any more. */
export function gcReads(run: GcRun, project: string): void {
  const { state } = run;
  const home = projectFolder(state.root, project);
  const folder = readsFolder(state.root, project);
  const copies = listCopies(state, { id: project });
  const terms = readTerms(state, home);
  if (!copies.ok || !terms.ok) return;
  const notes: JournalRecord[] = [];
  for (const { name } of copies.value) {
    if (run.isOver()) break;
    const stat = state.rt.files.stat(`${folder}/${name}`);
    if (!stat.ok) continue;
    const { mtimeMs } = stat.value;
    const print = `${mtimeMs}`;
    const verdict = judge(
      { term: termOf(terms.value, name), stamps: [mtimeMs], print, ttlMs: SESSION_MAX_AGE_MS },
      run.now,
    );
    if (verdict === "delete") run.tally.copies += state.rt.files.remove(`${folder}/${name}`).ok ? 1 : 0;
    else if (verdict !== "keep") notes.push(look(verdict, name, run.now, print));
  }
  appendTerms(state, home, notes);
  const room = makeRoom(state, { id: project }, 0);
  if (room.ok) run.tally.copies += room.value;
}
