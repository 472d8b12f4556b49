/**
 * Files of the real system: what is done, in which order, and what a failure
 * means. Never follows a final link, never blocks on a pipe, never lets a raw
 * errno out.
 */

import type { FileFault, FileResult, Files, FileStat } from "../base/runtime.ts";
import {
  nodeCalls,
  type OpenFor,
  type OrdinaryFailure,
  type SystemCalls,
  type SystemStat,
} from "./system-calls.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const PERMISSION_BITS = 0o777;

const FAULTS: Readonly<Record<string, FileFault>> = {
  ENOENT: "missing",
  EEXIST: "exists",
  ENOTEMPTY: "exists",
  ELOOP: "link",
  EMLINK: "link",
  EISDIR: "not-a-file",
  ENXIO: "not-a-file",
  ENOTDIR: "not-a-folder",
  EACCES: "access",
  EPERM: "access",
  EROFS: "read-only",
  ENOSPC: "no-space",
  EDQUOT: "no-space",
  EFBIG: "no-space",
  EMFILE: "too-many-open",
  ENFILE: "too-many-open",
};

const DONE: FileResult<void> = { ok: true, value: undefined };

function faulty<T>(fault: FileFault): FileResult<T> {
  return { ok: false, fault };
}

function faultOf(error: unknown): FileFault {
  if (typeof error !== "object" || error === null || !("code" in error)) return "io";
  return (typeof error.code === "string" ? FAULTS[error.code] : undefined) ?? "io";
}

function ordinary<T>(code: OrdinaryFailure): FileResult<T> {
  return faulty(FAULTS[code] ?? "io");
}

function done(outcome: void | OrdinaryFailure): FileResult<void> {
  return typeof outcome === "string" ? ordinary(outcome) : DONE;
}

function attempt<T>(run: () => FileResult<T>): FileResult<T> {
  try {
    return run();
  } catch (error) {
    return faulty(faultOf(error));
  }
}

/**
 * Builds the real `Files`; `uid` is the id that owns what we make, or null where there is none.
 * @param calls how the system is asked
 */
export function systemFiles(uid: number | null, calls: () => SystemCalls = nodeCalls): Files {
  let made: SystemCalls | undefined;
  const sys = (): SystemCalls => made ??= calls();

  /** Opens a regular file without following a final link and hands it over; always closes it. */
  function withFile<T>(
    path: string,
    how: OpenFor,
    use: (file: number, stats: SystemStat) => FileResult<T>,
  ): FileResult<T> {
    return attempt(() => {
      const file = sys().open(path, how, FILE_MODE);
      if (typeof file === "string") return ordinary(file);
      try {
        const stats = sys().statOpen(file);
        return stats.kind === "file" ? use(file, stats) : faulty("not-a-file");
      } finally {
        sys().close(file);
      }
    });
  }

  function readAt(file: number, offset: number, bytes: number): FileResult<Uint8Array> {
    const buffer = new Uint8Array(bytes);
    let filled = 0;
    while (filled < bytes) {
      const rest = filled === 0 ? buffer : buffer.subarray(filled);
      const count = sys().read(file, rest, offset + filled);
      if (count <= 0) break;
      filled += count;
    }
    return { ok: true, value: filled === bytes ? buffer : buffer.subarray(0, filled) };
  }

  function writeOnce(file: number, bytes: Uint8Array): FileResult<void> {
    if (bytes.length === 0) return DONE;
    return sys().write(file, bytes) === bytes.length ? DONE : faulty("short-write");
  }

  function exactMode(file: number, mode: number, wanted: number): void {
    if (uid !== null && (mode & PERMISSION_BITS) !== wanted) sys().setModeOpen(file, wanted);
  }

  return {
    stat: (path) =>
      attempt(() => {
        const stats = sys().stat(path);
        return typeof stats === "string" ? ordinary(stats) : { ok: true, value: toStat(stats, uid) };
      }),

    read: (path, maxBytes) =>
      withFile(
        path,
        "read",
        (file, { bytes }) => bytes > maxBytes ? faulty("too-large") : readAt(file, 0, bytes),
      ),

    readRange: (path, offset, bytes) =>
      withFile(path, "read", (file, stats) => {
        const start = offset < 0 ? Math.max(0, stats.bytes + offset) : offset;
        return readAt(file, start, Math.max(0, Math.min(bytes, stats.bytes - start)));
      }),

    create: (path, bytes, mode = FILE_MODE) =>
      withFile(path, "create", (file, stats) => {
        exactMode(file, stats.mode, mode);
        return writeOnce(file, bytes);
      }),

    append: (path, bytes) =>
      withFile(path, "append", (file, stats) => {
        if (uid !== null && stats.uid !== uid) return faulty("not-ours");
        exactMode(file, stats.mode, FILE_MODE);
        return writeOnce(file, bytes);
      }),

    link: (from, to) => attempt(() => done(sys().link(from, to))),
    rename: (from, to) => attempt(() => (sys().rename(from, to), DONE)),
    remove: (path) => attempt(() => done(sys().unlink(path))),

    makeFolder: (path) =>
      attempt(() => {
        const made = attempt(() => done(sys().makeFolder(path, FOLDER_MODE)));
        if (!made.ok) return made.fault === "exists" ? DONE : made;
        // A umask that takes the owner's own bits away is the only reason to look again.
        const stats = uid === null ? null : sys().stat(path);
        if (typeof stats === "string") return ordinary(stats);
        if (stats !== null && (stats.mode & PERMISSION_BITS) !== FOLDER_MODE) {
          sys().setMode(path, FOLDER_MODE);
        }
        return DONE;
      }),

    list: (path) => attempt(() => ({ ok: true, value: sys().list(path) })),

    protect: (path) =>
      attempt(() => {
        const stats = sys().stat(path);
        if (typeof stats === "string") return ordinary(stats);
        if (stats.kind === "link") return faulty("link");
        if (uid !== null) sys().setMode(path, stats.kind === "folder" ? FOLDER_MODE : FILE_MODE);
        return DONE;
      }),

    realpath: (path) => attempt(() => ({ ok: true, value: sys().realpath(path) })),
    removeFolder: (path) => attempt(() => (sys().removeFolder(path), DONE)),

    sync: (path) =>
      attempt(() => {
        const file = sys().open(path, "read", FILE_MODE);
        if (typeof file === "string") return ordinary(file);
        try {
          sys().sync(file);
          return DONE;
        } finally {
          sys().close(file);
        }
      }),
  };
}

function toStat({ kind, bytes, mtimeMs, uid: owner, mode }: SystemStat, uid: number | null): FileStat {
  return {
    kind,
    bytes,
    mtimeMs,
    uid: uid === null ? null : owner,
    mode: uid === null ? 0 : mode & PERMISSION_BITS,
  };
}
