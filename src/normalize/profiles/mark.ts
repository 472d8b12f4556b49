import { anyOf } from "../../base/text.ts";
import { KEEP, raise } from "../keep.ts";
import { headingOf, listOf, shownRows } from "./lists.ts";
import { Pins } from "./pins.ts";
import type { Profile, ProfileBlock } from "./profile.ts";

/**
 * Applies a profile: findings, skeleton, passages and list rows are raised;
 * no signal is lowered below signal. What a reader cannot do without is
 * pinned within a fixed room, so that it outlasts a flood of findings.
 */

const LINE_UNITS = 2_000;
const VERDICT_UNITS = 4_000;
/** Of the skeleton, this much comes before the kinds of the rows. */
const SKELETON_FIRST_UNITS = 4_000;
const SKELETON_UNITS = 6_000;

/** Raises the classes (`KEEP`) of the lines that the profile asks for. */
export function markProfile(profile: Profile, texts: readonly string[], classes: Uint8Array): void {
  const verdicts: number[] = [];
  const skeleton: number[] = [];
  const blocks = profile.blocks ?? [];
  let blockEnd = 0;
  const isVerdict = anyOf(profile.verdict ?? []);
  const isSerious = anyOf(profile.serious ?? []);
  const isMinor = anyOf(profile.minor ?? []);
  const isKept = anyOf(profile.keep);
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text === "" || text.length > LINE_UNITS) continue;
    if (isVerdict(text)) verdicts.push(i);
    else if (isSerious(text)) raise(classes, i, KEEP.error);
    else if (classes[i] === KEEP.error && isMinor(text)) classes[i] = KEEP.signal;
    else if (i < blockEnd || isKept(text)) skeleton.push(i);
    for (const block of blocks) {
      if (!block.start.test(text)) continue;
      if (skeleton[skeleton.length - 1] !== i) skeleton.push(i);
      blockEnd = Math.max(blockEnd, endOfBlock(texts, i, block));
    }
  }
  for (const at of skeleton) raise(classes, at, KEEP.skeleton);
  for (const at of verdicts) raise(classes, at, KEEP.signal);
  const lists = (profile.items ?? []).map((items) => listOf(items, profile.serious ?? [], texts));
  for (const list of lists) {
    for (const at of shownRows(list)) {
      raise(classes, at, KEEP.skeleton);
      const heading = headingOf(list.items, at, texts);
      if (heading >= 0) raise(classes, heading, KEEP.skeleton);
    }
  }
  const pins = new Pins(texts, classes);
  pins.fromTheEnds(verdicts, VERDICT_UNITS);
  pins.spread(skeleton, SKELETON_FIRST_UNITS);
  pins.kinds(lists);
  pins.spread(skeleton, SKELETON_UNITS);
  for (const list of lists) pins.rows(list);
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
