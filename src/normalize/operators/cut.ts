import { codePoints } from "../../base/text.ts";
import { cutMarker } from "../../marker/grammar.ts";
import { isLogSignal } from "../signal.ts";
import { templateOf } from "./template.ts";

/**
 * Cuts one long line, or the inside of one long JSON string, to its head, its
 * tail and windows around signal.
 * Laws: never splits an escape or a surrogate pair; what is cut is counted
 * exactly; the result is within `max`, so that cutting it again changes nothing.
 */

export interface CutLimits {
  /** Longer texts are cut, and no cut text is longer. */
  readonly max: number;
  readonly head: number;
  readonly tail: number;
  /** Windows around signal inside the hidden part. */
  readonly windows: number;
}

/** Kernel rule B25. */
export const FULL_CUT: CutLimits = { max: 2_000, head: 600, tail: 300, windows: 5 };

const SEGMENT_SOFT = 200;
const SEGMENT_MAX = 240;
/** Room that a marker and its number may take. */
const MARKER_ROOM = 64;

/** A stretch of the text: offsets in units, and its length in characters. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/**
 * @param escaped true for the inside of a JSON string: an escape counts as one character
 * @returns the cut text, or null when the text is short enough
 */
export function cutLong(text: string, limits: CutLimits, escaped: boolean): string | null {
  if (text.length <= limits.max) return null;
  const total = escaped ? countAtoms(text) : codePoints(text);
  if (total <= limits.max) return null;
  const headEnd = advance(text, 0, limits.head, escaped);
  const middle = total - limits.head - limits.tail;
  const segments = segmentsOf(text, headEnd, middle, escaped);
  const shown = chooseWindows(text, segments, limits, escaped);
  const tailStart = segments[segments.length - 1]?.to ?? headEnd;
  let result = text.slice(0, headEnd);
  let hidden = 0;
  let hiddenFrom = headEnd;
  const close = (until: number): void => {
    if (hidden === 0) return;
    result += hidden > MARKER_ROOM ? cutMarker(hidden) : text.slice(hiddenFrom, until);
    hidden = 0;
  };
  for (const segment of segments) {
    if (shown.has(segment)) {
      close(segment.from);
      result += text.slice(segment.from, segment.to);
      hiddenFrom = segment.to;
    } else {
      hidden += segment.points;
    }
  }
  close(tailStart);
  return result + text.slice(tailStart);
}

function chooseWindows(
  text: string,
  segments: readonly Segment[],
  limits: CutLimits,
  escaped: boolean,
): Set<Segment> {
  const shown = new Set<Segment>();
  const seen = new Set<string>();
  let room = limits.max - limits.head - limits.tail - 2 * MARKER_ROOM;
  for (const segment of segments) {
    if (shown.size >= limits.windows) break;
    if (segment.points + 2 * MARKER_ROOM > room) continue;
    const content = text.slice(segment.from, segment.to);
    const readable = escaped ? unescape(content) : content;
    if (!isLogSignal(readable)) continue;
    const template = templateOf(readable);
    if (seen.has(template)) continue;
    seen.add(template);
    shown.add(segment);
    room -= segment.points + 2 * MARKER_ROOM;
  }
  return shown;
}

/** Cuts `points` characters from `from` on into pieces that end at a line end, at a space, or at the maximum. */
function segmentsOf(text: string, from: number, points: number, escaped: boolean): Segment[] {
  const segments: Segment[] = [];
  let start = from;
  let at = from;
  let count = 0;
  for (let left = points; left > 0; left -= 1) {
    const end = atomEnd(text, at, escaped);
    count += 1;
    const code = text.charCodeAt(at);
    const breaks = code === 0x0a || (escaped && code === 0x5c && text.charCodeAt(at + 1) === 0x6e);
    at = end;
    if (breaks || count >= SEGMENT_MAX || (count >= SEGMENT_SOFT && code === 0x20) || left === 1) {
      segments.push({ from: start, to: at, points: count });
      start = at;
      count = 0;
    }
  }
  return segments;
}

function advance(text: string, from: number, atoms: number, escaped: boolean): number {
  let at = from;
  for (let left = atoms; left > 0 && at < text.length; left -= 1) at = atomEnd(text, at, escaped);
  return at;
}

function countAtoms(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at = atomEnd(text, at, true);
  return count;
}

/** End of the character at `at`: a code point, or an escape (an escaped surrogate pair is one character). */
function atomEnd(text: string, at: number, escaped: boolean): number {
  const code = text.charCodeAt(at);
  if (escaped && code === 0x5c) {
    if (text.charCodeAt(at + 1) !== 0x75) return at + 2;
    const isPair = escapedUnit(text, at) >> 10 === 0x36 && escapedUnit(text, at + 6) >> 10 === 0x37;
    return isPair ? at + 12 : at + 6;
  }
  if (code >= 0xd800 && code <= 0xdbff) {
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) return at + 2;
  }
  return at + 1;
}

/** The unit of a `\uXXXX` at `at`, or -1. */
function escapedUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x75) return -1;
  const value = Number.parseInt(text.slice(at + 2, at + 6), 16);
  return Number.isNaN(value) ? -1 : value;
}

/** The text as a reader sees it, near enough to look for signal: one short segment. */
function unescape(segment: string): string {
  if (!segment.includes("\\")) return segment;
  return segment.replace(/\\[nrt]/g, " ").replace(/\\(["\\/])/g, "$1");
}
