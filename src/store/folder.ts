/**
 * Folders of the state: ours, private, real. A link, a file or a folder of
 * somebody else under one of our names is refused, never used.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import type { FileStat, Runtime } from "../base/runtime.ts";
import { faultError } from "./fault.ts";

const OTHERS = 0o077;

/** Makes sure that a folder is there and is ours; its parent must exist. */
export function ownFolder(rt: Runtime, path: string): Result<void> {
  const there = rt.files.stat(path);
  if (there.ok) return check(rt, path, there.value);
  if (there.fault !== "missing") return faultError(there.fault, "open folder");
  const made = rt.files.makeFolder(path);
  if (!made.ok) return faultError(made.fault, "make folder");
  // Somebody may have put a link there between the look and the making.
  const after = rt.files.stat(path);
  return after.ok ? check(rt, path, after.value) : faultError(after.fault, "open folder");
}

/** Makes every folder of a list, parents first. */
export function ownFolders(rt: Runtime, paths: readonly string[]): Result<void> {
  for (const path of paths) {
    const made = ownFolder(rt, path);
    if (!made.ok) return made;
  }
  return ok(undefined);
}

/** Looks at folders without making them: false when one is missing, an error when one is not ours. */
export function foldersThere(rt: Runtime, paths: readonly string[]): Result<boolean> {
  for (const path of paths) {
    const there = rt.files.stat(path);
    if (!there.ok) return there.fault === "missing" ? ok(false) : faultError(there.fault, "open folder");
    const fine = refuse(rt, there.value);
    if (!fine.ok) return fine;
  }
  return ok(true);
}

function check(rt: Runtime, path: string, stat: FileStat): Result<void> {
  const fine = refuse(rt, stat);
  if (!fine.ok || (stat.mode & OTHERS) === 0) return fine;
  const shut = rt.files.protect(path);
  return shut.ok ? ok(undefined) : faultError(shut.fault, "protect folder");
}

function refuse(rt: Runtime, stat: FileStat): Result<void> {
  if (stat.kind !== "folder") return fail("state-unsafe", `a ${stat.kind} stands where a folder belongs`);
  if (rt.uid !== null && stat.uid !== rt.uid) {
    return fail("state-unsafe", "a folder of the state belongs to someone else");
  }
  return ok(undefined);
}
