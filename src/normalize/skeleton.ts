import { anyOf, indentOf, isBlank } from "../base/text.ts";
import type { DiffRole } from "./diff.ts";
import { KEEP } from "./keep.ts";
import type { Profile } from "./profiles/profile.ts";
import { fillRoom } from "./fill.ts";
import { lineShapes } from "./shape.ts";

/**
 * The general rule for texts that no profile describes, and for the rest of
 * those that one does: a heading stays with the signal below it, and a line
 * whose shape is rare in its text stays while there is room.
 */

const RARE_SHARE = 0.004;
const RARE_AT_LEAST = 2;
/** Room for rare lines: a share of the text within fixed bounds (UTF-16 units). */
const ROOM_SHARE = 0.22;
const ROOM_MIN_UNITS = 3_000;
const ROOM_MAX_UNITS = 9_000;
/** A page is prose: every line is news, and what is left out is missed sooner. */
const PAGE_ROOM = { share: 0.6, most: 18_000 };
const TITLE_MAX_UNITS = 80;
const LINE_MAX_UNITS = 400;
const ANCESTOR_MAX_LINES = 400;

export interface SkeletonOptions {
  /** Lines at both ends that stay anyway: kinds that stand there need no other example. */
  readonly headLines: number;
  readonly tailLines: number;
  /** A fetched page. */
  readonly isPage: boolean;
  /** True: nobody waits for the result any more. */
  readonly isLate?: (() => boolean) | undefined;
  /** Roles of diff lines; what stands inside a hunk is no news. */
  readonly inside: readonly DiffRole[] | null;
}

/** Raises headings of kept lines, lines of rare shape, and one example of every other kind. */
export function markSkeleton(
  texts: readonly string[],
  classes: Uint8Array,
  profile: Profile | null,
  options: SkeletonOptions,
): void {
  markSections(texts, classes);
  markLevels(texts, classes);
  markHeadings(texts, classes);
  markRare(texts, classes, profile, options);
}

/** What several files or parts in one text are parted by: `==> name <==`, `=== name ===`, `--- name ---`. */
const SECTION =
  /^\s{0,4}(?:={2,}>? \S.{0,120} <?={2,}|-{3,} \S.{0,120} -{3,}|\*{3,} \S.{0,120} \*{3,}|#{3,} \S.{0,120} #{3,})$/;
const SECTIONS_UNITS = 2_500;
const SECTIONS_MAX = 60;

/** Headings of parts outlast a flood of signal while they are few. */
function markSections(texts: readonly string[], classes: Uint8Array): void {
  const found: number[] = [];
  let units = 0;
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    const first = text.trimStart().charAt(0);
    if (first !== "=" && first !== "-" && first !== "*" && first !== "#") continue;
    if (text.length > 140 || !SECTION.test(text)) continue;
    found.push(i);
    units += text.length + 1;
  }
  if (found.length > SECTIONS_MAX || units > SECTIONS_UNITS) return;
  for (const at of found) classes[at] = KEEP.frame;
}

