/**
 * What the store asks of the operating system, and the way through `node:fs`:
 * the only file of the store that loads it, once the first call asks for it.
 * A call that fails throws an error with the system's code; one that fails for
 * an ordinary reason may return that code instead, since an error costs a
 * small hook more than the call.
 */

type NodeFs = typeof import("node:fs");

/** What a file is opened for: never through a final link, never waiting for a pipe. */
export type OpenFor = "read" | "append" | "create";

/** That there is nothing, or something already. */
export type OrdinaryFailure = "ENOENT" | "EEXIST";

/** What a look at a file says. */
export interface SystemStat {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly uid: number;
  /** With the bits that tell the kind. */
  readonly mode: number;
}

export interface SystemCalls {
  /** @param mode permission bits of a file that is created */
  readonly open: (path: string, how: OpenFor, mode: number) => number | OrdinaryFailure;
  readonly close: (file: number) => void;
  readonly statOpen: (file: number) => SystemStat;
  /** Of the link itself, where it is one. */
  readonly stat: (path: string) => SystemStat | OrdinaryFailure;
  /** Fills the buffer from `position` on; returns how many bytes came, 0 at the end. */
  readonly read: (file: number, into: Uint8Array, position: number) => number;
  /** One write; returns how many bytes were taken. */
  readonly write: (file: number, bytes: Uint8Array) => number;
  readonly link: (from: string, to: string) => void | OrdinaryFailure;
  readonly rename: (from: string, to: string) => void;
  readonly unlink: (path: string) => void | OrdinaryFailure;
  readonly makeFolder: (path: string, mode: number) => void | OrdinaryFailure;
  readonly realpath: (path: string) => string;
  readonly removeFolder: (path: string) => void;
  readonly list: (path: string) => readonly string[];
  readonly setMode: (path: string, mode: number) => void;
  readonly setModeOpen: (file: number, mode: number) => void;
  readonly sync: (file: number) => void;
}

/** The calls through `node:fs`. */
export function nodeCalls(): SystemCalls {
  let loaded: NodeFs | undefined;
  // `process.getBuiltinModule` loads a third more.
  const fs = (): NodeFs => loaded ??= require("node:fs") as NodeFs;
  return {
    open: (path, how, mode) => fs().openSync(path, flagsFor(how, fs().constants), mode),
    close: (file) => fs().closeSync(file),
    statOpen: (file) => statOf(fs().fstatSync(file)),
    stat: (path) => statOf(fs().lstatSync(path)),
    read: (file, into, position) => fs().readSync(file, into, 0, into.length, position),
    write: (file, bytes) => fs().writeSync(file, bytes, 0, bytes.length),
    link: (from, to) => fs().linkSync(from, to),
    rename: (from, to) => fs().renameSync(from, to),
    unlink: (path) => fs().unlinkSync(path),
    makeFolder: (path, mode) => void fs().mkdirSync(path, mode),
    realpath: (path) => fs().realpathSync(path),
    removeFolder: (path) => fs().rmdirSync(path),
    list: (path) => fs().readdirSync(path),
    setMode: (path, mode) => fs().chmodSync(path, mode),
    setModeOpen: (file, mode) => fs().fchmodSync(file, mode),
    sync: (file) => fs().fsyncSync(file),
  };
}

function flagsFor(how: OpenFor, constants: NodeFs["constants"]): number {
  const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
  // On Windows these two do not exist and count as nothing.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  if (how === "read") return O_RDONLY | careful;
  return O_WRONLY | O_CREAT | (how === "append" ? O_APPEND : O_EXCL) | careful;
}

function statOf(stats: import("node:fs").Stats): SystemStat {
  const kind = stats.isFile()
    ? "file"
    : stats.isDirectory()
    ? "folder"
    : stats.isSymbolicLink()
    ? "link"
    : "other";
  return { kind, bytes: stats.size, mtimeMs: stats.mtimeMs, uid: stats.uid, mode: stats.mode };
}
