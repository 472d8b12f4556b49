import { codePoints } from "../../base/text.ts";
import { isListMarker, pathsMarker } from "../../marker/grammar.ts";
import type { OperatorContext, StructuredOperator } from "../types.ts";
import { admit } from "./admit.ts";
import { listProgress } from "./finished.ts";
import { atDepth, depthOf } from "./folders.ts";
import { type Fixed, type Grouped, type GroupLimits, groupRows, type Row } from "./path-groups.ts";
import { rowOf } from "./path-lines.ts";
import { type PathList, PATHS_MIN, readPaths } from "./path-rows.ts";

/**
 * File lists of two hundred names and more, by folder. Laws: every folder (or,
 * where there are too many, every ancestor) is named with its count; shown and
 * counted names add up to the input; names are never altered.
 */

const NAMES = 5;
const TOP_NAMES = 30;
/** More folders than these side by side at the top are no top. */
const TOP_FOLDERS_MAX = 2;
const FLOOR_LINES = 40;
const GOOD_SHARE = 0.6;
const DEPTHS_MAX = 16;
/** Shown of a list that no grouping makes short enough. */
const LAST_NAMES = 100;

/** Text that lists files, one per line. */
export const projectPathText: StructuredOperator = (text, context) => {
  // A Read needs its line numbers, which a regrouped list has not.
  if (!context.mayElide || context.tool === "Read") return null;
  const lines = text.split("\n");
  const progress = listProgress(lines);
  if (progress !== "fresh") return progress === "finished" ? { text, elided: false } : null;
  if (lines.length < PATHS_MIN) return null;
  const list = readPaths(lines, context.command);
  if (!list) return null;
  const grouped = chooseGrouping(list, context.rate.scale, codePoints(text), context.maxUnits);
  return grouped ? admit(text, withMarker(grouped, list.rows).join("\n"), context) : null;
};

/** File names as an array; the marker is the last element. */
export function projectPaths(
  paths: readonly string[],
  context: OperatorContext,
): { readonly paths: string[]; readonly elided: boolean } | null {
  if (!context.mayElide || paths.length < PATHS_MIN) return null;
  if (paths.some(isListMarker)) return { paths: [...paths], elided: false };
  const rows = paths.map((path) => rowOf(path, path, ""));
  const before = codePoints(paths.join("\n"));
  const grouped = chooseGrouping(
    { items: rows, rows: rows.length, depth: Number.POSITIVE_INFINITY },
    context.rate.scale,
    before,
    context.maxUnits,
  ) ??
    lastResort(rows, before, context.maxUnits);
  return grouped ? { paths: withMarker(grouped, rows.length), elided: true } : null;
}

function withMarker(grouped: Grouped, rows: number): string[] {
  return [...grouped.lines, pathsMarker(grouped.hidden, rows, grouped.groups)];
}

/** Whole folders first, then ever shallower ones, until the list is clearly shorter. */
function chooseGrouping(
  { items, depth }: PathList,
  scale: number,
  before: number,
  maxUnits: number | null,
): Grouped | null {
  const folders = foldersOf(items);
  const limit = Math.min(GOOD_SHARE * before, maxUnits ?? Number.POSITIVE_INFINITY);
  for (const limits of attempts(folders, scale, depth)) {
    if (leastSize(folders, limits, before / items.length) > limit) continue;
    const grouped = groupRows(items, limits);
    if (grouped.hidden > 0 && sizeOf(grouped, items.length) < limit) return grouped;
  }
  return null;
}

/** Rows of each folder. */
function foldersOf(items: readonly (Row | Fixed)[]): ReadonlyMap<string, number> {
  const folders = new Map<string, number>();
  for (const item of items) {
    if (!("fixed" in item)) folders.set(item.folder, (folders.get(item.folder) ?? 0) + 1);
  }
  return folders;
}

function* attempts(
  folders: ReadonlyMap<string, number>,
  scale: number,
  most: number,
): Generator<GroupLimits> {
  const floor = Math.floor((FLOOR_LINES * Math.min(1, scale)) / Math.max(1, folders.size));
  const names = Math.max(NAMES, floor);
  let deepest = 0;
  let topDepth = Number.POSITIVE_INFINITY;
  let topFolders = 0;
  for (const folder of folders.keys()) {
    const depth = depthOf(folder);
    deepest = Math.max(deepest, depth);
    if (depth < topDepth) topFolders = 0;
    topDepth = Math.min(topDepth, depth);
    if (depth === topDepth) topFolders += 1;
  }
  const top = { topNames: topFolders <= TOP_FOLDERS_MAX ? Math.max(TOP_NAMES, names) : names, topDepth };
  yield { names, ...top, depth: most };
  for (let depth = Math.min(deepest - 1, most - 1, DEPTHS_MAX); depth >= 1; depth -= 1) {
    yield { names, ...top, depth };
  }
  yield { names: 2, topNames: NAMES, topDepth, depth: 1 };
}

/** A guess at the size of a grouping that is hardly ever above the true one. */
function leastSize(folders: ReadonlyMap<string, number>, limits: GroupLimits, average: number): number {
  const groups = new Map<string, number>();
  for (const [folder, rows] of folders) {
    const label = atDepth(folder, limits.depth);
    groups.set(label, (groups.get(label) ?? 0) + rows);
  }
  let shown = 0;
  for (const rows of groups.values()) shown += Math.min(rows, limits.names);
  return 0.6 * shown * average;
}

function lastResort(rows: readonly Row[], before: number, maxUnits: number | null): Grouped | null {
  const grouped = groupRows(rows, { names: LAST_NAMES, topNames: LAST_NAMES, topDepth: 0, depth: 0 });
  const size = sizeOf(grouped, rows.length);
  return grouped.hidden > 0 && size < before && (maxUnits === null || size <= maxUnits) ? grouped : null;
}

function sizeOf(grouped: Grouped, rows: number): number {
  return grouped.lines.join("\n").length + 1 + pathsMarker(grouped.hidden, rows, grouped.groups).length;
}
