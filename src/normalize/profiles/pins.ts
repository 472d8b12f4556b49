import { KEEP } from "../keep.ts";
import { companions, isShort, type List } from "./lists.ts";
import type { ProfileItems } from "./profile.ts";

/** Lines of the class that is dropped last, within one room that all of them share. */

/** Of the room under the hard cap, head and tail aside, what is pinned takes this share (see elide.ts). */
const PINNED_SHARE = 0.58;
const ROOM_UNITS = 27_800;
/** Of the text, it takes at most this share, and this much in any case. */
const TEXT_SHARE = 0.4;
const PINNED_AT_LEAST_UNITS = 6_000;
const PER_KIND = 3;
const HEAD_LINES = 10;
const TAIL_LINES = 8;
/** What a row costs beside itself: heading, place. */
const COMPANIONS_FACTOR = 1.4;

export class Pins {
  private left: number;
  private readonly room: number;

  constructor(private readonly texts: readonly string[], private readonly classes: Uint8Array) {
    let edges = 0;
    let all = 0;
    for (let i = 0; i < texts.length; i += 1) {
      const units = (texts[i] as string).length + 1;
      all += units;
      if (i < HEAD_LINES || i >= texts.length - TAIL_LINES) edges += units;
    }
    const underCap = Math.floor((ROOM_UNITS - edges) * PINNED_SHARE);
    this.room = Math.max(
      0,
      Math.min(underCap, Math.max(PINNED_AT_LEAST_UNITS, Math.floor(all * TEXT_SHARE))),
    );
    this.left = this.room;
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

  /** The first of every kind of every list, then the last ones, then those in the middle. */
  kinds(lists: readonly List[]): void {
    const most = Math.max(0, ...lists.map((list) => list.kinds.length));
    const rooms = lists.map((list) => Math.floor(this.room * (list.items.share ?? 1)));
    for (let round = 0; round < PER_KIND; round += 1) {
      for (let k = 0; k < most; k += 1) {
        for (let n = 0; n < lists.length; n += 1) {
          const { items, kinds } = lists[n] as List;
          const members = kinds[k];
          if (members === undefined || members.length <= round || (rooms[n] as number) <= 0) continue;
          const nth = [0, members.length - 1, members.length >> 1][round] as number;
          const before = this.left;
          if (!this.addRow(items, members[nth] as number)) return;
          rooms[n] = (rooms[n] as number) - (before - this.left);
        }
      }
    }
  }

  /** A short list is pinned whole. Findings that the hard cap will thin are thinned here, with headings and places. */
  rows({ items, rows }: List): void {
    const short = isShort({ items, rows });
    const members = short ? rows : rows.filter((at) => (this.classes[at] as number) >= KEEP.signal);
    const units = this.unitsOf(members);
    // Equal messages at many places are folded by others, and their places would go with them.
    const isThinned = items.place !== undefined || units >= ROOM_UNITS;
    if (!short && (items.kind === undefined || !isThinned)) return;
    const fit = Math.floor((this.left * members.length) / Math.max(1, units * COMPANIONS_FACTOR));
    const step = short ? 1 : Math.max(1, members.length / Math.max(1, fit));
    for (let k = 0; k < members.length; k += step) {
      if (!this.addRow(items, members[Math.floor(k)] as number)) return;
    }
  }

  private add(at: number): boolean {
    if (this.classes[at] === KEEP.frame) return true;
    const units = (this.texts[at] as string).length + 1;
    if (units > this.left) return false;
    this.left -= units;
    this.classes[at] = KEEP.frame;
    return true;
  }

  private addRow(items: ProfileItems, at: number): boolean {
    if (!this.add(at)) return false;
    for (const line of companions(items, at, this.texts)) this.add(line);
    return true;
  }

  private unitsOf(members: readonly number[]): number {
    let units = 0;
    for (const at of members) units += (this.texts[at] as string).length + 1;
    return units;
  }
}
