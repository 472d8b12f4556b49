/**
 * The journal of swallowed failures: codes, places and times, never content.
 * Two files of half the cap each; the older one goes.
 */

import { ok, type Result } from "../base/errors.ts";
import { FAILURES_MAX_BYTES } from "../base/limits.ts";
import { head } from "../base/text.ts";
import { appendBytes, readJournal } from "./journal.ts";
import { failuresFile, olderFailuresFile } from "./layout.ts";
import { frame, type JournalRecord } from "./record.ts";
import type { State } from "./state.ts";

export interface Failure {
  readonly atMs: number;
  readonly code: string;
  /** A place in the program, such as "hook/post-tool". */
  readonly where: string;
}

const NAME_UNITS = 64;
const NAME = /^[a-z0-9/_.:-]+$/i;

/** Counts a failure; says nothing when that fails too, or when logs are off. */
export function recordFailure(state: State, code: string, where: string): void {
  if (isLogOff(state)) return;
  const record = { t: "failure", at: state.rt.now(), code: word(code), where: word(where) };
  const bytes = frame(state.rt.hash, "failures", [record]);
  if (!bytes.ok) return;
  const path = failuresFile(state.root);
  const stat = state.rt.files.stat(path);
  if (stat.ok && stat.value.bytes + bytes.value.length > FAILURES_MAX_BYTES / 2) {
    state.rt.files.rename(path, olderFailuresFile(state.root));
  }
  appendBytes(state, path, bytes.value);
}

/** Every counted failure, oldest first. */
export function readFailures(state: State): Result<readonly Failure[]> {
  const found: Failure[] = [];
  for (const path of [olderFailuresFile(state.root), failuresFile(state.root)]) {
    const records = readJournal(state, path, "failures");
    if (!records.ok) return records;
    for (const record of records.value) {
      const failure = toFailure(record);
      if (failure !== null) found.push(failure);
    }
  }
  return ok(found);
}

/** CK_LOG_OFF=1 switches the ledger and this journal off. */
export function isLogOff(state: State): boolean {
  return state.rt.env.CK_LOG_OFF === "1";
}

/** Only words of ours get in; anything else could be content. */
function word(text: string): string {
  return NAME.test(text) ? head(text, NAME_UNITS) : "other";
}

function toFailure(record: JournalRecord): Failure | null {
  const { at, code, where } = record;
  if (typeof at !== "number" || typeof code !== "string" || typeof where !== "string") return null;
  return { atMs: at, code, where };
}
