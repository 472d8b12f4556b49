/**
 * Opens the state. Everything in the store takes a `State`, so nothing is
 * read or written before the root was found to be ours, private, and of a
 * version that this build knows.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import type { FileStat, Runtime } from "../base/runtime.ts";
import { faultError } from "./fault.ts";
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
  if (!stat.ok) return faultError(stat.fault, "open state");
  if (stat.value.kind !== "folder") return fail("state-unsafe", `the state root is a ${stat.value.kind}`);
  if (rt.uid !== null && stat.value.uid !== rt.uid) {
    return fail("state-unsafe", "the state root belongs to someone else");
  }
  return (stat.value.mode & OTHERS) === 0 ? ok(undefined) : shutRoot(rt, root, stat.value);
}

/** Makes the root and, unless they are the home folder itself, the folders above it. */
function makeRoot(rt: Runtime, root: string): Result<void> {
  const missing: string[] = [root];
  for (let path = parentOf(root); path !== null && path !== homeFolder(rt); path = parentOf(path)) {
    const stat = rt.files.stat(path);
    if (stat.ok) break;
    if (stat.fault !== "missing") return faultError(stat.fault, "make state");
    missing.unshift(path);
  }
  for (const path of missing) {
    const made = rt.files.makeFolder(path);
    if (!made.ok) return faultError(made.fault, "make state");
  }
  return ok(undefined);
}

/** A root that others can enter is shut if it is certainly ours to shut: empty, or holding our state. */
function shutRoot(rt: Runtime, root: string, stat: FileStat): Result<void> {
  const ours = rt.files.stat(versionFile(root)).ok;
  const names = ours ? null : rt.files.list(root);
  if (ours || (names !== null && names.ok && names.value.length === 0)) {
    const shut = rt.files.protect(root);
    return shut.ok ? ok(undefined) : faultError(shut.fault, "protect state");
  }
  return (stat.mode & OTHERS_WRITE) === 0
    ? ok(undefined)
    : fail("state-unsafe", "others can write to the state root, and it holds more than our state");
}

function checkVersion(rt: Runtime, root: string): Result<void> {
  const read = rt.files.read(versionFile(root), VERSION_MAX_BYTES);
  if (!read.ok && read.fault === "missing") {
    const made = placeOnce(rt, root, "version", new TextEncoder().encode(`${STATE_VERSION}\n`));
    return made.ok || made.fault === "exists" ? ok(undefined) : faultError(made.fault, "make state");
  }
  if (!read.ok && read.fault !== "too-large") return faultError(read.fault, "read version");
  const text = read.ok ? new TextDecoder().decode(read.value) : "?";
  // Only zeros: power failed before the bytes were there.
  if (text.replaceAll("\0", "") === "") {
    rt.files.remove(versionFile(root));
    return checkVersion(rt, root);
  }
  return /^[1-9]\d{0,8}\n$/.test(text) && Number(text) <= STATE_VERSION
    ? ok(undefined)
    : fail("state-newer", "the state has a layout that this build does not know");
}

function parentOf(path: string): string | null {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut <= 0 ? null : path.slice(0, cut);
}
