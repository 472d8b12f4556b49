/**
 * Takes note of refused replacements: the alarm goes out, a degraded session
 * is shrunk again. The ledger keeps its rows; nothing becomes verified by this.
 */
import { appendBytes } from "../store/journal.ts";
import { sessionsFolder } from "../store/layout.ts";
import { frame } from "../store/record.ts";
import type { State } from "../store/state.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";
import { sayError } from "./say-error.ts";
import { alarmsOf, sessionFacts } from "./session-facts.ts";

export function resetAlarm({ args, runtime, terminal }: CommandContext, state: State): number {
  const alarms = alarmsOf(sessionFacts(state, loadSettings(runtime).values));
  for (const { session } of alarms) {
    const bytes = frame(runtime.hash, session, [{ t: "ack" }]);
    const done = bytes.ok
      ? appendBytes(state, `${sessionsFolder(state.root)}/${session}.log`, bytes.value)
      : bytes;
    if (!done.ok) return sayError(terminal, done.error);
  }
  const refused = alarms.reduce((total, alarm) => total + alarm.refused, 0);
  if (args.has("json")) terminal.out(`${JSON.stringify({ sessions: alarms.length, refused })}\n`);
  else if (alarms.length === 0) terminal.out("there is no alarm\n");
  else terminal.out(`took note of ${refused} refused replacements in ${alarms.length} sessions\n`);
  return 0;
}
