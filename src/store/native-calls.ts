import { type CSignature, openCLibrary } from "./c-library.ts";
import type { OpenFor, OrdinaryFailure, SystemCalls, SystemStat } from "./system-calls.ts";

/**
 * The calls that hooks make, asked of the C library of Linux: loading
 * `node:fs` costs more than everything that a small event does with it
 * (`bun run bench cold-start`). Of failures only the two that are ordinary are
 * told here; every other one is asked of `node:fs` again, which says why.
 */

const ORDINARY: Readonly<Record<number, OrdinaryFailure>> = { 2: "ENOENT", 17: "EEXIST" };

/** Flags of `open(2)`; of those used here, x64 and arm64 differ in one. */
const O_WRONLY = 0o1;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
const O_APPEND = 0o2000;
const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const O_NOFOLLOW: Readonly<Record<string, number>> = { x64: 0o400000, arm64: 0o100000 };

/** `statx(2)`: offsets are the same on every processor. */
const STAT = { bytes: 256, uid: 20, mode: 28, size: 40, mtimeSeconds: 112, mtimeNanoseconds: 120 };
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
const STATX_BASIC = 0x7ff;
const S_IFMT = 0o170000;
const KINDS: Readonly<Record<number, SystemStat["kind"]>> = {
  0o100000: "file",
  0o040000: "folder",
  0o120000: "link",
};
const PATH_MAX = 4_096;

const FUNCTIONS = {
  __errno_location: { args: [], returns: "ptr" },
  open: { args: ["ptr", "i32", "u32"], returns: "i32" },
  close: { args: ["i32"], returns: "i32" },
  statx: { args: ["i32", "ptr", "i32", "u32", "ptr"], returns: "i32" },
  pread: { args: ["i32", "ptr", "u64", "i64"], returns: "i64_fast" },
  write: { args: ["i32", "ptr", "u64"], returns: "i64_fast" },
  link: { args: ["ptr", "ptr"], returns: "i32" },
  unlink: { args: ["ptr"], returns: "i32" },
  mkdir: { args: ["ptr", "u32"], returns: "i32" },
  realpath: { args: ["ptr", "ptr"], returns: "ptr" },
} satisfies Readonly<Record<string, CSignature>>;

const encoder = new TextEncoder();
const NO_NAME = encoder.encode("\0");

/**
 * The calls through a C library that is loaded already, or null where that cannot be had.
 * @param fallback asked for what the library is not, and whenever it fails
 */
export function nativeCalls(library: string, fallback: SystemCalls): SystemCalls | null {
  const noFollow = O_NOFOLLOW[process.arch];
  if (process.platform !== "linux" || noFollow === undefined) return null;
  const c = openCLibrary(library, FUNCTIONS);
  const errorAt = Number(c?.call.__errno_location() ?? 0);
  if (c === null || errorAt === 0) return null;
  const { call, addressOf, int32At } = c;

  /** What was ordinary about the call that has just failed; else `again` tells or does it. */
  const failed = <T>(again: () => T): T | OrdinaryFailure => ORDINARY[int32At(errorAt)] ?? again();

  /** Runs a call with one path; `again` where that path cannot be told or the call fails. */
  function onPath(
    path: string,
    run: (address: number) => unknown,
    again: () => void | OrdinaryFailure,
  ): void | OrdinaryFailure {
    const name = nameOf(path);
    if (name === null) return again();
    if (run(addressOf(name)) !== 0) return failed(again);
  }

  const stat = (folder: number, path: Uint8Array, flags: number): SystemStat | null => {
    const into = new Uint8Array(STAT.bytes);
    const done = call.statx(folder, addressOf(path), flags, STATX_BASIC, addressOf(into));
    return done === 0 ? statOf(into) : null;
  };
  const flagsFor = (how: OpenFor): number => {
    const careful = noFollow | O_NONBLOCK | O_CLOEXEC;
    return how === "read" ? careful : O_WRONLY | O_CREAT | (how === "append" ? O_APPEND : O_EXCL) | careful;
  };
  return {
    ...fallback,
    open: (path, how, mode) => {
      const name = nameOf(path);
      if (name === null) return fallback.open(path, how, mode);
      const file = Number(call.open(addressOf(name), flagsFor(how), mode));
      return file >= 0 ? file : failed(() => fallback.open(path, how, mode));
    },
    // Whatever it returns, the number must not be used again.
    close: (file) => void call.close(file),
    statOpen: (file) => stat(file, NO_NAME, AT_EMPTY_PATH) ?? fallback.statOpen(file),
    stat: (path) => {
      const name = nameOf(path);
      if (name === null) return fallback.stat(path);
      return stat(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW) ?? failed(() => fallback.stat(path));
    },
    read: (file, into, position) => {
      if (into.length === 0) return 0;
      const bytes = Number(call.pread(file, addressOf(into), into.length, position));
      return bytes >= 0 ? bytes : fallback.read(file, into, position);
    },
    write: (file, bytes) => {
      if (bytes.length === 0) return 0;
      const written = Number(call.write(file, addressOf(bytes), bytes.length));
      return written >= 0 ? written : fallback.write(file, bytes);
    },
    link: (from, to) => {
      const other = nameOf(to);
      const again = (): void | OrdinaryFailure => fallback.link(from, to);
      return other === null
        ? again()
        : onPath(from, (address) => call.link(address, addressOf(other)), again);
    },
    unlink: (path) => onPath(path, (address) => call.unlink(address), () => fallback.unlink(path)),
    makeFolder: (path, mode) =>
      onPath(path, (address) => call.mkdir(address, mode), () => fallback.makeFolder(path, mode)),
    realpath: (path) => {
      const name = nameOf(path);
      const into = new Uint8Array(PATH_MAX);
      if (name === null || !call.realpath(addressOf(name), addressOf(into))) return fallback.realpath(path);
      // A name that is no UTF-8 is told as `node:fs` tells it.
      return utf8(into.subarray(0, into.indexOf(0))) ?? fallback.realpath(path);
    },
  };
}

/** A path as the library takes it, or null for one that it would cut short. */
function nameOf(path: string): Uint8Array | null {
  return path === "" || path.includes("\0") ? null : encoder.encode(`${path}\0`);
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Read byte by byte: a view and 64-bit integers are kinds of objects that a small hook has no other use for. */
function statOf(bytes: Uint8Array): SystemStat {
  const u16 = (at: number): number => (bytes[at] as number) + (bytes[at + 1] as number) * 0x100;
  const u32 = (at: number): number => u16(at) + u16(at + 2) * 0x10000;
  // The upper half of a time before 1970 is negative.
  const i64 = (at: number): number => u32(at) + (u32(at + 4) | 0) * 0x100000000;
  const mode = u16(STAT.mode);
  return {
    kind: KINDS[mode & S_IFMT] ?? "other",
    bytes: i64(STAT.size),
    mtimeMs: i64(STAT.mtimeSeconds) * 1_000 + u32(STAT.mtimeNanoseconds) / 1_000_000,
    uid: u32(STAT.uid),
    mode,
  };
}
