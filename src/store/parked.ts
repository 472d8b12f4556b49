/**
 * Parked originals: the other half of every elision. What `park` returned a
 * key for can be recalled in the same project for at least its term; nothing
 * is cut, and nothing inside its term makes room for something else.
 */

import { decodeText, encodeText, readText } from "../base/encode.ts";
import { fail, ok, type Result } from "../base/errors.ts";
import {
  BLOB_HEADER_MAX_BYTES,
  PARK_MAX_BYTES,
  PARK_PROJECT_MAX_BYTES,
  PARKED_FILE_MAX_BYTES,
} from "../base/limits.ts";
import { type BlobHeader, openBlob, readHeader, seal } from "./blob.ts";
import { faultError } from "./fault.ts";
import { foldersThere, ownFolders } from "./folder.ts";
import { parkedFolder, projectFolder } from "./layout.ts";
import { compare, fact, factsOf, foldersOf, keyOf, type ParkMeta } from "./parked-file.ts";
import { isParkedKey, leavingKey } from "./parked-names.ts";
import { place } from "./place.ts";
import { type Project, projectAt } from "./project.ts";
import type { State } from "./state.ts";
import { appendTerms, readTerms, renewal, termOf, termStart } from "./terms.ts";
import { addUsage, countUsage, readUsage } from "./usage.ts";

export type { ParkMeta } from "./parked-file.ts";

export interface ParkCaps {
  /** Raw bytes of one text. */
  readonly maxBytes: number;
  /** Compressed bytes of the project. */
  readonly projectMaxBytes?: number;
  /** Texts of the project; 0 sets no cap. */
  readonly projectMaxTexts?: number;
}

/** Proof that the original can be read back by this key. */
export interface Parked {
  readonly key: string;
  /** False when the same text was parked before; its term began anew. */
  readonly isNew: boolean;
}

export interface ParkedEntry {
  readonly key: string;
  readonly tool: string;
  readonly command: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly lines: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
  readonly createdMs: number;
  /** Beginning of the present term; never in the future. */
  readonly renewedMs: number;
}

export interface Recalled {
  readonly text: string;
  /** What was parked, where it was bytes that no text stands for. */
  readonly bytes?: Uint8Array;
  readonly tool: string;
  readonly command: string;
  readonly createdMs: number;
}

const SHORT_KEY = 10;
const LONG_KEY = 12;

/**
 * Stores a text of a project, or begins its term anew, and makes sure that it can be read back.
 * @param text bytes where no text stands for them exactly
 */
export function park(
  state: State,
  project: Project,
  text: string | Uint8Array,
  meta: ParkMeta,
  caps: ParkCaps,
): Result<Parked> {
  const raw = typeof text === "string" ? encodeText(text) : text;
  if (raw.length > Math.min(caps.maxBytes, PARK_MAX_BYTES)) {
    return fail("too-large", "the text is above the parking limit");
  }
  const digest = keyOf(state, project, raw);
  const shown = typeof text === "string" ? text : readText(text).text;
  const file = seal(state.rt, raw, {
    createdMs: state.rt.now(),
    facts: factsOf(shown, meta, digest, project),
    isBinary: typeof text !== "string",
  });
  const job = {
    state,
    project,
    file,
    digest,
    maxBytes: caps.projectMaxBytes ?? PARK_PROJECT_MAX_BYTES,
    maxTexts: caps.projectMaxTexts ?? 0,
  };
  const first = store(job);
  // A folder can go between two steps, when `gc` or a person removes it; once is enough.
  return first.ok || first.error.code !== "io" ? first : store(job);
}

interface Job {
  readonly state: State;
  readonly project: Project;
  readonly file: Uint8Array;
  readonly digest: string;
  readonly maxBytes: number;
  readonly maxTexts: number;
}

function store(job: Job): Result<Parked> {
  const { state, project } = job;
  const made = ownFolders(state.rt, foldersOf(state, project));
  if (!made.ok) return made;
  for (const key of [job.digest.slice(0, SHORT_KEY), job.digest.slice(0, LONG_KEY)]) {
    const path = `${parkedFolder(state.root, project.id)}/${key}`;
    const there = compare(state, path, job.file);
    if (!there.ok) return there;
    if (there.value === "other") continue;
    if (there.value === "none") return write(job, key);
    const renewed = renew(state, project, key);
    if (!renewed.ok) return renewed;
    // `gc` takes the name away before it decides; after the renewal one look tells.
    return state.rt.files.stat(path).ok ? ok({ key, isNew: false }) : write(job, key);
  }
  return fail("io", "both keys of this text are taken");
}

/** The text behind a key of this project, exactly as it was parked. */
export async function recallText(state: State, project: Project, key: string): Promise<Result<Recalled>> {
  if (!isParkedKey(key)) return fail("not-found", "this is not a recall key");
  const there = foldersThere(state.rt, foldersOf(state, project));
  if (!there.ok) return there;
  if (!there.value) return fail("not-found", "nothing is parked in this project");
  const file = readParked(state, project, key);
  if (!file.ok) return file;
  const header = readHeader(state.rt, file.value);
  const raw = await openBlob(state.rt, file.value, PARK_MAX_BYTES);
  const isBinary = header?.content === "bytes";
  const text = raw === null ? null : isBinary ? readText(raw).text : decodeText(raw);
  if (header === null || raw === null || text === null) {
    return fail("damaged", "the parked bytes do not verify");
  }
  if (!keyOf(state, project, raw).startsWith(key)) {
    return isOfOtherSecret(state, header, raw, key)
      ? fail("other-secret", `key '${key}' was given under another state secret`)
      : fail("damaged", "the parked bytes do not verify");
  }
  return ok({
    text,
    ...(isBinary ? { bytes: raw } : {}),
    tool: fact(header, "tool"),
    command: fact(header, "command"),
    createdMs: header.createdMs,
  });
}

