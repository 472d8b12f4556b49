import { isMarkerLine } from "../marker/grammar.ts";
import { lineTemplate } from "./floods.ts";
import { KEEP } from "./keep.ts";
import type { Mode } from "./select.ts";

/** Chooses lines by class and size where not all that should stay has room. */

/** Lines at the ends that stay in any case. */
export const MIN_HEAD = 10;
export const MIN_TAIL = 8;
/** How many ranks of novelty of each class come before repeats: noise, rare, skeleton, signal, error. */
const RANKS_FIRST = [0, 1, 1, 2, 3];
/** Of what reports leave, kinds of the skeleton and of rare lines take this share before reports are repeated. */
const KINDS_SHARE = 0.5;

/** Of the frame, head, tail and markers aside, at most this share of the room. */
const PINNED_SHARE = 0.6;

/**
 * Keeps classes from the top down while they fit. Of the class that does not,
 * the first line of every kind, then the first of every kind in every file,
 * then evenly spaced ones.
 * @param room UTF-16 units
 * @returns the classes of the chosen lines, or null when head, tail and markers alone are too much
 */
export function fitToRoom(
  texts: readonly string[],
  classes: Uint8Array,
  mode: Mode,
  room: number,
): Uint8Array | null {
  const out = new Uint8Array(classes.length);
  const wanted = classes.slice();
  if (mode === "diff") thinChangeRuns(wanted);
  const sizeOf = (at: number): number => (texts[at] as string).length + 1;
  const spaced = (members: readonly number[], limit: number): number => {
    let units = 0;
    for (const at of members) units += sizeOf(at);
    const step = units <= limit ? 1 : Math.max(1, (units / Math.max(1, limit)) * 1.05);
    let used = 0;
    for (let k = 0; k < members.length; k += step) {
      const at = members[Math.floor(k)] as number;
      if (used + sizeOf(at) > limit) continue;
      used += sizeOf(at);
      out[at] = wanted[at] as number;
    }
    return used;
  };
  const take = (members: readonly number[], limit: number): number => {
    let used = 0;
    for (const rank of byNovelty(texts, members)) used += spaced(rank, limit - used);
    return used;
  };
  const edges: number[] = [];
  const pinned: number[] = [];
  let left = room;
  for (let i = 0; i < wanted.length; i += 1) {
    if (wanted[i] !== KEEP.frame) continue;
    const isEdge = i < MIN_HEAD || i >= wanted.length - MIN_TAIL || isMarkerLine(texts[i] as string);
    if (isEdge) left -= sizeOf(i);
    (isEdge ? edges : pinned).push(i);
  }
  if (left < 0) return null;
  for (const at of edges) out[at] = KEEP.frame;
  left -= take(pinned, mode === "diff" ? left : Math.floor(left * PINNED_SHARE));
  // Different reports first, then a share for kinds of the skeleton, then what repeats the former.
  const repeats: (readonly number[])[] = [];
  for (let level = KEEP.error as number; level > KEEP.noise; level -= 1) {
    const members: number[] = [];
    for (let i = 0; i < wanted.length; i += 1) if (wanted[i] === level) members.push(i);
    const ranks = byNovelty(texts, members);
    const first = mode === "diff" ? ranks.length : RANKS_FIRST[level] as number;
    const limit = level >= KEEP.signal || mode === "diff" ? left : Math.floor(left * KINDS_SHARE);
    let used = 0;
    for (const rank of ranks.slice(0, first)) used += spaced(rank, limit - used);
    left -= used;
    repeats.push(...ranks.slice(first));
  }
  for (const members of repeats) left -= spaced(members, left);
  return out;
}

/** Lines whose kind is new, whose kind is new in their file, whose words are new, and the others. */
function byNovelty(texts: readonly string[], members: readonly number[]): readonly number[][] {
  const kinds = new Set<string>();
  const inFiles = new Set<string>();
  const masks = new Set<string>();
  const ranks: number[][] = [[], [], [], []];
  for (const at of members) {
    const text = texts[at] as string;
    const kind = lineTemplate(text);
    const inFile = lineTemplate(text, true);
    const mask = text.replace(/\d/g, "0");
    const rank = !kinds.has(kind) ? 0 : !inFiles.has(inFile) ? 1 : !masks.has(mask) ? 2 : 3;
    masks.add(mask);
    kinds.add(kind);
    inFiles.add(inFile);
    (ranks[rank] as number[]).push(at);
  }
  return ranks;
}

/** Runs of changed lines keep their first and last one above the others. */
function thinChangeRuns(classes: Uint8Array): void {
  let i = 0;
  while (i < classes.length) {
    if (classes[i] !== KEEP.signal) {
      i += 1;
      continue;
    }
    let end = i;
    while (end < classes.length && classes[end] === KEEP.signal) end += 1;
    for (let k = i + 1; k < end - 1; k += 1) classes[k] = KEEP.rare;
    i = end;
  }
}
