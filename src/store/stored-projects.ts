/**
 * Every project of which something is parked, and where it lies: the id is a
 * hash, so the folder is read from the headers of what is parked there.
 */

import { BLOB_HEADER_MAX_BYTES } from "../base/limits.ts";
import { readHeader } from "./blob.ts";
import { parkedFolder, projectsFolder } from "./layout.ts";
import { fact } from "./parked-file.ts";
import { isParkedKey, leavingKey } from "./parked-names.ts";
import { isProjectId, projectAt } from "./project.ts";
import type { State } from "./state.ts";

export interface StoredProject {
  readonly id: string;
  /** Its folder; empty where no header says (parked by an older build). */
  readonly path: string;
  readonly keys: readonly string[];
  /** Parked under a secret that is gone: no key of it can be verified. */
  readonly isOrphaned: boolean;
}

/** Projects that hold parked outputs, in no particular order. */
export function storedProjects(state: State): readonly StoredProject[] {
  const ids = state.rt.files.list(projectsFolder(state.root));
  return (ids.ok ? ids.value : []).filter(isProjectId).flatMap((id) => {
    const folder = parkedFolder(state.root, id);
    const names = state.rt.files.list(folder);
    const files = names.ok
      ? names.value.filter((name) => isParkedKey(name) || leavingKey(name) !== null)
      : [];
    if (files.length === 0) return [];
    const path = pathOf(state, folder, files);
    const keys = files.map((name) => leavingKey(name) ?? name);
    return [{ id, path, keys, isOrphaned: path !== "" && projectAt(state, path).id !== id }];
  });
}

/** Headers that are looked at for a path. */
const LOOKS = 8;

function pathOf(state: State, folder: string, names: readonly string[]): string {
  for (const name of names.slice(0, LOOKS)) {
    const first = state.rt.files.readRange(`${folder}/${name}`, 0, BLOB_HEADER_MAX_BYTES);
    const header = first.ok ? readHeader(state.rt, first.value) : null;
    if (header !== null && fact(header, "project") !== "") return fact(header, "project");
  }
  return "";
}