/** Whole, under the name that it was given, and this secret never gave it: not even to the project that it names. */
function isOfOtherSecret(state: State, header: BlobHeader, raw: Uint8Array, key: string): boolean {
  const path = fact(header, "project");
  return path !== "" && fact(header, "id").startsWith(key) &&
    !keyOf(state, projectAt(state, path), raw).startsWith(key);
}

/** What is parked in a project, newest first; entries whose header does not verify are left out. */
export function listParked(state: State, project: Project): Result<readonly ParkedEntry[]> {
  const there = foldersThere(state.rt, foldersOf(state, project));
  if (!there.ok) return there;
  if (!there.value) return ok([]);
  const folder = parkedFolder(state.root, project.id);
  const names = state.rt.files.list(folder);
  if (!names.ok) return faultError(names.fault, "list parked");
  const terms = readTerms(state, projectFolder(state.root, project.id));
  if (!terms.ok) return terms;
  const now = state.rt.now();
  const entries: ParkedEntry[] = [];
  for (const key of names.value.filter(isParkedKey)) {
    const first = state.rt.files.readRange(`${folder}/${key}`, 0, BLOB_HEADER_MAX_BYTES);
    const header = first.ok ? readHeader(state.rt, first.value) : null;
    if (header === null || !fact(header, "id").startsWith(key)) continue;
    entries.push({
      key,
      tool: fact(header, "tool"),
      command: fact(header, "command"),
      sessionId: fact(header, "session"),
      agentId: fact(header, "agent"),
      lines: Number(header.facts.lines ?? 0),
      rawBytes: header.rawBytes,
      storedBytes: header.bodyAt + header.bodyBytes,
      createdMs: Math.min(header.createdMs, now),
      renewedMs: termStart(termOf(terms.value, key), header.createdMs, now),
    });
  }
  entries.sort((a, b) => b.renewedMs - a.renewedMs || b.createdMs - a.createdMs || (a.key < b.key ? -1 : 1));
  return ok(entries);
}

function write(job: Job, key: string): Result<Parked> {
  const { state, project, file, maxBytes } = job;
  let usage = readUsage(state, project.id);
  // The journal's sum is an upper bound; only a count refuses.
  if (usage.ok && usage.value.bytes + file.length > maxBytes && usage.value.steps > 0) {
    usage = countUsage(state, project.id);
  }
  if (!usage.ok) return usage;
  if (usage.value.bytes + file.length > maxBytes) {
    return fail("store-full", "the project's store of parked outputs is full");
  }
  const counted = job.maxTexts === 0 ? ok(0) : countTexts(state, project);
  if (!counted.ok) return counted;
  if (job.maxTexts > 0 && counted.value >= job.maxTexts) {
    return fail("store-full", "the project holds as many parked outputs as CK_PARK_KEEP allows");
  }
  const noted = addUsage(state, project.id, usage.value, file.length);
  if (!noted.ok) return noted;
  const folder = parkedFolder(state.root, project.id);
  const placed = place(state.rt, folder, key, file);
  if (!placed.ok) return faultError(placed.fault, "park");
  // Another process may have stored the same text in between; its file is as good as ours.
  const back = compare(state, `${folder}/${key}`, file);
  if (!back.ok) return back;
  return back.value === "same" ? ok({ key, isNew: true }) : fail("io", "the parked bytes do not read back");
}

function countTexts(state: State, project: Project): Result<number> {
  const names = state.rt.files.list(parkedFolder(state.root, project.id));
  if (!names.ok) return names.fault === "missing" ? ok(0) : faultError(names.fault, "count parked");
  return ok(names.value.filter(isParkedKey).length);
}

function renew(state: State, project: Project, key: string): Result<void> {
  return appendTerms(state, projectFolder(state.root, project.id), [renewal(key, state.rt.now())]);
}

function readParked(state: State, project: Project, key: string): Result<Uint8Array> {
  const folder = parkedFolder(state.root, project.id);
  const first = readFile(state, `${folder}/${key}`);
  if (first.ok || first.error.code !== "not-found") return first;
  // `gc` may be looking at it under another name, or have just given it back.
  const names = state.rt.files.list(folder);
  const aside = names.ok ? names.value.find((name) => leavingKey(name) === key) : undefined;
  const second = aside === undefined ? first : readFile(state, `${folder}/${aside}`);
  return second.ok ? second : readFile(state, `${folder}/${key}`);
}

function readFile(state: State, path: string): Result<Uint8Array> {
  const read = state.rt.files.read(path, PARKED_FILE_MAX_BYTES);
  if (read.ok) return read;
  if (read.fault === "missing") return fail("not-found", "nothing is parked under this key");
  if (read.fault === "too-large" || read.fault === "link") {
    return fail("damaged", "this is not a parked file");
  }
  return faultError(read.fault, "recall");
}
