/**
 * Copies of reads that were delivered, so that the next read of the same file
 * can be shown as a diff. A cache: bounded by size, the oldest go first.
 */

import { decodeText, encodeText } from "../base/encode.ts";
import { fail, ok, type Result } from "../base/errors.ts";
import { INFLATE_UNBOUNDED_MAX_BYTES, READ_COPIES_MAX_BYTES, READ_COPY_MAX_UNITS } from "../base/limits.ts";
import { openSmallBlob, seal } from "./blob.ts";
import { faultError } from "./fault.ts";
import { foldersThere, ownFolders } from "./folder.ts";
import { projectFolder, projectsFolder, readsFolder } from "./layout.ts";
import { place } from "./place.ts";
import type { Project } from "./project.ts";
import type { State } from "./state.ts";

const NAME_LENGTH = 24;
const HASH = /^[0-9a-f]{24}(?:[0-9a-f]{40})?$/;
/** UTF-16 form, or three bytes a unit. */
const RAW_MAX_BYTES = READ_COPY_MAX_UNITS * 3 + 2;
const FILE_MAX_BYTES = RAW_MAX_BYTES + 8_192;
/** After an eviction this share of the cap is free, so that the next copies cost nothing. */
const FREE_SHARE = 0.25;

/** SHA-256 of a text's round-trip bytes: the name of its copy. */
export function textHash(state: State, text: string): string {
  return state.rt.hash.content(encodeText(text));
}

/** Keeps a copy of a text under its hash, which it returns. Too long a text is refused. */
export function saveCopy(state: State, project: Project, text: string): Result<string> {
  if (text.length > READ_COPY_MAX_UNITS) return fail("too-large", "the text is too long for a copy");
  const raw = encodeText(text);
  const hash = state.rt.hash.content(raw);
  const file = seal(state.rt, raw, { createdMs: state.rt.now(), facts: {} });
  if (file.length > INFLATE_UNBOUNDED_MAX_BYTES) {
    return fail("too-large", "the text does not compress enough for a copy");
  }
  const made = ownFolders(state.rt, foldersOf(state, project));
  if (!made.ok) return made;
  const room = makeRoom(state, project, file.length);
  if (!room.ok) return room;
  const placed = place(
    state.rt,
    readsFolder(state.root, project.id),
    `${hash.slice(0, NAME_LENGTH)}.${file.length}`,
    file,
  );
  return placed.ok ? ok(hash) : faultError(placed.fault, "save copy");
}

/** The copy with this hash (whole, or its first 24 characters). */
export function loadCopy(state: State, project: Project, hash: string): Result<string> {
  if (!HASH.test(hash)) return fail("not-found", "this is not a content hash");
  const there = foldersThere(state.rt, foldersOf(state, project));
  if (!there.ok) return there;
  const names = there.value ? listCopies(state, project) : ok([]);
  if (!names.ok) return names;
  for (const copy of names.value.filter((each) => each.name.startsWith(hash.slice(0, NAME_LENGTH)))) {
    const file = state.rt.files.read(`${readsFolder(state.root, project.id)}/${copy.name}`, FILE_MAX_BYTES);
    const raw = file.ok ? openSmallBlob(state.rt, file.value, RAW_MAX_BYTES) : null;
    const text = raw === null ? null : decodeText(raw);
    if (raw !== null && text !== null && state.rt.hash.content(raw).startsWith(hash)) return ok(text);
  }
  return fail("not-found", "there is no copy of this read");
}

export interface Copy {
  readonly name: string;
  readonly bytes: number;
}

/** Copies by name; the size is part of the name, so one listing gives the total. */
export function listCopies(state: State, project: Pick<Project, "id">): Result<readonly Copy[]> {
  const names = state.rt.files.list(readsFolder(state.root, project.id));
  if (!names.ok) return names.fault === "missing" ? ok([]) : faultError(names.fault, "list copies");
  const copies: Copy[] = [];
  for (const name of names.value) {
    const bytes = /^[0-9a-f]{24}\.(\d{1,7})$/.exec(name)?.[1];
    if (bytes !== undefined) copies.push({ name, bytes: Number(bytes) });
  }
  return ok(copies);
}

/** Removes the oldest copies when the next one would pass the cap; returns how many went. */
export function makeRoom(state: State, project: Pick<Project, "id">, bytes: number): Result<number> {
  const copies = listCopies(state, project);
  if (!copies.ok) return copies;
  let total = copies.value.reduce((sum, copy) => sum + copy.bytes, bytes);
  if (total <= READ_COPIES_MAX_BYTES) return ok(0);
  const folder = readsFolder(state.root, project.id);
  const aged = copies.value.map((copy) => {
    const stat = state.rt.files.stat(`${folder}/${copy.name}`);
    return { ...copy, mtimeMs: stat.ok ? stat.value.mtimeMs : 0 };
  });
  aged.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.name < b.name ? -1 : 1));
  let gone = 0;
  for (const copy of aged) {
    if (total <= READ_COPIES_MAX_BYTES * (1 - FREE_SHARE)) break;
    if (state.rt.files.remove(`${folder}/${copy.name}`).ok) gone += 1;
    total -= copy.bytes;
  }
  return ok(gone);
}

function foldersOf(state: State, project: Project): readonly string[] {
  const { root } = state;
  return [projectsFolder(root), projectFolder(root, project.id), readsFolder(root, project.id)];
}
