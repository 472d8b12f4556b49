/**
 * An exclusive lock beside a document, for operations that a person started;
 * never taken while a host waits on a hook. It names its owner; one whose owner
 * is gone is broken, and every holder looks again before it commits.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import { LOCK_DEAD_MS, LOCK_STALE_MS, LOCK_WAIT_MS } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { faultError } from "./fault.ts";
import { tempName, toHex } from "./layout.ts";

/** A held lock. */
export interface Lock {
  /** False once somebody took it for abandoned: then nothing may be written. */
  readonly isOurs: () => boolean;
}

interface Owner {
  readonly pid: number;
  readonly nonce: string;
  readonly at: number;
}

const OWNER_MAX_BYTES = 512;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 25;

/** Runs with the lock of `path` held; waits no longer than `waitMs` for it. */
export async function withLock<T>(
  rt: Runtime,
  path: string,
  run: (lock: Lock) => Result<T>,
  waitMs: number = LOCK_WAIT_MS,
): Promise<Result<T>> {
  const file = `${path}.lock`;
  const nonce = toHex(rt.random(8));
  const taken = await take(rt, file, nonce, waitMs);
  if (!taken.ok) return taken;
  const isOurs = (): boolean => readOwner(rt, file)?.nonce === nonce;
  try {
    return run({ isOurs });
  } finally {
    if (isOurs()) rt.files.remove(file);
  }
}

async function take(rt: Runtime, file: string, nonce: string, waitMs: number): Promise<Result<void>> {
  let pause = FIRST_PAUSE_MS;
  for (let waited = 0;;) {
    const owner: Owner = { pid: rt.pid, nonce, at: rt.now() };
    const made = rt.files.create(file, new TextEncoder().encode(JSON.stringify(owner)));
    if (made.ok) return ok(undefined);
    if (made.fault !== "exists") {
      // A short write left a lock without an owner behind; it is ours.
      if (made.fault === "short-write" || made.fault === "no-space") rt.files.remove(file);
      return faultError(made.fault, "lock");
    }
    if (breakStale(rt, file)) continue;
    if (waited >= waitMs) return fail("locked", "another process holds the lock");
    await rt.sleep(pause);
    waited += pause;
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

/** Takes an abandoned lock away; true when it is worth trying again at once. */
function breakStale(rt: Runtime, file: string): boolean {
  const owner = readOwner(rt, file);
  if (!isStale(rt, file, owner)) return false;
  const aside = `${file}${tempName(rt)}`;
  if (!rt.files.rename(file, aside).ok) return false;
  const moved = readOwner(rt, aside);
  // Somebody else was faster and the lock that moved is a fresh one: it goes back.
  if (moved?.nonce !== owner?.nonce) rt.files.link(aside, file);
  rt.files.remove(aside);
  return true;
}

function isStale(rt: Runtime, file: string, owner: Owner | null): boolean {
  if (owner === null) {
    const stat = rt.files.stat(file);
    return stat.ok && stat.value.kind === "file" && Math.abs(rt.now() - stat.value.mtimeMs) > LOCK_STALE_MS;
  }
  const age = Math.abs(rt.now() - owner.at);
  return age > LOCK_DEAD_MS || (age > LOCK_STALE_MS && !rt.isAlive(owner.pid));
}

function readOwner(rt: Runtime, file: string): Owner | null {
  const read = rt.files.read(file, OWNER_MAX_BYTES);
  if (!read.ok) return null;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(read.value));
    if (typeof parsed !== "object" || parsed === null) return null;
    if (!("pid" in parsed) || !("nonce" in parsed) || !("at" in parsed)) return null;
    const { pid, nonce, at } = parsed;
    return typeof pid === "number" && typeof nonce === "string" && typeof at === "number"
      ? { pid, nonce, at }
      : null;
  } catch {
    return null;
  }
}
