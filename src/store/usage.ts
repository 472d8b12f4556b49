/**
 * How much a project has parked, without looking at every file: sizes are
 * appended before the files get their names, so the sum is never too small.
 * A record "at offset X it was N" lets a reader start there; when none is near
 * the end, the folder is counted once and such a record is written.
 */

import { ok, type Result } from "../base/errors.ts";
import { faultError } from "./fault.ts";
import { appendBytes } from "./journal.ts";
import { parkedFolder, usageFile } from "./layout.ts";
import { eachRecord, frame, type JournalRecord } from "./record.ts";
import type { State } from "./state.ts";

/** The end of the journal that is read; the second size only when the first holds no sum. */
const TAIL_BYTES = [1_024, 16_384] as const;
/** Records since the last sum after which a new one is written. */
const SUM_EVERY = 12;

export interface Usage {
  /** Upper bound of the compressed bytes in the project's store. */
  readonly bytes: number;
  /** Records since the sum it was counted from. */
  readonly steps: number;
  /** Where in the journal this holds. */
  readonly at: number;
}

/** The sum according to the journal, counting the folder when the journal does not say. */
export function readUsage(state: State, project: string): Result<Usage> {
  const path = usageFile(state.root, project);
  const stat = state.rt.files.stat(path);
  if (!stat.ok) {
    return stat.fault === "missing" ? countUsage(state, project) : faultError(stat.fault, "read usage");
  }
  for (const tailBytes of TAIL_BYTES) {
    const from = Math.max(0, stat.value.bytes - tailBytes);
    const tail = state.rt.files.readRange(path, from, stat.value.bytes - from);
    if (!tail.ok) return faultError(tail.fault, "read usage");
    const usage = sumUp(state, tail.value, from);
    if (usage !== null) return ok(usage);
  }
  return countUsage(state, project);
}

/** The sum at the end of some bytes of the journal, or null when they do not say. */
function sumUp(state: State, bytes: Uint8Array, from: number): Usage | null {
  const parts: { at: number; add: number; sum: number; from: number }[] = [];
  const settled = eachRecord(state.rt.hash, "usage", bytes, (record, at) => {
    const { n, at: sumAt } = record;
    if (typeof n !== "number") return;
    parts.push({
      at: from + at,
      add: record.t === "+" ? n : 0,
      sum: record.t === "=" ? n : -1,
      from: typeof sumAt === "number" ? sumAt : -1,
    });
  });
  const last = parts.findLast((part) => part.sum >= 0 && part.from >= from);
  if (last === undefined) return null;
  const since = parts.filter((part) => part.at >= last.from);
  const total = since.reduce((sum, part) => sum + part.add, last.sum);
  return { bytes: Math.max(0, total), steps: since.length, at: from + settled };
}

/** Counts the folder and says so in the journal. */
export function countUsage(state: State, project: string): Result<Usage> {
  const stat = state.rt.files.stat(usageFile(state.root, project));
  const at = stat.ok ? stat.value.bytes : 0;
  const folder = parkedFolder(state.root, project);
  const names = state.rt.files.list(folder);
  if (!names.ok && names.fault !== "missing") return faultError(names.fault, "count parked");
  let bytes = 0;
  for (const name of names.ok ? names.value : []) {
    const file = state.rt.files.stat(`${folder}/${name}`);
    if (file.ok) bytes += file.value.bytes;
  }
  const noted = note(state, project, { t: "=", n: bytes, at });
  return noted.ok ? ok({ bytes, steps: 0, at }) : noted;
}

/** Notes bytes that are about to be stored. */
export function addUsage(state: State, project: string, usage: Usage, bytes: number): Result<void> {
  const noted = note(state, project, { t: "+", n: bytes });
  if (!noted.ok || usage.steps < SUM_EVERY) return noted;
  return note(state, project, { t: "=", n: usage.bytes, at: usage.at });
}

/** Notes bytes that are gone; that this fails only makes the sum too large, until the folder is counted. */
export function takeUsage(state: State, project: string, bytes: number): void {
  if (bytes > 0) note(state, project, { t: "+", n: -bytes });
}

function note(state: State, project: string, record: JournalRecord): Result<void> {
  const bytes = frame(state.rt.hash, "usage", [record]);
  return bytes.ok ? appendBytes(state, usageFile(state.root, project), bytes.value) : bytes;
}
