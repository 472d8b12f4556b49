import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { appendSession } from "../store/journal.ts";
import { appendLedger, type LedgerRecord } from "../store/ledger.ts";
import type { JournalRecord } from "../store/record.ts";
import type { State } from "../store/state.ts";
import { withLogSetting } from "./load-settings.ts";
import { canaryRules } from "./session.ts";
import { type CanaryState, foldSession } from "./session-state.ts";

/** What the canary found out about a batch. */
export interface Findings {
  /** Records that the session had before. */
  readonly known: readonly JournalRecord[];
  readonly verdicts: readonly JournalRecord[];
  readonly drops: readonly JournalRecord[];
  readonly ledger: readonly LedgerRecord[];
}

/** Books the findings; returns an alert for the model, or null. */
export function settle(
  state: State,
  sessionId: string,
  settings: SettingValues,
  { known, verdicts, drops, ledger }: Findings,
): string | null {
  const logged = { ...state, rt: withLogSetting(state.rt, settings) };
  const more = settings.CK_CANARY ? [...verdicts, ...drops] : drops;
  const written = appendSession(state, sessionId, more);
  if (!written.ok) recordFailure(logged, written.error.code, "canary/session");
  if (!settings.CK_CANARY) return null;
  const booked = appendLedger(logged, ledger);
  if (!booked.ok) recordFailure(logged, booked.error.code, "canary/ledger");
  const before = foldSession(known, "", canaryRules(settings)).canary;
  const after = foldSession([...known, ...more], "", canaryRules(settings)).canary;
  return alertOf(before, after, settings);
}

function alertOf(before: CanaryState, after: CanaryState, settings: SettingValues): string | null {
  if (before.degraded && !after.degraded) {
    return `context-kernel RESTORED: ${settings.CK_CANARY_PROBE_M} consecutive canary probes were applied by the host; compression resumes.`;
  }
  if (after.failures <= before.failures) return null;
  if (after.degraded) {
    return before.degraded
      ? null
      : `context-kernel AUTO-DEGRADE: ${after.failures} compressions not applied in this session (threshold ` +
        `${settings.CK_CANARY_DEGRADE_N}). Tool outputs now pass UNTOUCHED. Tell the user.`;
  }
  return "context-kernel CANARY: the last compression was NOT applied by the host: it shows another text than it was given " +
    "(another hook may have replaced it). It does not count as saved. Tell the user.";
}
