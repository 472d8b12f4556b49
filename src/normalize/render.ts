import { codePoints, isBlank } from "../base/text.ts";
import { continuesMarker, elisionMarker, gapMarker, isMarkerLine, similarLines } from "../marker/grammar.ts";
import { type Flood, NO_FLOOD } from "./floods.ts";
import { numberingOf } from "./numbering.ts";
import { foldProgress } from "./progress.ts";
import { foldRepeats } from "./repeats.ts";
import { KEEP } from "./keep.ts";
import type { Mode } from "./select.ts";
import type { Line } from "./types.ts";

/**
 * Writes the chosen lines with the markers that declare what is hidden: one
 * marker per gap while gaps are few, one for the whole middle otherwise.
 */

const MAX_GAP_MARKERS = 12;
/** A gap must be worth its marker by this much (UTF-16 units). */
const MIN_GAIN_UNITS = 24;
const GAP_MARKER_UNITS = 44;
/** Many gaps too small for a marker of their own are hidden behind one when that saves at least this much. */
const MIN_SINGLE_GAIN_UNITS = 800;
const SINGLE_MARKERS_UNITS = 200;
const NUMBER_UNITS = 6;
/** Markers at the gaps are easier to read; they are used unless one marker saves far more. */
const PER_GAP_SHARE = 0.6;

const LABELS: Readonly<Record<Mode, readonly [hidden: string, kept: string]>> = {
  code: ["body", "structure (def/class/import)"],
  diff: ["diff context", "changed (+/-) and structure"],
  log: ["noise", "signal"],
};

export interface RenderOptions {
  readonly mode: Mode;
  /** The host numbers the lines (Read): lines behind a gap carry their own numbers. */
  readonly numbered: boolean;
  /** Signal was dropped to fit under the hard cap; the marker says so. */
  readonly capped?: boolean;
}

interface Gap {
  readonly start: number;
  readonly end: number;
  readonly units: number;
}

/** The lines as they are printed; null when no gap is worth a marker and nothing is grouped. */
export function renderElision(
  lines: readonly Line[],
  classes: Uint8Array,
  flood: Flood,
  options: RenderOptions,
): string[] | null {
  const hidden = new Uint8Array(lines.length);
  for (let i = 0; i < lines.length; i += 1) if (classes[i] === KEEP.noise) hidden[i] = 1;
  const gaps = worthyGaps(lines, hidden);
  if (flood.grouped.size > 0) return single(lines, hidden, flood, options);
  const spread = singleGain(lines, hidden, options);
  const perGapGain = gaps.reduce((gain, gap) => gain + gap.units - GAP_MARKER_UNITS, 0);
  if (gaps.length > 0 && gaps.length <= MAX_GAP_MARKERS && perGapGain >= spread * PER_GAP_SHARE) {
    return perGap(lines, gaps, options);
  }
  return gaps.length > 0 || spread >= MIN_SINGLE_GAIN_UNITS ? single(lines, hidden, flood, options) : null;
}

/** What one marker for the whole middle would save: all hidden text, less the markers and the line numbers. */
function singleGain(lines: readonly Line[], hidden: Uint8Array, options: RenderOptions): number {
  let gain = -SINGLE_MARKERS_UNITS;
  const last = hidden.lastIndexOf(1);
  for (let i = hidden.indexOf(1); i >= 0 && i <= last; i += 1) {
    const line = lines[i] as Line;
    if (hidden[i] === 1) gain += line.text.length + 1;
    else if (options.numbered) gain -= NUMBER_UNITS;
  }
  return gain;
}

function worthyGaps(lines: readonly Line[], hidden: Uint8Array): Gap[] {
  const gaps: Gap[] = [];
  let i = 0;
  while (i < lines.length) {
    if (hidden[i] === 0) {
      i += 1;
      continue;
    }
    let end = i;
    let units = 0;
    while (end < lines.length && hidden[end] === 1) {
      units += (lines[end] as Line).text.length + 1;
      end += 1;
    }
    if (units >= GAP_MARKER_UNITS + MIN_GAIN_UNITS) gaps.push({ start: i, end, units });
    i = end;
  }
  return gaps;
}