const LEVEL = /(?:^|[\s\[(|=":])(TRACE|DEBUG|VERBOSE|INFO|NOTICE)(?=[\s\])|":,]|$)/i;
const LEVEL_UNITS = 120;
/** From this share on traces are the log, and information is what sets itself apart. */
const TRACE_SHARE = 0.5;
const INFORMATION_SHARE = 0.2;
const INFORMATION_MAX = 60;

/** Information among traces stays like a heading. */
function markLevels(texts: readonly string[], classes: Uint8Array): void {
  const information: number[] = [];
  let traces = 0;
  for (let i = 0; i < texts.length; i += 1) {
    const level = LEVEL.exec((texts[i] as string).slice(0, LEVEL_UNITS))?.[1]?.charAt(0);
    if (level === undefined) continue;
    if ("INin".includes(level)) information.push(i);
    else traces += 1;
  }
  if (traces < texts.length * TRACE_SHARE || information.length > traces * INFORMATION_SHARE) return;
  // Traces quote every word of trouble; what is said above them outlasts those.
  const level = information.length <= INFORMATION_MAX ? KEEP.error : KEEP.skeleton;
  for (const at of information) classes[at] = Math.max(classes[at] as number, level);
}

/** The nearest line above with less indent, for every kept line that is indented. */
function markHeadings(texts: readonly string[], classes: Uint8Array): void {
  const open: { indent: number; at: number }[] = [];
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (isBlank(text)) continue;
    const indent = indentOf(text);
    while (open.length > 0 && (open[open.length - 1] as { indent: number }).indent >= indent) open.pop();
    const parent = open[open.length - 1];
    if (
      parent && (classes[i] as number) >= KEEP.signal && i - parent.at <= ANCESTOR_MAX_LINES &&
      classes[parent.at] === KEEP.noise
    ) {
      classes[parent.at] = KEEP.skeleton;
    }
    open.push({ indent, at: i });
  }
}

interface Candidate {
  readonly at: number;
  readonly rank: number;
}

function markRare(
  texts: readonly string[],
  classes: Uint8Array,
  profile: Profile | null,
  options: SkeletonOptions,
): void {
  const isNoise = anyOf(profile?.noise ?? []);
  const counts = new Map<string, number>();
  let units = 0;
  let filled = 0;
  const shapes = lineShapes(texts, (i) => {
    const text = texts[i] as string;
    const isInside = options.inside !== null && options.inside[i] !== "outside";
    return !isInside && text.length <= LINE_MAX_UNITS && !isBlank(text);
  });
  for (let i = 0; i < texts.length; i += 1) {
    units += (texts[i] as string).length + 1;
    const shape = shapes[i];
    if (shape === null || shape === undefined) continue;
    filled += 1;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  if (options.isLate?.() === true) return;
  const limit = Math.max(RARE_AT_LEAST, Math.floor(filled * RARE_SHARE));
  const candidates: Candidate[] = [];
  const common = new Map<string, number[]>();
  const isShown = (i: number): boolean =>
    classes[i] !== KEEP.noise || i < options.headLines || i >= texts.length - options.tailLines;
  const shownShapes = new Set<string>();
  for (let i = 0; i < texts.length; i += 1) {
    const shape = shapes[i];
    if (shape !== null && shape !== undefined && isShown(i)) shownShapes.add(shape);
  }
  for (let i = 0; i < texts.length; i += 1) {
    const shape = shapes[i];
    if (classes[i] !== KEEP.noise || shape === null || shape === undefined) continue;
    const count = counts.get(shape) ?? 0;
    const isTitle = isIsolated(texts, i);
    if (count > limit && !isTitle && shownShapes.has(shape)) continue;
    const text = texts[i] as string;
    if (!/[A-Za-z0-9\u0080-\uffff]/.test(text) || isNoise(text)) {
      continue;
    }
    if (count <= limit || isTitle) {
      candidates.push({ at: i, rank: rankOf(texts, i, count) + (isTitle ? 1 : 0) });
    } else {
      const members = common.get(shape);
      if (members) members.push(i);
      else common.set(shape, [i]);
    }
  }
  candidates.sort((a, b) => b.rank - a.rank || a.at - b.at);
  const { share, most } = options.isPage ? PAGE_ROOM : { share: ROOM_SHARE, most: ROOM_MAX_UNITS };
  let room = Math.min(most, Math.max(ROOM_MIN_UNITS, Math.floor(units * share)));
  for (const { at } of spread(candidates, texts, room)) {
    room -= (texts[at] as string).length + 1;
    if (room < 0) break;
    classes[at] = KEEP.rare;
  }
  // Of kinds that neither head nor tail shows: the first and the last one.
  for (const members of [...common.values()].sort((a, b) => a.length - b.length)) {
    for (const at of [members[0] as number, members[members.length - 1] as number]) {
      room -= (texts[at] as string).length + 1;
      if (room < 0) break;
      classes[at] = KEEP.rare;
    }
    if (room < 0) break;
  }
  if (options.isLate?.() === true) return;
  fillRoom(texts, classes, {
    shapes,
    isShown,
    isNoise: (at) => isNoise(texts[at] as string),
  });
}

/** A short line between blank ones: a title of what follows. */
function isIsolated(texts: readonly string[], at: number): boolean {
  return (texts[at] as string).length <= TITLE_MAX_UNITS && isBlank(texts[at - 1] ?? "") &&
    isBlank(texts[at + 1] ?? "");
}

/** Headings (something indented below, a colon at the end, no indent) come before other rare lines. */
function rankOf(texts: readonly string[], at: number, count: number): number {
  const text = texts[at] as string;
  const indent = indentOf(text);
  const below = texts[at + 1];
  let rank = count === 1 ? 1 : 0;
  if (indent === 0) rank += 1;
  if (text.endsWith(":")) rank += 1;
  if (below !== undefined && !isBlank(below) && indentOf(below) > indent) rank += 1;
  if (isBlank(texts[at - 1] ?? "")) rank += 1;
  return rank;
}

/** Where candidates of the last rank that fits do not all fit, takes evenly spaced ones. */
function spread(candidates: readonly Candidate[], texts: readonly string[], room: number): Candidate[] {
  const out: Candidate[] = [];
  let left = room;
  let i = 0;
  while (i < candidates.length && left > 0) {
    const rank = (candidates[i] as Candidate).rank;
    let end = i;
    let units = 0;
    while (end < candidates.length && (candidates[end] as Candidate).rank === rank) {
      units += (texts[(candidates[end] as Candidate).at] as string).length + 1;
      end += 1;
    }
    const step = units <= left ? 1 : Math.ceil(units / left);
    for (let k = i; k < end; k += step) out.push(candidates[k] as Candidate);
    left -= Math.min(units, left);
    i = end;
  }
  return out;
}
