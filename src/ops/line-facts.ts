/**
 * What the status line shows of ours, and what it tells us: the size of the
 * session's context window, which no hook sees.
 */
import { ok, type Result } from "../base/errors.ts";
import type { Runtime } from "../base/runtime.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { appendSession, readSession } from "../store/journal.ts";
import { type LedgerTotals, ledgerTotals } from "../store/ledger-totals.ts";
import { openState, type State } from "../store/state.ts";
import { canaryRules } from "./session.ts";
import { foldSession, type SessionState } from "./session-state.ts";

export interface StatusFacts {
  readonly session: LedgerTotals;
  readonly all: LedgerTotals;
  readonly refused: number;
  readonly degraded: boolean;
}

/** Facts of a session (none: no session is known), recording its window if that is news. */
export function statusFacts(
  rt: Runtime,
  settings: SettingValues,
  sessionId: string | null,
  windowTokens: number | null,
): Result<StatusFacts> {
  const state = openState(rt);
  if (!state.ok) return state;
  const all = ledgerTotals(state.value);
  if (!all.ok) return all;
  const session = ledgerTotals(state.value, { session: sessionId ?? "" });
  if (!session.ok) return session;
  const fold = sessionId === null ? null : foldOf(state.value, settings, sessionId);
  if (sessionId !== null && windowTokens !== null && fold?.windowTokens !== windowTokens) {
    // A miss costs nothing: the next run of the status line tries again.
    appendSession(state.value, sessionId, [{ t: "window", tokens: windowTokens }]);
  }
  return ok({
    session: session.value,
    all: all.value,
    refused: fold?.canary.failures ?? 0,
    degraded: fold?.canary.degraded ?? false,
  });
}

function foldOf(state: State, settings: SettingValues, sessionId: string): SessionState | null {
  const records = readSession(state, sessionId);
  return records.ok ? foldSession(records.value, "", canaryRules(settings)) : null;
}
