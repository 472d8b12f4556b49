import type { Runtime } from "../base/runtime.ts";
import { actualDelivery } from "../harness/claude-code/delivered.ts";
import type { HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { readSession } from "../store/journal.ts";
import type { LedgerRecord } from "../store/ledger.ts";
import type { JournalRecord } from "../store/record.ts";
import { openState, type State } from "../store/state.ts";
import { contentHash } from "./content-hash.ts";

/**
 * The canary: compares what the host will really show with what was handed
 * over. A saving is verified here or not at all; a delivery that differs is
 * dropped, so that no marker ever points to it.
 */

/** Returns an alert for the model, or null. */
export async function verifyBatch(
  rt: Runtime,
  event: HostEvent,
  settingsOf: () => SettingValues,
): Promise<string | null> {
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
  // The settings are read and the rest is loaded only now: most batches have nothing to settle.
  const { settle } = await import("./settle-batch.ts");
  return settle(state.value, event.sessionId, settingsOf(), {
    known: records.value,
    verdicts,
    drops,
    ledger,
  });
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
