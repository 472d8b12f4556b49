import { fail, ok, type Result } from "../base/errors.ts";
import { shellWord } from "../harness/claude-code/entries.ts";
import { programWord } from "../marker/grammar.ts";
import { listParked, type ParkedEntry, type Recalled, recallText } from "../store/parked.ts";
import { isParkedKey } from "../store/parked-names.ts";
import type { Project } from "../store/project.ts";
import type { State } from "../store/state.ts";
import { type StoredProject, storedProjects } from "../store/stored-projects.ts";
import { programPath } from "./program.ts";

/** Looking a key up in the projects of a recall, and saying where it is when it is in none of them. */

/**
 * The first project that has the key.
 * @param typed the options of this recall, as they would be typed again
 */
export async function recallFrom(
  state: State,
  projects: readonly Project[],
  key: string,
  typed: readonly string[] = [],
): Promise<Result<Recalled>> {
  let worst: Result<Recalled> | null = null;
  for (const project of projects) {
    const found = await recallText(state, project, key);
    if (found.ok) return found;
    if (found.error.code !== "not-found") worst = found;
  }
  return worst ?? notHere(state, key, typed);
}

function notHere(state: State, key: string, typed: readonly string[]): Result<Recalled> {
  if (!isParkedKey(key)) {
    return fail(
      "not-found",
      `'${key}' is no recall key: 10 or 12 characters of 0-9 and a-f, as a marker names them`,
    );
  }
  const places = storedProjects(state).filter(({ keys }) => keys.includes(key));
  const place = places.find(({ isOrphaned }) => !isOrphaned) ?? places[0];
  if (place === undefined) return fail("not-found", `key '${key}' is missing or expired`);
  if (place.isOrphaned) {
    return fail("other-secret", `key '${key}' was given under another state secret, for ${place.path}`);
  }
  if (place.path === "") {
    return fail(
      "not-found",
      `key '${key}' belongs to another project, whose folder is not on record`,
      "Run this in the folder of that project, or name it with --project DIR.",
    );
  }
  const words = [
    programWord(programPath()),
    "recall",
    key,
    "--project",
    ...[place.path, ...typed].map(shellWord),
  ];
  return fail("not-found", `key '${key}' belongs to another project: ${place.path}`, words.join(" "));
}

export interface ScopedEntry extends ParkedEntry {
  readonly project: Project;
}

/** What is parked in these projects, newest first. */
export function listFrom(state: State, projects: readonly Project[]): Result<readonly ScopedEntry[]> {
  const entries: ScopedEntry[] = [];
  for (const project of projects) {
    const listed = listParked(state, project);
    if (!listed.ok) return listed;
    for (const entry of listed.value) entries.push({ ...entry, project });
  }
  entries.sort((a, b) => b.renewedMs - a.renewedMs);
  return ok(entries);
}

/** Projects besides these of which something is parked. */
export function otherProjects(state: State, projects: readonly Project[]): readonly StoredProject[] {
  const ids = new Set(projects.map(({ id }) => id));
  return storedProjects(state).filter(({ id }) => !ids.has(id));
}
