/** What the journals of sessions say about page faults and the canary. */
import type { SettingValues } from "../settings/resolve.ts";
import { readJournal, sessionProject } from "../store/journal.ts";
import { sessionsFolder } from "../store/layout.ts";
import type { JournalRecord } from "../store/record.ts";
import type { State } from "../store/state.ts";
import { canaryRules } from "./session.ts";
import { type CanaryState, foldSession } from "./session-state.ts";

/** What came back into a context after it was left out. */
export interface Faults {
  readonly count: number;
  readonly tokens: number;
  /** By kind: "reread", "recmd", "recall". */
  readonly byKind: Readonly<Record<string, number>>;
}

export interface SessionFacts {
  /** Name of the journal: the session's id, or a hash of an unusual one. */
  readonly name: string;
  readonly project: string | null;
  readonly faults: Faults;
  readonly canary: CanaryState;
}

/** A session with refused replacements that are neither healed nor taken note of. */
export interface Alarm {
  readonly session: string;
  readonly refused: number;
  readonly degraded: boolean;
}

const SUFFIX = ".log";

/** One entry for each session whose journal is still kept. */
export function sessionFacts(state: State, settings: SettingValues): readonly SessionFacts[] {
  const names = state.rt.files.list(sessionsFolder(state.root));
  if (!names.ok) return [];
  return names.value.filter((name) => name.endsWith(SUFFIX)).sort().flatMap((file) => {
    const name = file.slice(0, -SUFFIX.length);
    const records = readJournal(state, `${sessionsFolder(state.root)}/${file}`, name);
    if (!records.ok || records.value.length === 0) return [];
    const { canary } = foldSession(records.value, "", canaryRules(settings));
    return [{ name, project: sessionProject(records.value), faults: faultsOf(records.value), canary }];
  });
}

/** Sessions whose canary is red. */
export function alarmsOf(sessions: readonly SessionFacts[]): readonly Alarm[] {
  return sessions.filter(({ canary }) => canary.failures > 0 || canary.degraded)
    .map(({ name, canary }) => ({ session: name, refused: canary.failures, degraded: canary.degraded }));
}

/** Sum of the faults of several sessions. */
export function sumFaults(all: readonly Faults[]): Faults {
  const byKind: Record<string, number> = {};
  let count = 0;
  let tokens = 0;
  for (const faults of all) {
    count += faults.count;
    tokens += faults.tokens;
    for (const [kind, n] of Object.entries(faults.byKind)) byKind[kind] = (byKind[kind] ?? 0) + n;
  }
  return { count, tokens, byKind };
}

/** A fault of one tool call counts once, however often the hook is registered. */
function faultsOf(records: readonly JournalRecord[]): Faults {
  const calls = new Set<string>();
  return sumFaults(records.flatMap((record) => {
    if (record.t !== "fault" || typeof record.kind !== "string" || typeof record.tokens !== "number") {
      return [];
    }
    if (typeof record.id === "string" && record.id !== "") {
      if (calls.has(record.id)) return [];
      calls.add(record.id);
    }
    return [{ count: 1, tokens: record.tokens, byKind: { [record.kind]: 1 } }];
  }));
}
