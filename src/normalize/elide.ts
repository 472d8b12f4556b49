import { codePoints } from "../base/text.ts";
import { isMarkerLine } from "../marker/grammar.ts";
import { findFlood, type Flood, lineTemplate, NO_FLOOD } from "./floods.ts";
import { cutLine } from "./long-lines.ts";
import { renderElision } from "./render.ts";
import { KEEP } from "./keep.ts";
import { type Mode, selectLines } from "./select.ts";
import type { Line, OperatorContext } from "./types.ts";

/**
 * Head + what must stay + tail. Everything hidden is declared with the line
 * numbers of the original; above the hard cap the choice is tightened in
 * stated steps.
 * Laws: never longer; twice equals once (segments between markers are left
 * alone); signal kept or counted; ranges exact.
 */

/** Fewer middle lines than this are not worth an elision. */
const MIN_MIDDLE = 5;
/** Between markers of an earlier projection only long stretches of noise are hidden. */
const MIN_GAP_BETWEEN_MARKERS = 400;
const MIN_HEAD = 10;
const MIN_TAIL = 8;
/** A line's length when nothing else makes the text fit. */
const LAST_RESORT_UNITS = 400;
/** Room for markers when lines are chosen by size. */
const MARKER_ROOM_UNITS = 400;

export interface Elision {
  readonly lines: readonly string[];
  readonly mode: Mode;
  readonly profile: string | null;
}

/** Chooses and renders; null when nothing is hidden, when the markers would outweigh it, or when nothing fits. */
export function elide(lines: readonly Line[], context: OperatorContext): Elision | null {
  const { headLines, tailLines } = context.rate;
  const fits = (text: readonly string[]): boolean =>
    context.maxUnits === null || unitsOf(text) <= context.maxUnits;
  if (lines.length <= headLines + tailLines + MIN_MIDDLE && fits(lines.map((line) => line.text))) return null;
  const selection = selectLines(lines, context);
  if (context.isLate?.()) return null;
  const texts = lines.map((line) => line.text);
  const points = pointsOf(texts);
  const attempt = (
    source: readonly Line[],
    classes: Uint8Array,
    flood: Flood,
    capped = false,
  ): Elision | null => {
    const rendered = renderElision(source, classes, flood, {
      mode: selection.mode,
      numbered: context.tool === "Read",
      capped,
    });
    if (!rendered || pointsOf(rendered) >= points) return null;
    return { lines: rendered, mode: selection.mode, profile: selection.profile?.id ?? null };
  };

  const { mode, blocks } = selection;
  const framed = withFrame(selection.classes, texts, headLines, tailLines);
  const flood = mode === "log"
    ? findFlood(texts, framed, { blocks, keepFirst: 3, keepPaths: true, force: false })
    : NO_FLOOD;
  const first = mayFit(texts, framed, flood, context.maxUnits) ? attempt(lines, framed, flood) : null;
  if (first ? fits(first.lines) : fits(texts)) return first;

  // Tightening, in the stated order: floods, head and tail, then by class.
  const tight = withFrame(
    selection.classes,
    texts,
    Math.min(headLines, MIN_HEAD),
    Math.min(tailLines, MIN_TAIL),
  );
  if (mode === "log") {
    for (const step of [{ keepFirst: 1, keepPaths: true }, { keepFirst: 3, keepPaths: false }]) {
      if (context.isLate?.()) return null;
      const dense = findFlood(texts, tight, { blocks, force: true, ...step });
      const tried = mayFit(texts, tight, dense, context.maxUnits) ? attempt(lines, tight, dense) : null;
      if (tried && fits(tried.lines)) return tried;
    }
  }
  if (context.isLate?.()) return null;
  const room = (context.maxUnits ?? 0) - MARKER_ROOM_UNITS;
  const chosen = fitToRoom(texts, tight, mode, room);
  const third = chosen && attempt(lines, chosen, NO_FLOOD, dropsSignal(tight, chosen));
  if (third && fits(third.lines)) return third;
  const cut = lines.map((
    line,
  ) => (line.text.length > LAST_RESORT_UNITS && !isMarkerLine(line.text)
    ? { ...line, text: cutLine(line.text, LAST_RESORT_UNITS) }
    : line)
  );
  const last = fitToRoom(cut.map((line) => line.text), tight, mode, room);
  const fourth = last && attempt(cut, last, NO_FLOOD, dropsSignal(tight, last));
  return fourth && fits(fourth.lines) ? fourth : null;
}

/** True when a line of class signal or above had to go. */
function dropsSignal(wanted: Uint8Array, chosen: Uint8Array): boolean {
  return wanted.some((level, i) => level >= KEEP.signal && chosen[i] === KEEP.noise);
}

/** A lower bound of what would be shown, so that hopeless attempts are not written out. */
function mayFit(
  texts: readonly string[],
  classes: Uint8Array,
  flood: Flood,
  maxUnits: number | null,
): boolean {
  if (maxUnits === null) return true;
  let units = 0;
  for (let i = 0; i < texts.length; i += 1) {
    if (classes[i] !== KEEP.noise && !flood.grouped.has(i)) units += (texts[i] as string).length + 1;
  }
  return units <= maxUnits;
}

function unitsOf(lines: readonly string[]): number {
  let units = 0;
  for (const line of lines) units += line.length + 1;
  return units;
}

function pointsOf(lines: readonly string[]): number {
  let points = 0;
  for (const line of lines) points += codePoints(line) + 1;
  return points;
}

/** Raises head and tail, and everything that a marker of an earlier projection protects. */
function withFrame(
  classes: Uint8Array,
  texts: readonly string[],
  headLines: number,
  tailLines: number,
): Uint8Array {
  const out = classes.slice();
  for (let i = 0; i < out.length; i += 1) {
    if (i < headLines || i >= out.length - tailLines) out[i] = KEEP.frame;
  }
  if (texts.some(isMarkerLine)) protectBetweenMarkers(out, texts);
  return out;
}

/** How a line behind a gap of a read carries its number. */
const NUMBERED = /^\d{1,9}: /;

function protectBetweenMarkers(classes: Uint8Array, texts: readonly string[]): void {
  for (let k = 0; k < texts.length; k += 1) {
    if ((classes[k] as number) <= KEEP.rare && NUMBERED.test(texts[k] as string)) classes[k] = KEEP.skeleton;
  }
  let i = 0;
  while (i < texts.length) {
    let end = i;
    while (
      end < texts.length && (classes[end] as number) <= KEEP.rare && !isMarkerLine(texts[end] as string)
    ) end += 1;
    if (end - i < MIN_GAP_BETWEEN_MARKERS) { for (let k = i; k < end; k += 1) classes[k] = KEEP.skeleton; }
    i = end + 1;
  }
}

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
 */
function fitToRoom(
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
