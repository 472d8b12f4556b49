import { gc } from "../store/gc.ts";
import { openState } from "../store/state.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";
import { sayError } from "./say-error.ts";

/** `ck-bin gc`: removes what is past its term, at once and without a time limit. */
export function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const state = openState(runtime);
  if (!state.ok) return Promise.resolve(sayError(terminal, state.error));
  const done = gc(state.value, { parkTtlMs: loadSettings(runtime).values.CK_PARK_TTL * 1_000 });
  if (!done.ok) return Promise.resolve(sayError(terminal, done.error));
  if (args.has("json")) terminal.out(`${JSON.stringify(done.value)}\n`);
  else {
    const { parked, copies, sessions, months, leftovers } = done.value;
    terminal.out(
      `removed: ${parked} parked outputs, ${copies} read copies, ${sessions} sessions, ${months} ledger months, ${leftovers} left-over files\n`,
    );
  }
  return Promise.resolve(0);
}
