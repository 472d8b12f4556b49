import { codePoints, extension } from "../../base/text.ts";
import { morePaths } from "../../marker/grammar.ts";
import { atDepth, depthOf } from "./folders.ts";

/**
 * Groups rows of a file list by folder: each group shows its first names and
 * those that are rare in it, and counts the rest. Law: shown and counted rows
 * add up to the rows, and every group is named.
 */

export interface Row {
  readonly text: string;
  readonly folder: string;
  readonly name: string;
  /** Type letter, status or the like; a rare one makes the row stay. */
  readonly type: string;
  /** A folder's own line above its names. */
  readonly isHead: boolean;
  /** Stays whatever its folder: the ends of a list that is sorted by its figures. */
  readonly isPinned?: boolean;
  /** Begins with sizes or counts. */
  readonly isFigured?: boolean;
}

/** A line that is no row and stays where it is. */
export interface Fixed {
  readonly fixed: string;
}

export interface GroupLimits {
  readonly names: number;
  /** Names kept of folders at the top of the list, where they say most. */
  readonly topNames: number;
  readonly topDepth: number;
  /** Folders deeper than this are counted with their ancestor. */
  readonly depth: number;
}

export interface Grouped {
  readonly lines: string[];
  readonly hidden: number;
  readonly groups: number;
}

const RARE_GROUP_MIN = 20;
const RARE_COUNT = 2;
const RARE_MAX = 10;
const TYPES_MAX = 8;

interface Group {
  readonly label: string;
  readonly rows: Row[];
}

/** The lines of a list by folder, with how many rows are hidden and how many groups there are. */
export function groupRows(items: readonly (Row | Fixed)[], limits: GroupLimits): Grouped {
  const blocks: (Group | Fixed)[] = [];
  const groups = new Map<string, Group>();
  for (const item of items) {
    if ("fixed" in item) {
      blocks.push(item);
      continue;
    }
    const label = atDepth(item.folder, limits.depth);
    let group = groups.get(label);
    if (!group) {
      group = { label, rows: [] };
      groups.set(label, group);
      blocks.push(group);
    }
    group.rows.push(item);
  }
  const lines: string[] = [];
  let hidden = 0;
  for (const block of blocks) {
    if ("fixed" in block) {
      lines.push(block.fixed);
      continue;
    }
    const isWhole = limits.depth === Number.POSITIVE_INFINITY;
    const isTop = depthOf(block.label) <= limits.topDepth;
    hidden += showGroup(block, isTop ? limits.topNames : limits.names, isWhole, lines);
  }
  return { lines, hidden, groups: groups.size };
}

/** @returns how many rows of the group are hidden */
function showGroup(group: Group, names: number, keepsHeads: boolean, lines: string[]): number {
  const rare = rareRows(group.rows, names);
  const kept: string[] = [];
  let hidden = 0;
  let points = 0;
  let shown = 0;
  for (const row of group.rows) {
    const stays = row.isPinned === true || rare.has(row) || (row.isHead && keepsHeads);
    const isKept = stays || shown < names;
    if (isKept && !stays) shown += 1;
    if (isKept) kept.push(row.text);
    else {
      hidden += 1;
      points += codePoints(row.text) + 1;
    }
  }
  const note = morePaths(hidden, group.label);
  if (hidden === 0 || points <= codePoints(note) + 1) {
    for (const row of group.rows) lines.push(row.text);
    return 0;
  }
  // One by one: a list of heads can be longer than a call takes arguments.
  for (const line of kept) lines.push(line);
  lines.push(note);
  return hidden;
}

/** The first row of each state that a folder's rows are in, but for the first names, which are shown in any case. */
function firstOfTypes(rows: readonly Row[], names: number): Row[] {
  const seen = new Set<string>();
  for (const row of rows) if (!row.isHead) seen.add(row.type);
  if (seen.size < 2 || seen.size > TYPES_MAX) return [];
  return rows.filter((row, index) => !row.isHead && seen.delete(row.type) && index >= names);
}

/** Rows whose extension occurs once, or whose type is rare, in a group of more than twenty. */
function rareRows(rows: readonly Row[], names: number): Set<Row> {
  const rare = new Set<Row>();
  if (rows.length <= RARE_GROUP_MIN) return rare;
  const extensions = new Map<string, number>();
  const types = new Map<string, number>();
  for (const row of rows) {
    const ending = extension(row.name);
    extensions.set(ending, (extensions.get(ending) ?? 0) + 1);
    types.set(row.type, (types.get(row.type) ?? 0) + 1);
  }
  for (const row of firstOfTypes(rows, names)) rare.add(row);
  for (const row of rows) {
    if (rare.size >= RARE_MAX) break;
    if (row.isHead) continue;
    if (extensions.get(extension(row.name)) === 1 || (types.get(row.type) ?? 0) <= RARE_COUNT) rare.add(row);
  }
  return rare;
}
