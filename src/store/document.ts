/**
 * Small JSON documents that people edit too. A change is made under a lock on
 * what is there at that moment, and appears whole. What does not parse is a
 * person's unfinished work: it is never written over. For commands only.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import { CONFIG_MAX_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { sameBytes } from "./bytes.ts";
import { faultError } from "./fault.ts";
import { tempName } from "./layout.ts";
import { withLock } from "./lock.ts";

/** Turns parsed JSON into a document, or null when it is none. */
export type Shape<T> = (parsed: unknown) => T | null;

export interface Change<T> {
  readonly path: string;
  readonly shape: Shape<T>;
  /** Gets what is there (null: no file yet) and returns what shall be there. */
  readonly change: (current: T | null) => T;
  readonly waitMs?: number;
}

const TRIES = 5;
const OWNER_ONLY = 0o600;

/** The document at a path, or null when there is no file. */
export function readDocument<T>(rt: Runtime, path: string, shape: Shape<T>): Result<T | null> {
  const bytes = readBytes(rt, path);
  return bytes.ok ? parse(bytes.value, shape) : bytes;
}

/** Changes a document; of many callers at once every change survives. */
export function changeDocument<T>(rt: Runtime, how: Change<T>): Promise<Result<T>> {
  return withLock(rt, how.path, (lock) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const before = readBytes(rt, how.path);
      if (!before.ok) return before;
      const current = parse(before.value, how.shape);
      if (!current.ok) return current;
      const next = how.change(current.value);
      const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
      const temp = writeTemp(rt, how.path, bytes);
      if (!temp.ok) return temp;
      // An editor takes no lock; what it saved meanwhile must not be lost.
      const isCurrent = lock.isOurs() && sameFile(readBytes(rt, how.path), before.value);
      const moved = isCurrent ? rt.files.rename(temp.value, how.path) : null;
      if (moved === null || !moved.ok) rt.files.remove(temp.value);
      if (moved?.ok === true) {
        rt.files.sync(folderOf(how.path));
        return ok(next);
      }
      if (moved !== null) return faultError(moved.fault, "replace document");
      if (!lock.isOurs()) break;
    }
    return fail("locked", "the document keeps changing");
  }, how.waitMs);
}

function readBytes(rt: Runtime, path: string): Result<Uint8Array | null> {
  const read = rt.files.read(path, CONFIG_MAX_BYTES);
  if (read.ok) return ok(read.value);
  return read.fault === "missing" ? ok(null) : faultError(read.fault, "read document");
}

function parse<T>(bytes: Uint8Array | null, shape: Shape<T>): Result<T | null> {
  if (bytes === null) return ok(null);
  try {
    const document = shape(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    return document === null ? fail("foreign", "the document has another shape") : ok(document);
  } catch {
    return fail("foreign", "the document does not parse");
  }
}

/** The new bytes under a temporary name, on disk, with the permissions of the file they will replace. */
function writeTemp(rt: Runtime, path: string, bytes: Uint8Array): Result<string> {
  const temp = `${folderOf(path)}/${tempName(rt)}`;
  const old = rt.files.stat(path);
  const made = rt.files.create(temp, bytes, old.ok && old.value.mode !== 0 ? old.value.mode : OWNER_ONLY);
  const synced = made.ok ? rt.files.sync(temp) : made;
  if (synced.ok) return ok(temp);
  rt.files.remove(temp);
  return faultError(synced.fault, "write document");
}

function sameFile(now: Result<Uint8Array | null>, before: Uint8Array | null): boolean {
  if (!now.ok) return false;
  if (now.value === null || before === null) return now.value === before;
  return sameBytes(now.value, before);
}

function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut <= 0 ? "/" : path.slice(0, cut);
}
