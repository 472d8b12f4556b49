import type { Profile } from "../normalize/profiles/profile.ts";
import type { State } from "../store/state.ts";

/** Profiles of the user that `ck-bin settings` accepted. */
export function loadAcceptedProfiles(_state: State): readonly Profile[] {
  return [];
}
