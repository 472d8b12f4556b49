/**
 * Opens the state. Everything in the store takes a `State`, so nothing is
 * read or written before the root was found to be ours, private, and of a
 * version that this build knows.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import type { FileFault, FileStat, Runtime } from "../base/runtime.ts";
import { placeError } from "./fault.ts";
import { homeFolder, STATE_VERSION, stateRoot, versionFile } from "./layout.ts";
import { placeOnce } from "./place.ts";
import { openSecret } from "./secret.ts";

/** An opened state root. */
export interface State {
  readonly rt: Runtime;
  readonly root: string;
  readonly secret: Uint8Array;
}

const VERSION_MAX_BYTES = 64;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Opens the state root, making it on first use. Never follows a link, never touches a newer state. */
export function openState(rt: Runtime): Result<State> {
  const root = stateRoot(rt);
  if (!root.ok) return root;
  const folder = openRoot(rt, root.value);
  if (!folder.ok) return folder;
  const version = checkVersion(rt, root.value);
  if (!version.ok) return version;
  const secret = openSecret(rt, root.value);
  return secret.ok ? ok({ rt, root: root.value, secret: secret.value }) : secret;
}

function openRoot(rt: Runtime, root: string): Result<void> {
  let stat = rt.files.stat(root);
  if (!stat.ok && stat.fault === "missing") {
    const made = makeRoot(rt, root);
    if (!made.ok) return made;
    stat = rt.files.stat(root);
  }
  if (!stat.ok) return placeError(stat.fault, root);
  if (stat.value.kind !== "folder") {
    const next = `Move ${root} away, or set CK_HOME to a private folder.`;
    return fail("state-unsafe", `${root} is a ${stat.value.kind}, not a folder`, next);
  }
  if (rt.uid !== null && stat.value.uid !== rt.uid) return placeError("not-ours", root);
  return (stat.value.mode & OTHERS) === 0 ? ok(undefined) : shutRoot(rt, root, stat.value);
}

/** Whether a root that is not there could be made. What the trial makes is taken away again. */
export function tryMakingRoot(rt: Runtime, root: string): Result<void> {
  const made = makeRoot(rt, root);
  if (!made.ok) return made;
  // A hook may have begun its state there meanwhile: a folder that holds something stays.
  for (const path of made.value.toReversed()) rt.files.removeFolder(path);
  return ok(undefined);
}

/** Makes the root and, unless they are the home folder itself, the folders above it; returns what it made. */
function makeRoot(rt: Runtime, root: string): Result<readonly string[]> {
  const missing: string[] = [root];
  for (let path = parentOf(root); path !== null && path !== homeFolder(rt); path = parentOf(path)) {
    const stat = rt.files.stat(path);
    if (stat.ok) break;
    if (stat.fault !== "missing") return placeError(stat.fault, path);
    missing.unshift(path);
  }
  for (const path of missing) {
    const made = rt.files.makeFolder(path);
    if (!made.ok) return cannotMake(rt, made.fault, path);
  }
  return ok(missing);
}

/** A folder that cannot be made is the fault of the one above it. */
function cannotMake(rt: Runtime, fault: FileFault, path: string): Result<never> {
  const parent = parentOf(path);
  if (parent === null || (fault !== "missing" && fault !== "access")) return placeError(fault, path);
  if (fault === "access") {
    return fail(
      "state-unwritable",
      `${path} cannot be made: you may not write in ${parent}`,
      `Make ${parent} writable for you, or set CK_HOME to another folder.`,
    );
  }
  const why = rt.files.stat(parent).ok ? "the system refuses folders there" : `${parent} is not there`;
  const next = parent === homeFolder(rt)
    ? "Set HOME to your home folder, or CK_HOME to a folder that can be written."
    : "Set CK_HOME to a folder that can be written.";
  return fail("io", `${path} cannot be made: ${why}`, next);
}

/** A root that others can enter is shut if it is certainly ours to shut: empty, or holding our state. */
function shutRoot(rt: Runtime, root: string, stat: FileStat): Result<void> {
  const ours = rt.files.stat(versionFile(root)).ok;
  const names = ours ? null : rt.files.list(root);
  if (ours || (names !== null && names.ok && names.value.length === 0)) {
    const shut = rt.files.protect(root);
    return shut.ok ? ok(undefined) : placeError(shut.fault, root);
  }
  return (stat.mode & OTHERS_WRITE) === 0 ? ok(undefined) : fail(
    "state-unsafe",
    `others can write to ${root}, and it holds more than our state`,
    `Run \`chmod 700 ${root}\` if it is yours alone, or set CK_HOME to a private folder.`,
  );
}

function checkVersion(rt: Runtime, root: string): Result<void> {
  const path = versionFile(root);
  const read = rt.files.read(path, VERSION_MAX_BYTES);
  if (!read.ok && read.fault === "missing") {
    const made = placeOnce(rt, root, "version", new TextEncoder().encode(`${STATE_VERSION}\n`));
    return made.ok || made.fault === "exists" ? ok(undefined) : placeError(made.fault, path);
  }
  if (!read.ok && read.fault !== "too-large") return placeError(read.fault, path);
  const text = read.ok ? new TextDecoder().decode(read.value) : "?";
  // Only zeros: power failed before the bytes were there.
  if (text.replaceAll("\0", "") === "") {
    rt.files.remove(path);
    return checkVersion(rt, root);
  }
  return judgeVersion(path, text);
}

/** A whole line with a number; without its end it could be the beginning of a larger one. */
const VERSION_LINE = /^([1-9]\d{0,8})[ \t]{0,8}\r?\n\s*$/;

function judgeVersion(path: string, text: string): Result<void> {
  const layout = VERSION_LINE.exec(text)?.[1];
  if (layout === undefined) {
    return fail(
      "state-newer",
      `${path} holds no layout number, so nothing there is touched`,
      `If this build made the state, mend it: echo ${STATE_VERSION} > ${path}; else set CK_HOME to another folder.`,
    );
  }
  return Number(layout) <= STATE_VERSION ? ok(undefined) : fail(
    "state-newer",
    `${path} says layout ${layout}; this build knows layout ${STATE_VERSION}`,
    "Upgrade this ck-bin, or set CK_HOME to another folder.",
  );
}

function parentOf(path: string): string | null {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut <= 0 ? null : path.slice(0, cut);
}
