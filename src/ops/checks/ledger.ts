/** Checks of what the canary saw and of when the last output was shrunk. */
import type { Runtime } from "../../base/runtime.ts";
import type { State } from "../../store/state.ts";
import { loadSettings } from "../load-settings.ts";
import { ledgerEntries, savingsOf } from "../savings.ts";
import { alarmsOf, sessionFacts } from "../session-facts.ts";
import { ago, type Check, ko, none, okay, warn } from "./check.ts";

/** Rows that young may still be settled. */
const SETTLING_MS = 3_600_000;

export function checkLedger(rt: Runtime, state: State): readonly Check[] {
  const entries = ledgerEntries(state);
  if (!entries.ok) return [ko("ledger", `cannot be read (${entries.error.code})`)];
  const { verified, refused, lastMs } = savingsOf(entries.value);
  const alarms = alarmsOf(sessionFacts(state, loadSettings(rt).values));
  const checks: Check[] = [];
  if (entries.value.length === 0) checks.push(none("canary", "nothing was shrunk yet"));
  else if (alarms.length > 0) {
    const count = alarms.reduce((total, alarm) => total + alarm.refused, 0);
    const degraded = alarms.filter((alarm) => alarm.degraded).length;
    const next = "another hook may replace outputs too; after mending: ck-bin status --reset-alarm";
    checks.push(
      ko("canary", `${count} replacements not applied by the host in ${alarms.length} sessions`, next),
    );
    if (degraded > 0) {
      checks.push(warn("canary", `${degraded} sessions pass outputs in full because of that`));
    }
  } else {
    const history = refused.rows > 0 ? `, ${refused.rows} refused earlier` : "";
    checks.push(okay("canary", `${verified.rows} replacements seen in the model's input${history}`));
  }
  const old =
    entries.value.filter(({ row, fate }) => fate === "pending" && rt.now() - row.ts > SETTLING_MS).length;
  if (old > 0) checks.push(warn("pending", `${old} replacements were never confirmed (older than an hour)`));
  if (lastMs !== null) {
    checks.push(
      lastMs > rt.now() + SETTLING_MS
        ? warn("clock", "the last output was shrunk in the future: the clock was set back")
        : okay("clock", `last output shrunk ${ago(rt.now(), lastMs)}`),
    );
  }
  return checks;
}
