/**
 * Files of the real system. The only file of the product that touches
 * `node:fs`, and only once the first operation asks for it: a hook that needs
 * no state never pays for loading it.
 *
 * Never follows a final link, never blocks on a pipe, never lets a raw errno out.
 */

import type { FileFault, FileResult, Files, FileStat } from "../base/runtime.ts";

type NodeFs = typeof import("node:fs");
type Stats = import("node:fs").Stats;

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

function attempt<T>(run: () => FileResult<T>): FileResult<T> {
  try {
    return run();
  } catch (error) {
    return faulty(faultOf(error));
  }
}

/** Builds the real `Files`; `uid` is the id that owns what we make, or null where there is none. */
export function systemFiles(uid: number | null): Files {
  let loaded: NodeFs | undefined;
  // `process.getBuiltinModule` loads a third more.
  const fs = (): NodeFs => loaded ??= require("node:fs") as NodeFs;

  /** Opens a regular file without following a final link and hands it over; always closes it. */
  function withFile<T>(
    path: string,
    flags: number,
    use: (fd: number, stats: Stats) => FileResult<T>,
  ): FileResult<T> {
    return attempt(() => {
      const { constants } = fs();
      // On Windows these two do not exist and count as nothing.
      const fd = fs().openSync(
        path,
        flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
        FILE_MODE,
      );
      try {
        const stats = fs().fstatSync(fd);
        return stats.isFile() ? use(fd, stats) : faulty("not-a-file");
      } finally {
        fs().closeSync(fd);
      }
    });
  }

  function readAt(fd: number, offset: number, bytes: number): FileResult<Uint8Array> {
    const buffer = new Uint8Array(bytes);
    let filled = 0;
    while (filled < bytes) {
      const count = fs().readSync(fd, buffer, filled, bytes - filled, offset + filled);
      if (count <= 0) break;
      filled += count;
    }
    return { ok: true, value: filled === bytes ? buffer : buffer.subarray(0, filled) };
  }

  function writeOnce(fd: number, bytes: Uint8Array): FileResult<void> {
    if (bytes.length === 0) return DONE;
    return fs().writeSync(fd, bytes, 0, bytes.length) === bytes.length ? DONE : faulty("short-write");
  }

  function exactMode(fd: number, mode: number, wanted: number): void {
    if (uid !== null && (mode & PERMISSION_BITS) !== wanted) fs().fchmodSync(fd, wanted);
  }

  return {
    stat: (path) =>
      attempt(() => {
        const stats = fs().lstatSync(path);
        return { ok: true, value: toStat(stats, uid) };
      }),

    read: (path, maxBytes) =>
      withFile(
        path,
        fs().constants.O_RDONLY,
        (fd, stats) => stats.size > maxBytes ? faulty("too-large") : readAt(fd, 0, stats.size),
      ),

    readRange: (path, offset, bytes) =>
      withFile(path, fs().constants.O_RDONLY, (fd, stats) => {
        const start = offset < 0 ? Math.max(0, stats.size + offset) : offset;
        return readAt(fd, start, Math.max(0, Math.min(bytes, stats.size - start)));
      }),

    create: (path, bytes, mode = FILE_MODE) => {
      const { O_WRONLY, O_CREAT, O_EXCL } = fs().constants;
      return withFile(path, O_WRONLY | O_CREAT | O_EXCL, (fd, stats) => {
        exactMode(fd, stats.mode, mode);
        return writeOnce(fd, bytes);
      });
    },

    append: (path, bytes) => {
      const { O_WRONLY, O_CREAT, O_APPEND } = fs().constants;
      return withFile(path, O_WRONLY | O_CREAT | O_APPEND, (fd, stats) => {
        if (uid !== null && stats.uid !== uid) return faulty("not-ours");
        exactMode(fd, stats.mode, FILE_MODE);
        return writeOnce(fd, bytes);
      });
    },

    link: (from, to) => attempt(() => (fs().linkSync(from, to), DONE)),
    rename: (from, to) => attempt(() => (fs().renameSync(from, to), DONE)),
    remove: (path) => attempt(() => (fs().unlinkSync(path), DONE)),

    makeFolder: (path) =>
      attempt(() => {
        try {
          fs().mkdirSync(path, FOLDER_MODE);
        } catch (error) {
          return faultOf(error) === "exists" ? DONE : faulty(faultOf(error));
        }
        // A umask that takes the owner's own bits away is the only reason to look again.
        if (uid !== null && (fs().lstatSync(path).mode & PERMISSION_BITS) !== FOLDER_MODE) {
          fs().chmodSync(path, FOLDER_MODE);
        }
        return DONE;
      }),

    list: (path) => attempt(() => ({ ok: true, value: fs().readdirSync(path) })),

    protect: (path) =>
      attempt(() => {
        const stats = fs().lstatSync(path);
        if (stats.isSymbolicLink()) return faulty("link");
        if (uid !== null) fs().chmodSync(path, stats.isDirectory() ? FOLDER_MODE : FILE_MODE);
        return DONE;
      }),

    realpath: (path) => attempt(() => ({ ok: true, value: fs().realpathSync(path) })),
    removeFolder: (path) => attempt(() => (fs().rmdirSync(path), DONE)),

    sync: (path) =>
      attempt(() => {
        const fd = fs().openSync(path, fs().constants.O_RDONLY | (fs().constants.O_NOFOLLOW ?? 0));
        try {
          fs().fsyncSync(fd);
          return DONE;
        } finally {
          fs().closeSync(fd);
        }
      }),
  };
}

function toStat(stats: Stats, uid: number | null): FileStat {
  const kind = stats.isFile()
    ? "file"
    : stats.isDirectory()
    ? "folder"
    : stats.isSymbolicLink()
    ? "link"
    : "other";
  return {
    kind,
    bytes: stats.size,
    mtimeMs: stats.mtimeMs,
    uid: uid === null ? null : stats.uid,
    mode: uid === null ? 0 : stats.mode & PERMISSION_BITS,
  };
}
