import { fail, ok, type Result } from "../base/errors.ts";
import type { Runtime } from "../base/runtime.ts";
import { readSession, sessionProject } from "../store/journal.ts";
import { listParked, type ParkedEntry, type Recalled, recallText } from "../store/parked.ts";
import { type Project, projectOf, projectsAbove } from "../store/project.ts";
import type { State } from "../store/state.ts";

/**
 * Which projects a recall may look into: the one that the running session's
 * journal names, then those of the folder and of the folders above it. Keys of
 * other projects do not resolve.
 */
export function recallProjects(state: State, rt: Runtime, explicit: string | undefined): readonly Project[] {
  if (explicit !== undefined) return [projectOf(state, absolute(rt, explicit))];
  const found = new Map<string, Project>();
  const session = rt.env.CLAUDE_CODE_SESSION_ID;
  if (session !== undefined && session !== "") {
    const records = readSession(state, session);
    const id = records.ok ? sessionProject(records.value) : null;
    if (id !== null) found.set(id, { id, path: "" });
  }
  for (const project of projectsAbove(state, rt.cwd)) {
    if (!found.has(project.id)) found.set(project.id, project);
  }
  return [...found.values()];
}

/** The first project that has the key. */
export async function recallFrom(
  state: State,
  projects: readonly Project[],
  key: string,
): Promise<Result<Recalled>> {
  let worst: Result<Recalled> = fail("not-found", `key '${key}' is missing or expired`);
  for (const project of projects) {
    const found = await recallText(state, project, key);
    if (found.ok) return found;
    if (found.error.code !== "not-found") worst = found;
  }
  return worst;
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

function absolute(rt: Runtime, path: string): string {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${rt.cwd}/${path}`;
}
