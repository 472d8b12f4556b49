import type { Hashes } from "./hash.ts";

/**
 * The one value through which time, randomness, environment and files reach
 * the product. Tests hand in a fake; nothing is mocked globally.
 */
export interface Runtime {
  /** Unix time in milliseconds; the only clock. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Numeric user id, or null where the platform has none. */
  readonly uid: number | null;
  readonly platform: "posix" | "windows";
  readonly hash: Hashes;
  /** Raw DEFLATE (RFC 1951). */
  readonly deflate: (bytes: Uint8Array) => Uint8Array;
  /** The inverse, or null for bytes that are no DEFLATE stream. Unbounded: only for input whose size bounds the output. */
  readonly inflate: (bytes: Uint8Array) => Uint8Array | null;
  /** Used by commands that wait for a lock, never by a hook. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Says how many characters are about to be worked on, so that the engine can decide what to compile. */
  readonly expectWork: (units: number) => void;
  readonly pid: number;
  /** Whether a process of that id runs on this machine; true when it cannot be told. */
  readonly isAlive: (pid: number) => boolean;
  readonly files: Files;
}

/** Why a file operation failed; a raw errno never travels further than the adapter. */
export type FileFault =
  | "missing"
  | "exists"
  | "link"
  | "not-a-file"
  | "not-a-folder"
  | "not-ours"
  | "access"
  | "read-only"
  | "no-space"
  | "too-many-open"
  | "too-large"
  | "short-write"
  | "io";

export type FileResult<T> = { readonly ok: true; readonly value: T } | {
  readonly ok: false;
  readonly fault: FileFault;
};

export interface FileStat {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly uid: number | null;
  /** Permission bits, 0 on Windows. */
  readonly mode: number;
}

/** Synchronous file access; every operation reports its failure as a value. */
export interface Files {
  /** lstat: never follows a final link. */
  readonly stat: (path: string) => FileResult<FileStat>;
  /** Whole file, refused above `maxBytes`; never follows a final link. */
  readonly read: (path: string, maxBytes: number) => FileResult<Uint8Array>;
  /** `bytes` from `offset` (negative: from the end), fewer at the end of the file; never follows a final link. */
  readonly readRange: (path: string, offset: number, bytes: number) => FileResult<Uint8Array>;
  /** Creates exclusively (fails on anything that exists, links included), mode 0600 if not told otherwise, one checked write. */
  readonly create: (path: string, bytes: Uint8Array, mode?: number) => FileResult<void>;
  /** Opens in append mode (creating with 0600, no-follow, ours only) and makes one checked write. */
  readonly append: (path: string, bytes: Uint8Array) => FileResult<void>;
  /** Gives a file a second name; fails with `exists` when that name is taken. */
  readonly link: (from: string, to: string) => FileResult<void>;
  readonly rename: (from: string, to: string) => FileResult<void>;
  readonly remove: (path: string) => FileResult<void>;
  /** Creates one folder with mode 0700 regardless of umask; an existing folder is fine. */
  readonly makeFolder: (path: string) => FileResult<void>;
  /** Names in a folder, unsorted. */
  readonly list: (path: string) => FileResult<readonly string[]>;
  /** Takes every permission of others away: 0700 for a folder, 0600 for a file; never follows a link. */
  readonly protect: (path: string) => FileResult<void>;
  /** The path with every link resolved. */
  readonly realpath: (path: string) => FileResult<string>;
  readonly removeFolder: (path: string) => FileResult<void>;
  /** Flushes a file or folder to disk. */
  readonly sync: (path: string) => FileResult<void>;
}
