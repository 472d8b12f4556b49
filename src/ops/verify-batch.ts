import type { Runtime } from "../base/runtime.ts";
import { actualDelivery } from "../harness/claude-code/delivered.ts";
import type { DeliveredCall, HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { appendSession, readSession } from "../store/journal.ts";
import { appendLedger, type LedgerRecord } from "../store/ledger.ts";
import type { JournalRecord } from "../store/record.ts";
import { openState, type State } from "../store/state.ts";
import { contentHash } from "./delta.ts";
import { canaryRules } from "./session.ts";
import { type CanaryState, foldSession } from "./session-state.ts";

/**
 * The canary: compares what the host will really show with what was handed
 * over. A saving is verified here or not at all; a delivery that differs is
 * dropped, so that no marker ever points to it.
 */

/** Text after a Read or Grep result that is the host's own note. */
const MAY_BE_EXTENDED = new Set(["Read", "Grep"]);

/** Returns an alert for the model, or null. */
export function verifyBatch(rt: Runtime, event: HostEvent, settingsOf: () => SettingValues): string | null {
  const state = openState(rt);
  if (!state.ok) return null;
  const records = readSession(state.value, event.sessionId);
  if (!records.ok || records.value.length === 0) return null;
  const settled = new Set(
    records.value.filter((record) => record.t === "ok" || record.t === "bad").map((record) => record.id),
  );
  const more: JournalRecord[] = [];
  const ledger: LedgerRecord[] = [];
  for (const call of event.batch) {
    const actual = actualDelivery(call.response);
    for (const record of records.value) {
      if (record.id !== call.id || typeof record.d !== "string" || typeof record.n !== "number") continue;
      const same = actual !== null && isSame(state.value, call, actual, record.d, record.n);
      if (record.t === "pend" && !settled.has(call.id)) {
        settled.add(call.id);
        more.push({ t: same ? "ok" : "bad", id: call.id });
        ledger.push({ t: same ? "verified" : "refused", id: call.id, session: event.sessionId });
      }
      if (!same) more.push({ t: "drop", id: call.id });
    }
  }
  if (more.length === 0) return null;
  const settings = settingsOf();
  if (!settings.CK_CANARY) return null;
  const before = foldSession(records.value, "", canaryRules(settings)).canary;
  const written = appendSession(state.value, event.sessionId, more);
  if (!written.ok) recordFailure(state.value, written.error.code, "canary/session");
  const booked = appendLedger(state.value, ledger);
  if (!booked.ok) recordFailure(state.value, booked.error.code, "canary/ledger");
  const after = foldSession([...records.value, ...more], "", canaryRules(settings)).canary;
  return alertOf(before, after, settings);
}

function isSame(
  state: State,
  call: DeliveredCall,
  actual: string,
  delivered: string,
  units: number,
): boolean {
  if (actual.length < units) return false;
  if (actual.length > units && !MAY_BE_EXTENDED.has(call.name)) return false;
  return contentHash(state.rt, actual.slice(0, units)) === delivered;
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
