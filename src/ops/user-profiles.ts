import { fail, ok, type Result } from "../base/errors.ts";
import { CONFIG_MAX_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import type { Profile } from "../normalize/profiles/profile.ts";
import { parseProfile, type UserProfile } from "../normalize/profiles/user.ts";
import { placeError } from "../store/fault.ts";
import { acceptedFile, profilesFolder } from "../store/layout.ts";
import type { State } from "../store/state.ts";

/**
 * Profiles of the user: `profiles/*.json` in the state root. A file is used
 * once it was accepted, as the bytes that were accepted; a changed file waits
 * for the next acceptance. A repository cannot bring one.
 */

export type ProfileStatus = "accepted" | "changed" | "new" | "refused";

export interface ProfileReport {
  /** Name of the file without `.json`. */
  readonly name: string;
  readonly status: ProfileStatus;
  readonly says: string;
  readonly problems: readonly string[];
}

const FILES_MAX = 50;
const FILE_NAME = /^[a-z][a-z0-9-]{0,39}\.json$/;

type Accepted = Readonly<Record<string, string>>;

/** The accepted profiles whose bytes are still those. Costs one look at the disk when there are none. */
export function loadAcceptedProfiles({ rt, root }: Pick<State, "rt" | "root">): readonly Profile[] {
  const accepted = readAccepted(rt, root);
  if (accepted === null) return [];
  const profiles: Profile[] = [];
  for (const [name, hash] of Object.entries(accepted).slice(0, FILES_MAX)) {
    const file = FILE_NAME.test(`${name}.json`) ? readProfile(rt, root, name) : null;
    if (!file?.ok || file.value.hash !== hash) continue;
    const parsed = parseProfile(file.value.text);
    if (parsed.ok && parsed.value.profile.id === name) profiles.push(parsed.value.profile);
  }
  return profiles;
}

/** Every profile file with what is wrong with it; `tryOut` runs the examples of a parsed one. */
export function describeProfiles(
  rt: Runtime,
  root: string,
  tryOut: (profile: UserProfile) => readonly string[],
): readonly ProfileReport[] {
  const names = rt.files.list(profilesFolder(root));
  if (!names.ok) return [];
  const accepted = readAccepted(rt, root) ?? {};
  return names.value.filter((name) => name.endsWith(".json")).sort().slice(0, FILES_MAX).map((file) => {
    const name = file.slice(0, -".json".length);
    const checked = checkProfile(rt, root, name, tryOut);
    if (!checked.ok) return { name, status: "refused", says: "", problems: checked.problems };
    const known = accepted[name];
    const status = known === undefined ? "new" : known === checked.hash ? "accepted" : "changed";
    return { name, status, says: checked.says, problems: [] };
  });
}

export type CheckedProfile = { readonly ok: true; readonly hash: string; readonly says: string } | {
  readonly ok: false;
  readonly problems: readonly string[];
};

/** Reads and checks one file and runs its examples. */
export function checkProfile(
  rt: Runtime,
  root: string,
  name: string,
  tryOut: (profile: UserProfile) => readonly string[],
): CheckedProfile {
  if (!FILE_NAME.test(`${name}.json`)) {
    return { ok: false, problems: ["the file's name is lower-case letters, digits and hyphens, then .json"] };
  }
  const file = readProfile(rt, root, name);
  if (!file.ok) return { ok: false, problems: [file.error.message] };
  const parsed = parseProfile(file.value.text);
  if (!parsed.ok) return { ok: false, problems: parsed.problems };
  if (parsed.value.profile.id !== name) {
    return { ok: false, problems: [`its name is "${parsed.value.profile.id}", the file's is "${name}"`] };
  }
  const problems = tryOut(parsed.value);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, hash: file.value.hash, says: parsed.value.profile.says };
}

function readProfile(
  rt: Runtime,
  root: string,
  name: string,
): Result<{ readonly text: string; readonly hash: string }> {
  const path = `${profilesFolder(root)}/${name}.json`;
  const read = rt.files.read(path, CONFIG_MAX_BYTES);
  if (!read.ok) return placeError(read.fault, path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(read.value);
    return ok({ text, hash: rt.hash.content(read.value) });
  } catch {
    return fail("bad-input", "the profile is not UTF-8");
  }
}

function readAccepted(rt: Runtime, root: string): Accepted | null {
  if (!rt.files.stat(acceptedFile(root)).ok) return null;
  const read = rt.files.read(acceptedFile(root), CONFIG_MAX_BYTES);
  if (!read.ok) return null;
  try {
    return acceptedShape(JSON.parse(new TextDecoder().decode(read.value)))?.profiles ?? null;
  } catch {
    return null;
  }
}

/** `accepted.json`: hash of the accepted bytes by name. */
export function acceptedShape(parsed: unknown): { readonly profiles: Accepted } | null {
  if (typeof parsed !== "object" || parsed === null || !("profiles" in parsed)) return null;
  const { profiles } = parsed;
  if (typeof profiles !== "object" || profiles === null || Array.isArray(profiles)) return null;
  if (!Object.values(profiles).every((hash) => typeof hash === "string")) return null;
  return { profiles: profiles as Accepted };
}