function perGap(lines: readonly Line[], gaps: readonly Gap[], options: RenderOptions): string[] {
  const out: string[] = [];
  let at = 0;
  gaps.forEach((gap, n) => {
    for (; at < gap.start; at += 1) out.push((lines[at] as Line).text);
    const from = (lines[gap.start] as Line).from;
    const to = (lines[gap.end - 1] as Line).to;
    out.push(n === 0 ? firstMarker(lines, gap, options, null) : gapMarker(from, to));
    at = gap.end;
  });
  if (options.numbered && at < lines.length) out.push(continuesMarker((lines[at] as Line).from));
  for (; at < lines.length; at += 1) out.push((lines[at] as Line).text);
  return out;
}

/** One marker for everything between the first and the last hidden line. */
function single(
  lines: readonly Line[],
  chosen: Uint8Array,
  flood: Flood,
  options: RenderOptions,
): string[] {
  const hidden = chosen.slice();
  let start = 0;
  while (start < lines.length && hidden[start] === 0) start += 1;
  let end = lines.length;
  while (end > start && hidden[end - 1] === 0) end -= 1;
  if (end > start || (options.numbered && flood.grouped.size > 0)) {
    // The marker covers the groups of a flood too, so that its numbers add up.
    for (const at of flood.counts.keys()) start = Math.min(start, at);
    for (const at of flood.grouped) end = Math.max(end, at + 1);
  }
  // Blank lines between the shown ones are not printed; they count as hidden.
  for (let i = start; i < end; i += 1) if (isBlank((lines[i] as Line).text)) hidden[i] = 1;
  const out: string[] = [];
  emit(out, lines, 0, start, flood, false);
  if (end > start) {
    const span = { start, end, units: 0 };
    out.push(firstMarker(lines, span, options, hidden, flood));
    const middle: Line[] = [];
    for (let i = start; i < end; i += 1) {
      if (hidden[i] === 0) middle.push(...shownAs(lines, i, flood, options.numbered));
    }
    for (const line of foldRepeats(foldProgress(middle))) out.push(line.text);
    if (end < lines.length) out.push(continuesMarker((lines[end] as Line).from));
  }
  emit(out, lines, end, lines.length, flood, false);
  return out;
}

function emit(
  out: string[],
  lines: readonly Line[],
  from: number,
  to: number,
  flood: Flood,
  numbered: boolean,
): void {
  const shown: Line[] = [];
  for (let i = from; i < to; i += 1) shown.push(...shownAs(lines, i, flood, numbered));
  // Lines that a group brought together may be equal now.
  const folded = flood.grouped.size > 0 && !numbered ? foldRepeats(foldProgress(shown)) : shown;
  for (const line of folded) out.push(line.text);
}

/** A shown line, its number where wanted, and the count that stands behind it. */
function shownAs(lines: readonly Line[], at: number, flood: Flood, numbered: boolean): Line[] {
  if (flood.grouped.has(at)) return [];
  const line = lines[at] as Line;
  const text = numbered && !isMarkerLine(line.text) && !isBlank(line.text)
    ? `${line.from}: ${line.text}`
    : line.text;
  const shown = text === line.text ? line : { ...line, text };
  const count = flood.counts.get(at);
  return count ? [shown, { ...line, text: similarLines(count.count, count.template), count: 0 }] : [shown];
}

/** @param hidden null: the whole gap is hidden */
function firstMarker(
  lines: readonly Line[],
  gap: Gap,
  options: RenderOptions,
  hidden: Uint8Array | null,
  flood: Flood = NO_FLOOD,
): string {
  let hiddenCount = 0;
  let points = 0;
  let keptCount = 0;
  const numbered: { text: string; hidden: boolean }[] = [];
  for (let i = gap.start; i < gap.end; i += 1) {
    const line = lines[i] as Line;
    const isHidden = hidden === null || hidden[i] === 1 || flood.grouped.has(i);
    numbered.push({ text: line.text, hidden: isHidden });
    if (isHidden) {
      hiddenCount += line.count;
      points += codePoints(line.text) + 1;
    } else keptCount += line.count;
  }
  const [hiddenLabel, keptLabel] = LABELS[options.mode];
  const numbering = numberingOf(numbered);
  return elisionMarker({
    from: (lines[gap.start] as Line).from,
    to: (lines[gap.end - 1] as Line).to,
    hidden: hiddenCount,
    kind: options.capped
      ? `${hiddenLabel} and signal (size cap)`
      : flood.grouped.size > 0
      ? `${hiddenLabel} and similar`
      : hiddenLabel,
    tokens: Math.max(1, Math.floor(points / 4)),
    ...(numbering ? { numbering } : {}),
    ...(keptCount > 0 ? { kept: { count: keptCount, kind: keptLabel } } : {}),
  });
}
