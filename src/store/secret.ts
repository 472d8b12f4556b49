/**
 * The state secret: 32 random bytes that make keys of this state worthless
 * elsewhere. Made once; of many processes that start together one wins.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import { LOCK_STALE_MS } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { placeError } from "./fault.ts";
import { secretFile, tempName } from "./layout.ts";
import { placeOnce } from "./place.ts";

const SECRET_BYTES = 32;
const READ_MAX_BYTES = 256;
/** Making takes microseconds; a try that finds it half made is over in less. */
const TRIES = 200;

/** Reads the secret, making it when it is not there. */
export function openSecret(rt: Runtime, root: string): Result<Uint8Array> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = readSecret(rt, root);
    if (!found.ok && found.error.code === "io" && attempt + 1 < TRIES) continue;
    if (!found.ok) return found;
    if (found.value !== null) return ok(found.value);
    const made = placeOnce(rt, root, "secret", rt.random(SECRET_BYTES));
    if (!made.ok && made.fault !== "exists") return placeError(made.fault, secretFile(root));
  }
  return fail("io", "the secret cannot be made");
}

/** The secret, or null when there is none (a useless one is moved out of the way). */
function readSecret(rt: Runtime, root: string): Result<Uint8Array | null> {
  const path = secretFile(root);
  const stat = rt.files.stat(path);
  if (!stat.ok) return stat.fault === "missing" ? ok(null) : placeError(stat.fault, path);
  if (stat.value.kind !== "file") return placeError(stat.value.kind === "link" ? "link" : "not-a-file", path);
  if (rt.uid !== null && stat.value.uid !== rt.uid) return placeError("not-ours", path);
  const read = rt.files.read(path, READ_MAX_BYTES);
  if (!read.ok) return read.fault === "missing" ? ok(null) : placeError(read.fault, path);
  if (isSecret(read.value)) return ok(read.value);
  // Where files have no second names, another process may be in the middle of making it.
  const isYoung = Math.abs(rt.now() - stat.value.mtimeMs) <= LOCK_STALE_MS;
  return isYoung ? fail("io", "the secret is incomplete") : setAside(rt, root, path);
}

/**
 * Power failed while the secret was made: the file is short or zero. Nothing
 * was acknowledged under it, so it makes room; a good one that took its name
 * in between goes back.
 */
function setAside(rt: Runtime, root: string, path: string): Result<null> {
  const aside = `${root}/${tempName(rt)}`;
  const moved = rt.files.rename(path, aside);
  if (!moved.ok) return moved.fault === "missing" ? ok(null) : placeError(moved.fault, path);
  const read = rt.files.read(aside, READ_MAX_BYTES);
  if (read.ok && isSecret(read.value)) rt.files.link(aside, path);
  rt.files.remove(aside);
  return ok(null);
}

function isSecret(bytes: Uint8Array): boolean {
  return bytes.length === SECRET_BYTES && bytes.some((byte) => byte !== 0);
}
