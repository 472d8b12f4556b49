/**
 * The host's settings file on disk: read whole, written at once under another
 * name and renamed. The file keeps its mode and owner; a link is followed to
 * the file that it names and stays a link. Never used by a hook.
 */
import { type CkError, fail, ok, type Result } from "../../base/errors.ts";
import { CONFIG_MAX_BYTES } from "../../base/limits.ts";
import type { FileFault, Runtime } from "../../base/runtime.ts";

export interface SettingsFile {
  /** The path that the host opens. */
  readonly path: string;
  /** The file behind it, links resolved; the same path when there is no file yet. */
  readonly target: string;
  /** `path` itself is a link. */
  readonly linked: boolean;
  /** Null: there is no file. */
  readonly text: string | null;
}

/** Reads the file; a missing one is no failure. */
export function readSettings(rt: Runtime, path: string): Result<SettingsFile> {
  const real = rt.files.realpath(path);
  const linked = rt.files.stat(path);
  const isLink = linked.ok && linked.value.kind === "link";
  if (!real.ok) {
    if (real.fault === "missing" && !isLink) return ok({ path, target: path, linked: false, text: null });
    return isLink
      ? fail("io", `${path} is a link to a file that is not there`)
      : faulty("cannot open", path, real.fault);
  }
  const bytes = rt.files.read(real.value, CONFIG_MAX_BYTES);
  if (!bytes.ok) return faulty("cannot read", path, bytes.fault);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.value);
    return ok({ path, target: real.value, linked: isLink, text });
  } catch {
    return fail("foreign", `${path} is not UTF-8 text`);
  }
}

/** Writes the text, or fails and leaves the old file; missing folders are made. */
export function writeSettings(rt: Runtime, file: SettingsFile, text: string): Result<void> {
  for (const path of missingFolders(rt, file)) {
    const made = rt.files.makeFolder(path);
    if (!made.ok) return faulty("cannot make the folder", path, made.fault);
  }
  const again = readSettings(rt, file.path);
  if (!again.ok) return again;
  if (again.value.text !== file.text || again.value.target !== file.target) {
    return fail("locked", `${file.path} was changed by another program at this moment`);
  }
  return replaceFile(rt, file.target, text, file.text === null ? null : file.target);
}

/** Copies a text beside the settings file, with the mode of that file. */
export function writeBackup(rt: Runtime, file: SettingsFile, path: string, text: string): Result<void> {
  return replaceFile(rt, path, text, file.target);
}

function replaceFile(rt: Runtime, path: string, text: string, like: string | null): Result<void> {
  const temp = `${path}.${Array.from(rt.random(6), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const made = rt.files.create(temp, new TextEncoder().encode(text));
  if (made.ok) rt.files.sync(temp);
  if (made.ok && like !== null) takeOver(rt, like, temp);
  const moved = made.ok ? rt.files.rename(temp, path) : made;
  if (!moved.ok) {
    // A write that failed can leave a part of the file behind.
    rt.files.remove(temp);
    return faulty("cannot write", path, moved.fault);
  }
  rt.files.sync(folderOf(path));
  return ok(undefined);
}

/** Removes a file that we made, and those of the folders that are empty by now. */
export function removeSettings(
  rt: Runtime,
  file: SettingsFile,
  folders: readonly string[],
): Result<readonly string[]> {
  const gone = rt.files.remove(file.target);
  if (!gone.ok) return faulty("cannot remove", file.target, gone.fault);
  return ok([...folders].reverse().filter((folder) => rt.files.removeFolder(folder).ok));
}

/** The folder part of a path. */
export function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}

/** Folders that a write would have to make, outermost first. */
export function missingFolders(rt: Runtime, file: SettingsFile): readonly string[] {
  const missing: string[] = [];
  for (let at = folderOf(file.target); at !== "" && at !== folderOf(at); at = folderOf(at)) {
    const real = rt.files.realpath(at);
    if (real.ok || real.fault !== "missing") break;
    missing.unshift(at);
  }
  return missing;
}

/** Gives the new file the mode and, where that is allowed, the owner of the old one. */
function takeOver(rt: Runtime, from: string, to: string): void {
  if (rt.platform === "windows") return;
  const { statSync, chmodSync, chownSync } = process.getBuiltinModule("node:fs");
  try {
    const { uid, gid, mode } = statSync(from);
    const now = statSync(to);
    if (uid !== now.uid || gid !== now.gid) chownSync(to, uid, gid);
    chmodSync(to, mode & 0o7777);
  } catch {
    // Another owner's file that we may replace but not give away: it stays ours, private.
  }
}

function faulty(
  what: string,
  path: string,
  fault: FileFault,
): { readonly ok: false; readonly error: CkError } {
  return fail("io", `${what} ${path} (${fault})`);
}
