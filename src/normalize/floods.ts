// line-capped: file (templates see the first 400 characters of a line)
import { isMarkerLine } from "../marker/grammar.ts";
import { BlockRole } from "./block-marks.ts";
import { KEEP } from "./keep.ts";

/**
 * Signal floods: when kept signal alone is most of a text, near-duplicates
 * are grouped by their template. The first ones and the last of each group
 * stay, the rest is counted; every distinct template survives.
 */

const MAX_SIGNAL_LINES = 400;
/** The same between lines of ours: more than any projection under a cap can hold. */
const MAX_BETWEEN_MARKERS = 2_000;
const MAX_SIGNAL_SHARE = 0.6;
const TEMPLATE_UNITS = 400;

export interface Flood {
  /** Lines that a group counts instead of showing. */
  readonly grouped: ReadonlySet<number>;
  /** After which line a count stands, and what it says. */
  readonly counts: ReadonlyMap<number, { readonly count: number; readonly template: string }>;
}

export const NO_FLOOD: Flood = { grouped: new Set(), counts: new Map() };

/**
 * The line with numbers, hexadecimal words, quoted words and paths taken out;
 * codes of findings (TS2322, E501, CVE-…) stay, they are the kind. With
 * `keepPaths` findings of one kind in different files stay apart.
 */
export function lineTemplate(text: string, keepPaths = false): string {
  const start = text.slice(0, TEMPLATE_UNITS)
    .replace(/"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`/g, '"…"');
  const placed = keepPaths
    ? start
    : start.replace(/(?:[A-Za-z]:)?[\w.@~-]{0,100}[\\/][\w.@~\\/-]{1,300}/g, "<path>");
  return placed
    .replace(/\b0x[\da-f]{1,40}\b|\b(?=[a-f]{0,40}\d)[\da-f]{7,64}\b/gi, "<hex>")
    .replace(keepPaths ? /(?<![\w/\\.-])\d+(?![\w/\\-])|(?<=[:(,])\d+/g : /(?<![A-Z\d])\d+/g, "#")
    .replace(/\s{2,100}/g, " ")
    .trim();
}

export interface FloodOptions {
  /** Members of diagnostic blocks stay whole unless there are too many lines in all. */
  readonly blocks: Uint8Array | undefined;
  /** Members of a group shown before the count; with 1 the last one is not shown. */
  readonly keepFirst: number;
  /** Findings of one kind in different files are different groups. */
  readonly keepPaths: boolean;
  /** Group whatever the share (the hard cap demands it). */
  readonly force: boolean;
}

/** Finds the groups, segment by segment between lines of ours. */
export function findFlood(texts: readonly string[], classes: Uint8Array, options: FloodOptions): Flood {
  const grouped = new Set<number>();
  const counts = new Map<number, { count: number; template: string }>();
  const hasMarkers = texts.some(isOurs);
  let start = 0;
  for (let i = 0; i <= texts.length; i += 1) {
    if (i < texts.length && !isOurs(texts[i] as string)) continue;
    groupSegment(texts, classes, start, i, { ...options, absoluteOnly: hasMarkers, grouped, counts });
    start = i + 1;
  }
  return grouped.size === 0 ? NO_FLOOD : { grouped, counts };
}

function isOurs(text: string): boolean {
  return isMarkerLine(text) || text.startsWith("[+");
}

interface Grouping extends FloodOptions {
  readonly absoluteOnly: boolean;
  readonly grouped: Set<number>;
  readonly counts: Map<number, { count: number; template: string }>;
}

function groupSegment(
  texts: readonly string[],
  classes: Uint8Array,
  start: number,
  end: number,
  how: Grouping,
): void {
  const members: number[] = [];
  for (let i = start; i < end; i += 1) {
    if (classes[i] === KEEP.signal || classes[i] === KEEP.error) members.push(i);
  }
  const limit = how.absoluteOnly ? MAX_BETWEEN_MARKERS : MAX_SIGNAL_LINES;
  const flooded = members.length > limit ||
    (!how.absoluteOnly && members.length > (end - start) * MAX_SIGNAL_SHARE);
  if (!flooded && !how.force) return;
  const groups = new Map<string, number[]>();
  const wholeBlocks = members.length <= MAX_SIGNAL_LINES && !how.force;
  for (const at of members) {
    if (wholeBlocks && how.blocks?.[at] === BlockRole.Member) continue;
    const template = lineTemplate(texts[at] as string, how.keepPaths);
    const group = groups.get(template);
    if (group) group.push(at);
    else groups.set(template, [at]);
  }
  const shownLast = how.keepFirst > 1 ? 1 : 0;
  for (const [template, group] of groups) {
    const hidden = group.slice(how.keepFirst, group.length - shownLast);
    const note = template.slice(0, 60).trim();
    let units = 0;
    for (const at of hidden) units += (texts[at] as string).length + 1;
    if (hidden.length < 2 || units <= note.length + 40) continue;
    for (const at of hidden) how.grouped.add(at);
    how.counts.set(group[how.keepFirst - 1] as number, { count: hidden.length, template: note });
  }
}
