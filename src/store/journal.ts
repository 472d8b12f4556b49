/**
 * Journals of sessions: append-only, one write a batch, never rewritten. The
 * state of a session is a fold over its valid records.
 */

import { ok, type Result } from "../base/errors.ts";
import { JOURNAL_READ_MAX_BYTES } from "../base/limits.ts";
import { faultError } from "./fault.ts";
import { foldersThere, ownFolder } from "./folder.ts";
import { sessionFile, sessionName, sessionsFolder } from "./layout.ts";
import { frame, type JournalRecord, unframe } from "./record.ts";
import { isProjectId, type Project } from "./project.ts";
import type { State } from "./state.ts";

export type { JournalRecord } from "./record.ts";

/** Appends records to a session's journal in one write. */
export function appendSession(
  state: State,
  sessionId: string,
  records: readonly JournalRecord[],
): Result<void> {
  if (records.length === 0) return ok(undefined);
  const name = sessionName(state.rt, sessionId);
  const bytes = frame(state.rt.hash, name, records);
  if (!bytes.ok) return bytes;
  const folder = ownFolder(state.rt, sessionsFolder(state.root));
  if (!folder.ok) return folder;
  return appendBytes(state, sessionFile(state.rt, state.root, sessionId), bytes.value);
}

/** The valid records of a session, oldest first; a session that never wrote has none. */
export function readSession(state: State, sessionId: string): Result<readonly JournalRecord[]> {
  const there = foldersThere(state.rt, [sessionsFolder(state.root)]);
  if (!there.ok) return there;
  if (!there.value) return ok([]);
  const name = sessionName(state.rt, sessionId);
  return readJournal(state, `${sessionsFolder(state.root)}/${name}.log`, name);
}

/** The record that ties a session to its project; `sessionProject` reads it, `gc` counts by it. */
export function projectRecord(project: Project): JournalRecord {
  return { t: "project", project: project.id };
}

/** Id of the project that a session's journal names last, or null. */
export function sessionProject(records: readonly JournalRecord[]): string | null {
  for (let i = records.length - 1; i >= 0; i -= 1) {
    const record = records[i];
    if (record?.t === "project" && typeof record.project === "string" && isProjectId(record.project)) {
      return record.project;
    }
  }
  return null;
}

/** Appends framed bytes; a short write is an error, its remains are skipped by every reader. */
export function appendBytes(state: State, path: string, bytes: Uint8Array): Result<void> {
  const written = state.rt.files.append(path, bytes);
  return written.ok ? ok(undefined) : faultError(written.fault, "append");
}

/** The valid records of one journal file (of its end, when it is above the cap); a missing file has none. */
export function readJournal(state: State, path: string, journal: string): Result<JournalRecord[]> {
  const read = state.rt.files.readRange(path, -JOURNAL_READ_MAX_BYTES, JOURNAL_READ_MAX_BYTES);
  if (!read.ok) return read.fault === "missing" ? ok([]) : faultError(read.fault, "read journal");
  return ok(unframe(state.rt.hash, journal, read.value));
}
