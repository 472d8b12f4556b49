import { codePoints } from "../../base/text.ts";
import { elisionMarker, gapMarker } from "../../marker/grammar.ts";

import type { ToolKind } from "../types.ts";
import { type CutLimits, cutLong } from "./cut.ts";

/**
 * Prints the kept lines of a text with a marker at each gap. Laws: a gap is
 * longer than its marker; in the first marker, hidden and kept lines make up
 * its range exactly; where there are too many gaps only that first marker stands.
 */

export interface GapWords {
  /** What the hidden lines are: "record", "table row". */
  readonly hidden: string;
  /** What the kept lines between them are. */
  readonly kept: string;
}

/** How many gaps are marked one by one: all of a Read, whose lines must be attributable. */
export function gapsMarked(tool: ToolKind): number {
  return tool === "Read" ? Number.POSITIVE_INFINITY : GAPS_MAX;
}

const GAPS_MAX = 12;
/** Room that the first marker takes; decides whether a lone small gap is worth it. */
const FIRST_MARKER_POINTS = 110;

interface Gap {
  /** First and last line, from 0. */
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/**
 * The printed text, or null when no gap is worth its marker.
 * @param lineAt number in the original of a line of this text (both from 1)
 * @param most above this number of gaps only the first marker stands
 */
export function printGaps(
  lines: readonly string[],
  keep: Uint8Array,
  words: GapWords,
  most: number,
  lineAt: (line: number) => number = (line) => line,
): string | null {
  const gaps = gapsOf(lines, keep);
  const first = gaps[0];
  const last = gaps[gaps.length - 1];
  if (!first || !last) return null;
  let hidden = 0;
  let points = 0;
  for (const gap of gaps) {
    hidden += gap.to - gap.from + 1;
    points += gap.points;
  }
  if (points <= FIRST_MARKER_POINTS) return null;
  const isMarked = gaps.length <= most;
  // Beside markers at the other gaps the first one speaks of its own gap only.
  const end = isMarked ? first : last;
  const own = isMarked ? first.to - first.from + 1 : hidden;
  const marker = elisionMarker({
    from: lineAt(first.from + 1),
    to: lineAt(end.to + 1),
    hidden: own,
    kind: words.hidden,
    tokens: Math.max(1, Math.floor((isMarked ? first.points : points) / 4)),
    ...(isMarked ? {} : { kept: { count: last.to - first.from + 1 - hidden, kind: words.kept } }),
  });
  const out: string[] = [];
  let at = 0;
  for (const gap of gaps) {
    for (; at < gap.from; at += 1) out.push(lines[at] ?? "");
    if (gap === first) out.push(marker);
    else if (isMarked) out.push(gapMarker(lineAt(gap.from + 1), lineAt(gap.to + 1)));
    at = gap.to + 1;
  }
  for (; at < lines.length; at += 1) out.push(lines[at] ?? "");
  return out.join("\n");
}

/** Cuts kept lines that are too long; a record is cut between its escapes. */
export function shortenKept(lines: readonly string[], keep: Uint8Array, cut: CutLimits): string[] {
  return lines.map((line, at) => (keep[at] === 1 ? cutLong(line, cut, line.startsWith("{")) ?? line : line));
}

/** Runs of lines to hide, without those that are shorter than a marker. */
function gapsOf(lines: readonly string[], keep: Uint8Array): Gap[] {
  const gaps: Gap[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (keep[at] === 1) continue;
    const from = at;
    let points = 0;
    while (at < lines.length && keep[at] !== 1) {
      points += codePoints(lines[at] ?? "") + 1;
      at += 1;
    }
    const gap = { from, to: at - 1, points };
    if (points > gapMarker(from + 1, at).length + 1) gaps.push(gap);
  }
  return gaps;
}
