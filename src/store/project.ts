/**
 * Which project a folder belongs to. Keys, copies and sessions are scoped by
 * it: a key from another project does not resolve.
 */

import { encodeText } from "../base/encode.ts";
import type { Runtime } from "../base/runtime.ts";
import type { State } from "./state.ts";

export interface Project {
  /** 16 hexadecimal characters, under the state secret. */
  readonly id: string;
  /** Its folder, links resolved. */
  readonly path: string;
}

const MAX_LEVELS = 64;
const ID_LENGTH = 16;
const ID = /^[0-9a-f]{16}$/;

/** The project of an explicit folder: the nearest one with `.git` at or above it, else the folder itself. */
export function projectOf(state: State, dir: string): Project {
  return named(state, projectPath(state.rt, dir));
}

/** The project of a hook: `CLAUDE_PROJECT_DIR` if set, else that of the folder. */
export function hookProject(state: State, dir: string): Project {
  const given = state.rt.env.CLAUDE_PROJECT_DIR;
  return given === undefined || given === ""
    ? projectOf(state, dir)
    : named(state, resolved(state.rt, given));
}

/** The projects of a folder and of every folder above it, nearest first. */
export function projectsAbove(state: State, dir: string): readonly Project[] {
  return foldersAbove(state.rt, dir).map((path) => named(state, path));
}

/** A folder and those above it, links resolved, nearest first. */
export function foldersAbove(rt: Runtime, dir: string): readonly string[] {
  return upwards(resolved(rt, dir));
}

/** The project of exactly this folder, a resolved path. */
export function projectAt(state: State, path: string): Project {
  return named(state, path);
}

/** Folder of the project around `dir`, links resolved. */
export function projectPath(rt: Runtime, dir: string): string {
  const real = resolved(rt, dir);
  for (const path of upwards(real)) {
    if (rt.files.stat(path === "/" ? "/.git" : `${path}/.git`).ok) return path;
  }
  return real;
}

/** True for a text of the form of a project id. */
export function isProjectId(text: string): boolean {
  return ID.test(text);
}

function named(state: State, path: string): Project {
  return { id: state.rt.hash.keyed(state.secret, encodeText(`project\0${path}`)).slice(0, ID_LENGTH), path };
}

function resolved(rt: Runtime, dir: string): string {
  const real = rt.files.realpath(dir);
  return real.ok ? real.value : dir;
}

function upwards(path: string): string[] {
  const folders: string[] = [];
  for (let at = path; folders.length < MAX_LEVELS;) {
    folders.push(at);
    const cut = Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\"));
    if (cut < 0 || at === "/") break;
    at = cut === 0 ? "/" : at.slice(0, cut);
  }
  return folders;
}
