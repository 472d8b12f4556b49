/**
 * Whole files that appear at once: written under a temporary name in the same
 * folder, then given their name. A reader sees the whole file or none.
 */

import type { FileResult, Runtime } from "../base/runtime.ts";
import { tempName } from "./layout.ts";

/** Puts a file in place, replacing what has that name (a link is replaced, never followed). */
export function place(rt: Runtime, folder: string, name: string, bytes: Uint8Array): FileResult<void> {
  const temp = `${folder}/${tempName(rt)}`;
  const made = rt.files.create(temp, bytes);
  const moved = made.ok ? rt.files.rename(temp, `${folder}/${name}`) : made;
  if (!moved.ok) rt.files.remove(temp);
  return moved;
}

/** Puts a file in place only if nothing has that name; of many callers at once exactly one succeeds. */
export function placeOnce(rt: Runtime, folder: string, name: string, bytes: Uint8Array): FileResult<void> {
  const temp = `${folder}/${tempName(rt)}`;
  const made = rt.files.create(temp, bytes);
  if (!made.ok) {
    rt.files.remove(temp);
    return made;
  }
  // Power may fail after the name is there and before the bytes are.
  rt.files.sync(temp);
  const linked = rt.files.link(temp, `${folder}/${name}`);
  rt.files.remove(temp);
  if (linked.ok || linked.fault === "exists") return linked;
  // A file system without second names: exclusive creation is the next best.
  return rt.files.create(`${folder}/${name}`, bytes);
}
