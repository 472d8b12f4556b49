/**
 * What `uninstall` needs to give a settings file back byte for byte: what we
 * wrote last and what stood there before. One small file per settings file in
 * the state root; losing it only means that our entries are taken out one by one.
 */
import { fail, ok, type Result } from "../base/errors.ts";
import { CONFIG_MAX_BYTES } from "../base/limits.ts";
import type { FileFault, Runtime } from "../base/runtime.ts";
import { ownFolder } from "../store/folder.ts";
import { installsFolder, stateRoot } from "../store/layout.ts";
import { place } from "../store/place.ts";
import type { State } from "../store/state.ts";

export interface InstallRecord {
  /** Settings file, links resolved. */
  readonly target: string;
  /** Content hash of what we wrote last. */
  readonly wrote: string;
  /** The text before the first installation; null: there was no file. */
  readonly original: string | null;
  /** Folders that we made for the file, outermost first. */
  readonly folders: readonly string[];
  /** Executables for which entries were written; records of older builds do not say. */
  readonly programs?: readonly string[];
  /** Copy of the original beside the file, if one was made. */
  readonly backup: string | null;
}

/** Faults that mean: there is no record. */
const GONE: ReadonlySet<FileFault> = new Set(["missing", "not-a-folder", "not-a-file", "link"]);
/** JSON escapes make the record longer than the text in it. */
const RECORD_MAX_BYTES = 7 * CONFIG_MAX_BYTES;

/** The record of a settings file; null when there is none, or only a damaged one. */
export function readRecord(rt: Runtime, target: string): Result<InstallRecord | null> {
  const root = stateRoot(rt);
  if (!root.ok) return ok(null);
  const read = rt.files.read(`${installsFolder(root.value)}/${nameOf(rt, target)}`, RECORD_MAX_BYTES);
  if (!read.ok) {
    if (GONE.has(read.fault)) return ok(null);
    return fail("io", `the record of the installation in ${root.value} cannot be read (${read.fault})`);
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(read.value));
    return ok(isRecord(value) && value.target === target ? value : null);
  } catch {
    return ok(null);
  }
}

/** Programs that earlier installations wrote into a settings file. */
export function knownPrograms(rt: Runtime, target: string): readonly string[] {
  const record = readRecord(rt, target);
  return record.ok ? record.value?.programs ?? [] : [];
}

/** Keeps the record, replacing an older one. */
export function keepRecord(state: State, record: InstallRecord): Result<void> {
  const folder = installsFolder(state.root);
  const made = ownFolder(state.rt, folder);
  if (!made.ok) return made;
  const bytes = new TextEncoder().encode(`${JSON.stringify({ v: 1, ...record })}\n`);
  const placed = place(state.rt, folder, nameOf(state.rt, record.target), bytes);
  return placed.ok
    ? ok(undefined)
    : fail("io", `cannot keep the record of the installation (${placed.fault})`);
}

/** Forgets a settings file. */
export function dropRecord(rt: Runtime, target: string): void {
  const root = stateRoot(rt);
  if (root.ok) rt.files.remove(`${installsFolder(root.value)}/${nameOf(rt, target)}`);
}

/** Hash of a text as records hold it. */
export function textHash(rt: Runtime, text: string): string {
  return rt.hash.content(new TextEncoder().encode(text));
}

function nameOf(rt: Runtime, target: string): string {
  return `${textHash(rt, target).slice(0, 16)}.json`;
}

function isRecord(value: unknown): value is InstallRecord {
  if (typeof value !== "object" || value === null) return false;
  const { target, wrote, original, folders, backup, programs } = value as Record<
    keyof InstallRecord,
    unknown
  >;
  if (programs !== undefined && !isTexts(programs)) return false;
  return typeof target === "string" && typeof wrote === "string" &&
    (original === null || typeof original === "string") && (backup === null || typeof backup === "string") &&
    isTexts(folders);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
