/** The part of `gc` that lets journals of old sessions go, and those beyond the newest of a project. */

import {
  JOURNAL_READ_MAX_BYTES,
  SESSION_ACTIVE_MS,
  SESSION_MAX_AGE_MS,
  SESSIONS_PER_PROJECT,
} from "../base/limits.ts";
import { type GcRun, listed } from "./gc-run.ts";
import { sessionProject } from "./journal.ts";
import { isTermsName, sessionsFolder, tempName } from "./layout.ts";
import { type JournalRecord, unframe } from "./record.ts";
import { appendTerms, judge, look, readTerms, termOf, tidyTerms } from "./terms.ts";

const SUFFIX = ".log";
/** A session names its project when it begins. */
const BEGINNING_BYTES = 64 * 1024;

interface Session {
  readonly name: string;
  readonly mtimeMs: number;
}

/** Marks and removes journals of sessions. */
export function gcSessions(run: GcRun): void {
  const { state } = run;
  const folder = sessionsFolder(state.root);
  const names = listed(run, folder).filter((name) => name.endsWith(SUFFIX) && !isTermsName(name));
  const sessions = names.flatMap((name): Session[] => {
    const stat = state.rt.files.stat(`${folder}/${name}`);
    return stat.ok && stat.value.kind === "file" ? [{ name, mtimeMs: stat.value.mtimeMs }] : [];
  });
  const terms = readTerms(state, folder);
  if (!terms.ok) return;
  const notes: JournalRecord[] = [];
  const kept: Session[] = [];
  for (const session of sessions) {
    if (run.isOver()) return;
    const { name, mtimeMs } = session;
    const print = `${mtimeMs}`;
    const term = termOf(terms.value, name);
    const verdict = judge({ term, stamps: [mtimeMs], print, ttlMs: SESSION_MAX_AGE_MS }, run.now);
    if (verdict === "delete" && letGo(run, session)) continue;
    kept.push(session);
    if (verdict === "mark" || verdict === "see") notes.push(look(verdict, name, run.now, print));
  }
  appendTerms(state, folder, notes);
  for (const session of beyondNewest(run, kept)) {
    if (run.isOver()) return;
    letGo(run, session);
  }
  const left = new Set(kept.map((session) => session.name));
  tidyTerms(state, folder, (name) => left.has(name));
}

/** Sessions of a project beyond its newest; one that is at work is never among them. */
function beyondNewest(run: GcRun, sessions: readonly Session[]): readonly Session[] {
  if (sessions.length <= SESSIONS_PER_PROJECT) return [];
  const byProject = new Map<string, Session[]>();
  for (const session of sessions) {
    if (run.isOver()) return [];
    const project = projectOf(run, session) ?? "";
    const group = byProject.get(project);
    if (group === undefined) byProject.set(project, [session]);
    else group.push(session);
  }
  return [...byProject.values()].flatMap((group) =>
    group
      .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? -1 : 1))
      .slice(SESSIONS_PER_PROJECT)
      .filter((session) => Math.abs(run.now - session.mtimeMs) > SESSION_ACTIVE_MS)
  );
}

function projectOf(run: GcRun, session: Session): string | null {
  const { rt, root } = run.state;
  const read = rt.files.readRange(`${sessionsFolder(root)}/${session.name}`, 0, BEGINNING_BYTES);
  if (!read.ok) return null;
  return sessionProject(unframe(rt.hash, session.name.slice(0, -SUFFIX.length), read.value));
}

/** Takes the name away, looks again, and puts everything back when the session wrote meanwhile. */
function letGo(run: GcRun, session: Session): boolean {
  const { files } = run.state.rt;
  const folder = sessionsFolder(run.state.root);
  const path = `${folder}/${session.name}`;
  const aside = `${folder}/${tempName(run.state.rt)}`;
  if (!files.rename(path, aside).ok) return false;
  const stat = files.stat(aside);
  if (stat.ok && stat.value.mtimeMs === session.mtimeMs) {
    const removed = files.remove(aside).ok;
    if (removed) run.tally.sessions += 1;
    return removed;
  }
  if (!files.link(aside, path).ok) {
    const read = files.read(aside, JOURNAL_READ_MAX_BYTES);
    if (!read.ok || !files.append(path, read.value).ok) return false;
  }
  files.remove(aside);
  return false;
}
