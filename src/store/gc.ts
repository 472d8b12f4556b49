/**
 * Takes away what is past its age or over its cap. Runs in commands and, for a
 * bounded time, at the end of a session; deleting is never decided by one look
 * at the clock (see `terms.ts`), and what is renewed while it leaves comes back.
 */

import { ok, type Result } from "../base/errors.ts";
import { LEFTOVER_MAX_AGE_MS, SESSION_MAX_AGE_MS } from "../base/limits.ts";
import { ledgerFolder, profilesFolder, sessionsFolder } from "./layout.ts";
import {
  isTempName,
  isTermsName,
  parkedFolder,
  projectFolder,
  projectsFolder,
  readsFolder,
} from "./layout.ts";
import { gcLedger } from "./gc-ledger.ts";
import { gcParked } from "./gc-parked.ts";
import { gcReads } from "./gc-reads.ts";
import { gcSessions } from "./gc-sessions.ts";
import { type GcRun, type GcTally, listed, rotated } from "./gc-run.ts";
import { isProjectId } from "./project.ts";
import type { State } from "./state.ts";

export interface GcOptions {
  /** Term of a parked output. */
  readonly parkTtlMs: number;
  /** Work stops after this time; what is left waits for the next call. */
  readonly budgetMs?: number;
}

export type GcCounts = Readonly<GcTally>;

/** Collects garbage; never fails on a single file, only on a state that cannot be listed. */
export function gc(state: State, options: GcOptions): Result<GcCounts> {
  const start = state.rt.now();
  const budget = options.budgetMs ?? Number.POSITIVE_INFINITY;
  const tally: GcTally = {
    parked: 0,
    copies: 0,
    sessions: 0,
    months: 0,
    leftovers: 0,
    folders: 0,
    isComplete: true,
  };
  const isOver = (): boolean => {
    // A clock that jumps ends the work too, in either direction.
    const over = Math.abs(state.rt.now() - start) > budget;
    if (over) tally.isComplete = false;
    return over;
  };
  const run: GcRun = { state, now: start, parkTtlMs: options.parkTtlMs, tally, isOver };
  const { root } = state;
  for (const folder of [root, sessionsFolder(root), ledgerFolder(root), profilesFolder(root)]) {
    sweep(run, folder);
  }
  gcSessions(run);
  gcLedger(run);
  for (const project of rotated(run, listed(run, projectsFolder(root)).filter(isProjectId))) {
    if (isOver()) break;
    gcProject(run, project);
  }
  return ok({ ...tally });
}

function gcProject(run: GcRun, project: string): void {
  const { root } = run.state;
  const folder = projectFolder(root, project);
  const stat = run.state.rt.files.stat(folder);
  if (!stat.ok || stat.value.kind !== "folder") return;
  for (const each of [folder, parkedFolder(root, project), readsFolder(root, project)]) sweep(run, each);
  gcReads(run, project);
  gcParked(run, project);
  dropEmpty(run, project);
}

/** A project that holds nothing and was not used for a week goes as a whole; `park` makes it anew. */
function dropEmpty(run: GcRun, project: string): void {
  const { rt, root } = run.state;
  const home = projectFolder(root, project);
  const folders = [parkedFolder(root, project), readsFolder(root, project)];
  if (run.isOver() || folders.some((folder) => listed(run, folder).length > 0)) return;
  const names = listed(run, home);
  const files = names.filter((name) => name === "usage.log" || isTermsName(name));
  const isIdle = files.every((name) => {
    const stat = rt.files.stat(`${home}/${name}`);
    return stat.ok && Math.abs(run.now - stat.value.mtimeMs) > SESSION_MAX_AGE_MS;
  });
  if (!isIdle || names.length > files.length + folders.length) return;
  for (const name of files) rt.files.remove(`${home}/${name}`);
  for (const folder of folders) rt.files.removeFolder(folder);
  if (rt.files.removeFolder(home).ok) run.tally.folders += 1;
}

/** Removes temporary files that their writers left behind. */
function sweep(run: GcRun, folder: string): void {
  for (const name of listed(run, folder).filter(isTempName)) {
    if (run.isOver()) return;
    const stat = run.state.rt.files.stat(`${folder}/${name}`);
    if (!stat.ok || stat.value.kind === "folder") continue;
    if (Math.abs(run.now - stat.value.mtimeMs) <= LEFTOVER_MAX_AGE_MS) continue;
    if (run.state.rt.files.remove(`${folder}/${name}`).ok) run.tally.leftovers += 1;
  }
}
