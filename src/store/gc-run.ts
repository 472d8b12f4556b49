/** What every part of `gc` shares. */

import type { State } from "./state.ts";

export interface GcTally {
  parked: number;
  copies: number;
  sessions: number;
  months: number;
  leftovers: number;
  folders: number;
  /** False when the time ran out first. */
  isComplete: boolean;
}

/** What every part of the work gets. */
export interface GcRun {
  readonly state: State;
  readonly now: number;
  readonly parkTtlMs: number;
  readonly tally: GcTally;
  readonly isOver: () => boolean;
}

/** Names in a folder of ours; none when it is missing, a link, or cannot be read. */
export function listed(run: GcRun, folder: string): readonly string[] {
  const stat = run.state.rt.files.stat(folder);
  if (!stat.ok || stat.value.kind !== "folder") return [];
  const names = run.state.rt.files.list(folder);
  return names.ok ? names.value : [];
}

/** The same names from another beginning, so that a bounded run does not always stop before the same ones. */
export function rotated(run: GcRun, names: readonly string[]): readonly string[] {
  const [low = 0, high = 0] = run.state.rt.random(2);
  const cut = names.length === 0 ? 0 : (low + high * 256) % names.length;
  return [...names.slice(cut), ...names.slice(0, cut)];
}
