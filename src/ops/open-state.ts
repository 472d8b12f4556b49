import type { Result } from "../base/errors.ts";
import type { Runtime } from "../base/runtime.ts";
import { openState, type State } from "../store/state.ts";
import { withLogSetting } from "./load-settings.ts";

/**
 * Opens the state for whoever keeps logs in it: CK_LOG_OFF holds there wherever
 * the user has set it, in the environment or in settings.json.
 */
export function openLoggedState(
  rt: Runtime,
  settings: { readonly CK_LOG_OFF: boolean },
): Result<State> {
  return openState(withLogSetting(rt, settings));
}
