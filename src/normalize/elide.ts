import { codePoints } from "../base/text.ts";
import { isMarkerLine } from "../marker/grammar.ts";
import { findFlood, type Flood, NO_FLOOD } from "./floods.ts";
import { cutLine } from "./long-lines.ts";
import { fitToRoom, MIN_HEAD, MIN_TAIL } from "./fit.ts";
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
