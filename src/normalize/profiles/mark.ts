import { KEEP } from "../select.ts";
import type { Profile, ProfileItems } from "./profile.ts";

/**
 * Applies a profile: findings, skeleton, passages and list rows are raised;
 * nothing is ever lowered. What is small in all is pinned, so that it outlasts
 * a flood of findings.
 */

const LINE_UNITS = 2_000;
const VERDICT_UNITS = 4_000;
const SKELETON_UNITS = 6_000;
const KINDS_UNITS = 8_000;
const PER_KIND = 2;

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
      if (i >= blockEnd) skeleton.push(i);
      const end = endOfBlock(texts, i, block.until, block.cap);
      if (end > blockEnd) blockEnd = end;
    }
  }
  for (const at of skeleton) raise(classes, at, KEEP.skeleton);
  for (const at of verdicts) raise(classes, at, KEEP.signal);
  pin(verdicts, texts, classes, VERDICT_UNITS);
  pin(skeleton, texts, classes, SKELETON_UNITS);
  for (const items of profile.items ?? []) markItems(items, profile, texts, classes);
}

function matches(patterns: readonly RegExp[] | undefined, text: string): boolean {
  return patterns !== undefined && patterns.some((pattern) => pattern.test(text));
}

function endOfBlock(texts: readonly string[], at: number, until: RegExp | undefined, cap: number): number {
  let end = at + 1;
  while (end < texts.length && end - at < cap) {
    const inside = texts[end] as string;
    if (until ? until.test(inside) : inside.trim() === "") break;
    end += 1;
  }
  return end;
}

function markItems(
  items: ProfileItems,
  profile: Profile,
  texts: readonly string[],
  classes: Uint8Array,
): void {
  const rows: number[] = [];
  const kinds = new Map<string, number>();
  const ofKind: number[] = [];
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS || !items.row.test(text)) continue;
    rows.push(i);
    const kind = items.kind?.exec(text)?.[1];
    if (kind === undefined) continue;
    const seen = kinds.get(kind) ?? 0;
    kinds.set(kind, seen + 1);
    if (seen < PER_KIND) ofKind.push(i);
  }
  const all = rows.length <= items.keepUpTo;
  rows.forEach((at, n) => {
    if (all || n < items.first || n >= rows.length - items.last) raise(classes, at, KEEP.skeleton);
  });
  if (all) return pin(rows, texts, classes, KINDS_UNITS);
  const serious = ofKind.filter((at) => matches(profile.serious, texts[at] as string));
  pin([...new Set([...serious, ...ofKind])], texts, classes, KINDS_UNITS);
}

/** Raises lines to the class that is dropped last while they fit; of too many an evenly spaced part. */
function pin(members: readonly number[], texts: readonly string[], classes: Uint8Array, room: number): void {
  let units = 0;
  for (const at of members) units += (texts[at] as string).length + 1;
  const step = units <= room ? 1 : units / room;
  let left = room;
  for (let k = 0; k < members.length; k += step) {
    const at = members[Math.floor(k)] as number;
    left -= (texts[at] as string).length + 1;
    if (left < 0) return;
    raise(classes, at, KEEP.frame);
  }
}

function raise(classes: Uint8Array, at: number, to: number): void {
  if ((classes[at] as number) < to) classes[at] = to;
}
