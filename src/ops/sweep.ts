import type { Runtime } from "../base/runtime.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { gc } from "../store/gc.ts";
import { openState } from "../store/state.ts";

/** Sweeps the state for a bounded time; what is left waits for the next sweep. */
export function sweepState(rt: Runtime, settings: SettingValues, maxMs: number): void {
  const state = openState(rt);
  if (state.ok) gc(state.value, { parkTtlMs: settings.CK_PARK_TTL * 1_000, budgetMs: maxMs });
}
