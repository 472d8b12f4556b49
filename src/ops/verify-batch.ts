import type { Runtime } from "../base/runtime.ts";
import { actualDelivery } from "../harness/claude-code/delivered.ts";
import type { HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { appendSession, readSession } from "../store/journal.ts";
import { appendLedger, type LedgerRecord } from "../store/ledger.ts";
import type { JournalRecord } from "../store/record.ts";
import { openState, type State } from "../store/state.ts";
import { contentHash } from "./delta.ts";
import { withLogSetting } from "./load-settings.ts";
import { canaryRules } from "./session.ts";
import { type CanaryState, foldSession } from "./session-state.ts";

/**
 * The canary: compares what the host will really show with what was handed
 * over. A saving is verified here or not at all; a delivery that differs is
 * dropped, so that no marker ever points to it.
 */

/** Returns an alert for the model, or null. */
export function verifyBatch(rt: Runtime, event: HostEvent, settingsOf: () => SettingValues): string | null {
  const state = openState(rt);
  if (!state.ok) return null;
  const records = readSession(state.value, event.sessionId);
  if (!records.ok || records.value.length === 0) return null;
  const settled = new Set(
    records.value.filter((record) => record.t === "ok" || record.t === "bad").map((record) => record.id),
  );
  const verdicts: JournalRecord[] = [];
  const drops: JournalRecord[] = [];
  const ledger: LedgerRecord[] = [];
  for (const call of event.batch) {
    const told = records.value.filter((record) => record.id === call.id).flatMap(expectationOf);
    if (told.length === 0) continue;
    const actual = actualDelivery(call.response);
    const isShown = (each: Expectation): boolean => actual !== null && isSame(state.value, actual, each);
    const replacements = told.filter((each) => each.isReplacement);
    if (replacements.length > 0 && !settled.has(call.id)) {
      settled.add(call.id);
      // Registered twice there can be two; the host shows one of them.
      const isApplied = replacements.some(isShown);
      verdicts.push({ t: isApplied ? "ok" : "bad", id: call.id });
      ledger.push({ t: isApplied ? "verified" : "refused", id: call.id, session: event.sessionId });
    }
    // What the model has is one of the replacements, or else exactly what was delivered in full.
    const isTrue = replacements.length > 0 ? replacements.some(isShown) : told.every(isShown);
    if (!isTrue) drops.push({ t: "drop", id: call.id });
  }
  if (verdicts.length + drops.length === 0) return null;
  const settings = settingsOf();
  // The settings are read only now: most batches have nothing to settle.
  const logged = { ...state.value, rt: withLogSetting(rt, settings) };
  const more = settings.CK_CANARY ? [...verdicts, ...drops] : drops;
  const written = appendSession(state.value, event.sessionId, more);
  if (!written.ok) recordFailure(logged, written.error.code, "canary/session");
  if (!settings.CK_CANARY) return null;
  const booked = appendLedger(logged, ledger);
  if (!booked.ok) recordFailure(logged, booked.error.code, "canary/ledger");
  const before = foldSession(records.value, "", canaryRules(settings)).canary;
  const after = foldSession([...records.value, ...more], "", canaryRules(settings)).canary;
  return alertOf(before, after, settings);
}

interface Expectation {
  readonly isReplacement: boolean;
  /** Hash and length of the text that the model should read. */
  readonly hash: string;
  readonly units: number;
}

function expectationOf({ t, d, n }: JournalRecord): Expectation[] {
  return typeof d === "string" && typeof n === "number"
    ? [{ isReplacement: t === "pend", hash: d, units: n }]
    : [];
}

/** The whole expected text; the host may add a note of its own on lines behind it. */
function isSame(state: State, actual: string, { hash, units }: Expectation): boolean {
  if (actual.length < units || (actual.length > units && actual[units] !== "\n")) return false;
  return contentHash(state.rt, actual.slice(0, units)) === hash;
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
