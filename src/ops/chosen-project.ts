/**
 * Which project a command is about: the one home of this decision. Hooks write
 * for the folder that the host calls its project, which can be a subfolder of a
 * git work tree or lie outside of any; a person stands anywhere at or below it.
 * So it is, in this order: the folder that was asked for; what the host says
 * (CLAUDE_PROJECT_DIR, the running session's journal); the nearest folder, from
 * the current one upwards, of which something is known; the git work tree or
 * the folder itself.
 */
import type { Runtime } from "../base/runtime.ts";
import { settingsPlaces } from "../harness/claude-code/places.ts";
import { readSettings } from "../harness/claude-code/settings-file.ts";
import { holdsHooks } from "../harness/claude-code/survey.ts";
import { readSession, sessionProject } from "../store/journal.ts";
import { projectFolder } from "../store/layout.ts";
import {
  foldersAbove,
  hookProject,
  type Project,
  projectAt,
  projectOf,
  projectPath,
  projectsAbove,
} from "../store/project.ts";
import type { State } from "../store/state.ts";
import { storedProjects } from "../store/stored-projects.ts";
import { ledgerEntries } from "./savings.ts";

/** The one project of `status`, `normalize --park` and the like. */
export function chosenProject(state: State, rt: Runtime, asked?: string): Project {
  if (asked === undefined) {
    if ((rt.env.CLAUDE_PROJECT_DIR ?? "") !== "") return hookProject(state, rt.cwd);
    const running = runningProject(state, rt);
    if (running !== null) return running;
  }
  const dir = asked === undefined ? rt.cwd : absolute(rt, asked);
  const path = nearestKnown(rt, dir, state);
  return path === null ? projectOf(state, dir) : projectAt(state, path);
}

/** Its folder when there may be no state yet. */
export function chosenFolder(rt: Runtime, state: State | null, asked?: string): string {
  if (state !== null) {
    const { path } = chosenProject(state, rt, asked);
    if (path !== "") return path;
  }
  const given = rt.env.CLAUDE_PROJECT_DIR;
  const dir = asked === undefined ? rt.cwd : absolute(rt, asked);
  if (asked === undefined && given !== undefined && given !== "") return foldersAbove(rt, given)[0] ?? given;
  return nearestKnown(rt, dir, null) ?? projectPath(rt, dir);
}

/** Every project that a recall may look into, the likeliest first. Keys of other projects do not resolve. */
export function recallProjects(state: State, rt: Runtime, asked: string | undefined): readonly Project[] {
  if (asked !== undefined) return projectsAbove(state, absolute(rt, asked));
  const found = new Map<string, Project>();
  const running = runningProject(state, rt);
  const hook = (rt.env.CLAUDE_PROJECT_DIR ?? "") === "" ? null : hookProject(state, rt.cwd);
  for (const project of [running, hook, ...projectsAbove(state, rt.cwd)]) {
    if (project !== null && !found.has(project.id)) found.set(project.id, project);
  }
  return [...found.values()];
}

/** What the journal of the running session names; the path is empty where nothing tells it. */
function runningProject(state: State, rt: Runtime): Project | null {
  const session = rt.env.CLAUDE_CODE_SESSION_ID;
  if (session === undefined || session === "") return null;
  const records = readSession(state, session);
  const id = records.ok ? sessionProject(records.value) : null;
  if (id === null) return null;
  return projectsAbove(state, rt.cwd).find((project) => project.id === id) ??
    { id, path: storedProjects(state).find((project) => project.id === id)?.path ?? "" };
}

/** The nearest folder of which the state or the host's settings know something, or null. */
function nearestKnown(rt: Runtime, dir: string, state: State | null): string | null {
  const folders = foldersAbove(rt, dir);
  const known = state === null ? () => false : knownTo(state);
  return folders.find((path) => known(path) || registersHooks(rt, path)) ?? null;
}

function knownTo(state: State): (path: string) => boolean {
  let booked: ReadonlySet<string> | null = null;
  return (path) => {
    const { id } = projectAt(state, path);
    if (state.rt.files.stat(projectFolder(state.root, id)).ok) return true;
    const entries = booked === null ? ledgerEntries(state) : null;
    booked ??= new Set(entries?.ok === true ? entries.value.map(({ row }) => row.project) : []);
    return booked.has(id);
  };
}

/** Whether the settings of a project register us there; the user's own file speaks of no project. */
function registersHooks(rt: Runtime, folder: string): boolean {
  const { user, shared, local } = settingsPlaces(rt, folder);
  const own = user === null ? null : rt.files.realpath(user);
  return [shared, local].some((path) => {
    const file = rt.files.stat(path).ok ? readSettings(rt, path) : null;
    if (file === null || !file.ok || (own?.ok === true && file.value.target === own.value)) return false;
    return holdsHooks(file.value.text);
  });
}

function absolute(rt: Runtime, path: string): string {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${rt.cwd}/${path}`;
}
