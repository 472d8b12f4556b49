/** A `Files` that counts its operations and lets chosen ones fail, once or from then on. */

import type { FileFault, FileResult, Files } from "../../src/base/runtime.ts";

export const FAULT_KINDS = [
  "no-space",
  "io",
  "access",
  "read-only",
  "too-many-open",
  "short-write",
  "vanish",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultPlan {
  /** Number of the operation that fails, from 1. */
  readonly at: number;
  readonly kind: FaultKind;
  readonly isLasting: boolean;
  /** Takes a folder away, for the kind "vanish"; the operation then runs on what is left. */
  readonly vanish?: (path: string) => void;
}

export interface FaultyFiles extends Files {
  /** Operations so far. */
  readonly count: () => number;
  /** Operations that a fault reached. */
  readonly hits: () => number;
  readonly plan: (plan: FaultPlan | null) => void;
}

/** Wraps a `Files`; without a plan it only counts. */
export function faultyFiles(inner: Files): FaultyFiles {
  let count = 0;
  let hits = 0;
  let plan: FaultPlan | null = null;

  /** The kind of fault that strikes this operation, or null. */
  function strike(path: string): FaultKind | null {
    count += 1;
    if (plan === null || (plan.isLasting ? count < plan.at : count !== plan.at)) return null;
    hits += 1;
    if (plan.kind !== "vanish") return plan.kind;
    plan.vanish?.(path.slice(0, path.lastIndexOf("/")));
    return null;
  }

  function simple<T>(path: string, run: () => FileResult<T>): FileResult<T> {
    const kind = strike(path);
    // Only a write can be short.
    return kind === null || kind === "short-write" || kind === "vanish" ? run() : { ok: false, fault: kind };
  }

  function write(
    path: string,
    bytes: Uint8Array,
    run: (part: Uint8Array) => FileResult<void>,
  ): FileResult<void> {
    const kind = strike(path);
    if (kind === null || kind === "vanish") return run(bytes);
    const fault: FileFault = kind;
    // A full or failing disk leaves some of it behind, too.
    if (kind === "short-write") run(bytes.subarray(0, bytes.length >> 1));
    if (kind === "no-space" || kind === "io") run(new Uint8Array(0));
    return { ok: false, fault };
  }

  return {
    count: () => count,
    hits: () => hits,
    plan: (next) => {
      plan = next;
      count = 0;
      hits = 0;
    },
    stat: (path) => simple(path, () => inner.stat(path)),
    read: (path, max) => simple(path, () => inner.read(path, max)),
    readRange: (path, offset, bytes) => simple(path, () => inner.readRange(path, offset, bytes)),
    create: (path, bytes, mode) => write(path, bytes, (part) => inner.create(path, part, mode)),
    append: (path, bytes) => write(path, bytes, (part) => inner.append(path, part)),
    link: (from, to) => simple(from, () => inner.link(from, to)),
    rename: (from, to) => simple(from, () => inner.rename(from, to)),
    remove: (path) => simple(path, () => inner.remove(path)),
    makeFolder: (path) => simple(path, () => inner.makeFolder(path)),
    list: (path) => simple(path, () => inner.list(path)),
    protect: (path) => simple(path, () => inner.protect(path)),
    realpath: (path) => simple(path, () => inner.realpath(path)),
    removeFolder: (path) => simple(path, () => inner.removeFolder(path)),
    sync: (path) => simple(path, () => inner.sync(path)),
  };
}
