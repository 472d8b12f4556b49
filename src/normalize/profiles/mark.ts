import { KEEP } from "../keep.ts";
import type { Profile, ProfileBlock, ProfileItems } from "./profile.ts";

/**
 * Applies a profile: findings, skeleton, passages and list rows are raised;
 * nothing is ever lowered. What a reader cannot do without is pinned within a
 * fixed room, so that it outlasts a flood of findings.
 */

const LINE_UNITS = 2_000;
/** Of the room under the hard cap, head and tail aside, what is pinned takes this share (see elide.ts). */
const PINNED_SHARE = 0.58;
const ROOM_UNITS = 27_800;
/** Of the text, it takes at most this share, and this much in any case. */
const TEXT_SHARE = 0.4;
const PINNED_AT_LEAST_UNITS = 6_000;
const VERDICT_UNITS = 4_000;
/** Of the skeleton, this much comes before the kinds of the rows. */
const SKELETON_FIRST_UNITS = 2_500;
const SKELETON_UNITS = 6_000;
const PER_KIND = 3;
/** Of a message that is a kind, this much counts. */
const KIND_UNITS = 48;
const HEAD_LINES = 10;
const TAIL_LINES = 8;
const PLACE_WITHIN_LINES = 250;
const HEADING_WITHIN_LINES = 400;
const MORE_LINES = 4;

export function markProfile(profile: Profile, texts: readonly string[], classes: Uint8Array): void {
  const verdicts: number[] = [];
  const skeleton: number[] = [];
  let blockEnd = 0;
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text === "" || text.length > LINE_UNITS) continue;
    if (matches(profile.verdict, text)) verdicts.push(i);
    else if (matches(profile.serious, text)) raise(classes, i, KEEP.error);
    else if (i < blockEnd || matches(profile.keep, text)) skeleton.push(i);
    for (const block of profile.blocks ?? []) {
      if (!block.start.test(text)) continue;
      if (skeleton[skeleton.length - 1] !== i) skeleton.push(i);
      blockEnd = Math.max(blockEnd, endOfBlock(texts, i, block));
    }
  }
  for (const at of skeleton) raise(classes, at, KEEP.skeleton);
  for (const at of verdicts) raise(classes, at, KEEP.signal);
  const pins = new Pins(texts, classes);
  pins.fromTheEnds(verdicts, VERDICT_UNITS);
  const lists = (profile.items ?? []).map((items) => listOf(items, profile, texts));
  for (const list of lists) for (const at of shownRows(list)) raise(classes, at, KEEP.skeleton);
  pins.spread(skeleton, SKELETON_FIRST_UNITS);
  pinKinds(lists, pins);
  pins.spread(skeleton, SKELETON_UNITS);
  for (const list of lists) pinSpread(list, pins);
}

/** Lines of the class that is dropped last, within one room. */
class Pins {
  private left: number;

  constructor(private readonly texts: readonly string[], private readonly classes: Uint8Array) {
    let edges = 0;
    let all = 0;
    for (let i = 0; i < texts.length; i += 1) {
      const units = (texts[i] as string).length + 1;
      all += units;
      if (i < HEAD_LINES || i >= texts.length - TAIL_LINES) edges += units;
    }
    const underCap = Math.floor((ROOM_UNITS - edges) * PINNED_SHARE);
    this.left = Math.max(
      0,
      Math.min(underCap, Math.max(PINNED_AT_LEAST_UNITS, Math.floor(all * TEXT_SHARE))),
    );
  }

  add(at: number): boolean {
    if (this.classes[at] === KEEP.frame) return true;
    const units = (this.texts[at] as string).length + 1;
    if (units > this.left) return false;
    this.left -= units;
    raise(this.classes, at, KEEP.frame);
    return true;
  }

  /** How many rows of the mean length fit into the room that is left, with something for their headings. */
  rowsThatFit(rows: readonly number[]): number {
    return Math.floor((this.left * rows.length) / Math.max(1, this.unitsOf(rows) * 1.4));
  }

  unitsOf(members: readonly number[]): number {
    let units = 0;
    for (const at of members) units += (this.texts[at] as string).length + 1;
    return units;
  }

  /** A row with its heading and its place. */
  addRow(items: ProfileItems, at: number): boolean {
    if (!this.add(at)) return false;
    const heading = items.heading ? near(items, items.heading, at, -1, this.texts) : -1;
    const place = items.place ? near(items, items.place, at, 1, this.texts) : -1;
    if (heading >= 0) this.add(heading);
    if (place >= 0) this.add(place);
    for (let i = at + 1; items.more && i <= at + MORE_LINES && items.more.test(this.texts[i] ?? ""); i += 1) {
      this.add(i);
    }
    return true;
  }

  /** Totals stand at the end: two of three are taken from there, one from the start. */
  fromTheEnds(members: readonly number[], room: number): void {
    let units = 0;
    let first = 0;
    let last = members.length - 1;
    for (let n = 0; first <= last; n += 1) {
      const at = members[n % 3 === 2 ? first++ : last--] as number;
      units += (this.texts[at] as string).length + 1;
      if (units > room || !this.add(at)) return;
    }
  }

