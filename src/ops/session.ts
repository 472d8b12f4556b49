import type { Runtime } from "../base/runtime.ts";
import { lastUsage } from "../harness/claude-code/transcript.ts";
import type { HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { appendSession, projectRecord, readSession } from "../store/journal.ts";
import { hookProject, type Project } from "../store/project.ts";
import type { JournalRecord } from "../store/record.ts";
import type { State } from "../store/state.ts";
import { estimateWindow } from "../tokens/window.ts";
import type { Pressure } from "./rate.ts";
import { openLoggedState } from "./open-state.ts";
import { type CanaryRules, foldSession, type SessionState } from "./session-state.ts";

/** The session of one hook call: its state, its project, and what it will write. */
export interface Session {
  readonly state: State;
  readonly project: Project;
  readonly id: string;
  readonly known: SessionState;
  /** Appends in one write; false when it could not be written. */
  readonly write: (records: readonly JournalRecord[]) => boolean;
}

/** A usage record younger than this is used again without looking at the transcript. */
const CONTEXT_FRESH_MS = 20_000;

/** Opens the session of an event; null when there is no usable state or no session id. */
export function openSession(rt: Runtime, event: HostEvent, settings: SettingValues): Session | null {
  if (event.sessionId === "") return null;
  const state = openLoggedState(rt, settings);
  if (!state.ok) return null;
  const records = readSession(state.value, event.sessionId);
  if (!records.ok) {
    recordFailure(state.value, records.error.code, "session/read");
    return null;
  }
  const project = hookProject(state.value, event.cwd === "" ? rt.cwd : event.cwd);
  const known = foldSession(records.value, event.tool?.id ?? "", canaryRules(settings));
  return {
    state: state.value,
    project,
    id: event.sessionId,
    known,
    write: (more) => {
      const all = known.projectNamed ? more : [projectRecord(project), ...more];
      const written = appendSession(state.value, event.sessionId, all);
      if (!written.ok) recordFailure(state.value, written.error.code, "session/write");
      return written.ok;
    },
  };
}

/** When a session is switched off, tried again and healed, by the settings. */
export function canaryRules(settings: SettingValues): CanaryRules {
  return {
    degradeAfter: settings.CK_CANARY_DEGRADE_N,
    autoHeal: settings.CK_CANARY_AUTOHEAL,
    healAfter: settings.CK_CANARY_HEAL_M,
    liftAfter: settings.CK_CANARY_PROBE_M,
  };
}

/** Use and size of the context, and the record to write when it was looked up anew. */
export function contextPressure(
  rt: Runtime,
  event: HostEvent,
  session: Session,
  settings: SettingValues,
): { readonly pressure: Pressure | null; readonly records: readonly JournalRecord[] } {
  const known = session.known.context;
  const age = known ? rt.now() - known.atMs : Number.POSITIVE_INFINITY;
  let use = known && age >= 0 && age < CONTEXT_FRESH_MS ? known : null;
  const records: JournalRecord[] = [];
  if (!use) {
    const found = lastUsage(rt, event.transcriptPath);
    if (found) {
      use = { ...found, atMs: rt.now() };
      records.push({ t: "ctx", used: use.usedTokens, model: use.model, at: use.atMs });
    }
  }
  if (!use) return { pressure: null, records };
  const windowTokens = settings.CK_CONTEXT_WINDOW > 0
    ? settings.CK_CONTEXT_WINDOW
    : session.known.windowTokens > 0
    ? session.known.windowTokens
    : estimateWindow(use.model, use.usedTokens);
  return { pressure: { usedTokens: use.usedTokens, windowTokens }, records };
}