  /** Of too many an evenly spaced part. */
  spread(members: readonly number[], room: number): void {
    const step = Math.max(1, this.unitsOf(members) / Math.max(1, Math.min(room, this.left)));
    for (let k = 0; k < members.length; k += step) {
      if (!this.add(members[Math.floor(k)] as number)) return;
    }
  }
}

function matches(patterns: readonly RegExp[] | undefined, text: string): boolean {
  return patterns !== undefined && patterns.some((pattern) => pattern.test(text));
}

function endOfBlock(texts: readonly string[], at: number, block: ProfileBlock): number {
  let end = at + 1;
  while (end < texts.length && end - at < block.cap) {
    const inside = texts[end] as string;
    if (block.until ? block.until.test(inside) : inside.trim() === "") return block.withEnd ? end + 1 : end;
    end += 1;
  }
  return end;
}

/** The rows of one list, and those of each kind. */
interface List {
  readonly items: ProfileItems;
  readonly rows: readonly number[];
  readonly kinds: readonly (readonly number[])[];
}

function listOf(items: ProfileItems, profile: Profile, texts: readonly string[]): List {
  const rows: number[] = [];
  const seen = new Set<string>();
  const kinds = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS || !items.row.test(text)) continue;
    const place = items.place ? near(items, items.place, i, 1, texts) : -1;
    const key = place < 0 ? text : `${text}\n${texts[place]}`;
    if (seen.has(key)) continue;
    seen.add(key);
    rows.push(i);
    const kind = kindOf(items, text);
    if (kind === null) continue;
    const members = kinds.get(kind);
    if (members) members.push(i);
    else kinds.set(kind, [i]);
  }
  const isSerious = (members: readonly number[]): boolean =>
    matches(profile.serious, texts[members[0] as number] as string);
  // Rare kinds say more; the common ones are shown anyhow.
  const all = [...kinds.values()].sort((a, b) => a.length - b.length);
  return {
    items,
    rows,
    kinds: [...all.filter(isSerious), ...all.filter((members) => !isSerious(members))],
  };
}

function shownRows({ items, rows }: List): readonly number[] {
  if (rows.length <= items.keepUpTo) return rows;
  return rows.filter((_, n) => n < items.first || n >= rows.length - items.last);
}

/** The first of every kind of every list, then the last ones, then those in the middle. */
function pinKinds(lists: readonly List[], pins: Pins): void {
  const most = Math.max(0, ...lists.map((list) => list.kinds.length));
  for (let round = 0; round < PER_KIND; round += 1) {
    for (let k = 0; k < most; k += 1) {
      for (const { items, kinds } of lists) {
        const members = kinds[k];
        if (members === undefined || members.length <= round) continue;
        const nth = [0, members.length - 1, members.length >> 1][round] as number;
        if (!pins.addRow(items, members[nth] as number)) return;
      }
    }
  }
}

/** A short list is pinned whole. One that the hard cap will thin is thinned here, with headings and places. */
function pinSpread(list: List, pins: Pins): void {
  const isShort = list.rows.length <= list.items.keepUpTo;
  if (!isShort && (list.items.kind === undefined || pins.unitsOf(list.rows) < ROOM_UNITS)) return;
  const step = isShort ? 1 : Math.max(1, list.rows.length / Math.max(1, pins.rowsThatFit(list.rows)));
  for (let k = 0; k < list.rows.length; k += step) {
    if (!pins.addRow(list.items, list.rows[Math.floor(k)] as number)) return;
  }
}

function kindOf(items: ProfileItems, text: string): string | null {
  const found = items.kind?.exec(text);
  if (!found) return null;
  const kind = found.slice(1).join(" ");
  if (!items.masked) return kind;
  // Threads and ids in brackets go, and so do measures; short numbers are codes and stay.
  return kind
    .replace(/\[[^\]]{0,200}\]/g, "")
    .replace(/\b[0-9a-f]{6,40}\b|\d{1,9}\.\d{1,9}|\d{3,}/gi, "#")
    .trim()
    .slice(0, KIND_UNITS);
}

/** The nearest line in one direction that matches, before the next row; -1 for none. */
function near(
  items: ProfileItems,
  pattern: RegExp,
  at: number,
  step: 1 | -1,
  texts: readonly string[],
): number {
  const within = step > 0 ? PLACE_WITHIN_LINES : HEADING_WITHIN_LINES;
  for (let i = at + step; i >= 0 && i < texts.length && Math.abs(i - at) <= within; i += step) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS) continue;
    if (pattern.test(text)) return i;
    if (step > 0 && items.row.test(text)) return -1;
  }
  return -1;
}

function raise(classes: Uint8Array, at: number, to: number): void {
  if ((classes[at] as number) < to) classes[at] = to;
}
