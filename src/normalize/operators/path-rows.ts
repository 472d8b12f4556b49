import { moreLines } from "../../marker/grammar.ts";
import { isLogSignal } from "../signal.ts";
import { printingPrograms } from "../shell-words.ts";
import type { Fixed, Row } from "./path-groups.ts";
import { readLong, readPlain, readRow } from "./path-lines.ts";
import { isFolderLine, mayBeListed, readListing } from "./path-listing.ts";
import { branchColumn, isPackageTree, readTree, TREE_SHARE_MIN } from "./path-tree.ts";
import { type Gate, mostly } from "./mostly.ts";

/**
 * Reads a text that lists files: plain paths, rows that end in a path (sizes,
 * states, permissions), listings by folder, trees. Anything else gives null.
 */

export interface PathList {
  readonly items: readonly (Row | Fixed)[];
  readonly rows: number;
  /** Folders deeper than this are counted with their ancestor from the start. */
  readonly depth: number;
}

/** File lists of two hundred names and more. */
export const PATHS_MIN = 200;
const OTHERS_WHOLE_MAX = 20;
const OTHERS_FIRST = 5;
const PINNED_FIRST = 20;
const PINNED_LAST = 8;
const OTHERS_SIGNAL_MAX = 40;
const SHARE_MIN = 0.9;
const SHARE_LISTED_MIN = 0.8;

/** One of the forms that `readPaths` knows; a command that lists files may print any names. */
export const mayBePaths: Gate = (lines, context) => {
  if (context.tool === "Read" || lines.length < PATHS_MIN) return false;
  if (isLister(context.command)) return true;
  return mostly(lines, TREE_SHARE_MIN, (line) => branchColumn(line) >= 0) ||
    mostly(lines, SHARE_MIN, (line) => readPlain(line, false) !== null) ||
    mostly(lines, SHARE_MIN, (line) => (readLong(line, ".") ?? readRow(line)) !== null) ||
    (mostly(lines, SHARE_MIN, mayBeListed) && lines.some((line) => isFolderLine(line, false)));
};

/** The rows of a text that lists files, or null. */
export function readPaths(
  lines: readonly string[],
  command: string | undefined,
): PathList | null {
  const filled = lines.filter((line) => line.trim() !== "").length;
  if (filled < PATHS_MIN) return null;
  const listing = isLister(command);
  const share = listing ? SHARE_LISTED_MIN : SHARE_MIN;
  const tree = readTree(lines);
  if (tree && isPackageTree(tree)) return finish(tree.map(withoutName), 1);
  if (tree) return finish(tree);
  const folders = readListing(lines, listing);
  if (folders && rowsOf(folders) >= share * filled) return finish(folders);
  const plain = lines.map((line) => readPlain(line, listing) ?? { fixed: line });
  if (rowsOf(plain) >= share * filled) return finish(plain);
  const rows = lines.map((line) => readLong(line, ".") ?? readRow(line) ?? { fixed: line });
  return rowsOf(rows) >= share * filled ? finish(pinEnds(rows)) : null;
}

const LISTERS: ReadonlySet<string> = new Set([
  "find",
  "fd",
  "fdfind",
  "ls",
  "dir",
  "tree",
  "tar",
  "unzip",
  "zipinfo",
  "jar",
  "locate",
  "eza",
  "exa",
]);

/** True when the command is known to print file names. */
function isLister(command: string | undefined): boolean {
  if (command === undefined) return false;
  return printingPrograms(command).some((words) => {
    const program = words[0] ?? "";
    if (LISTERS.has(program)) return true;
    if (program === "rg" || program === "grep") {
      return words.some((word) => word === "--files" || word === "-l" || word === "-rl");
    }
    return program === "git" &&
      words.some((word) => word === "ls-files" || word === "ls-tree" || word === "--name-only");
  });
}

function rowsOf(items: readonly (Row | Fixed)[]): number {
  let count = 0;
  for (const item of items) if (!("fixed" in item)) count += 1;
  return count;
}

/** What stands behind the dot of a version is no extension. */
function withoutName(item: Row | Fixed): Row | Fixed {
  return "fixed" in item ? item : { ...item, name: "" };
}

/** Rows with figures are often sorted by them: the first and the last ones stay. */
function pinEnds(items: readonly (Row | Fixed)[]): (Row | Fixed)[] {
  return items.map((item, index) => {
    const isEnd = index < PINNED_FIRST || index >= items.length - PINNED_LAST;
    return isEnd && !("fixed" in item) && item.isFigured === true ? { ...item, isPinned: true } : item;
  });
}

/** Keeps other lines while they are few; of many, the first and those that are signal. */
function finish(
  items: readonly (Row | Fixed)[],
  depth = Number.POSITIVE_INFINITY,
): PathList | null {
  const rows = rowsOf(items);
  if (rows < PATHS_MIN) return null;
  const others = items.filter((item) => "fixed" in item && item.fixed.trim() !== "").length;
  if (others <= OTHERS_WHOLE_MAX) return { items, rows, depth };
  let first = 0;
  let signals = 0;
  let counted = 0;
  const kept = items.filter((item) => {
    if (!("fixed" in item) || item.fixed.trim() === "") return true;
    if (first < OTHERS_FIRST) {
      first += 1;
      return true;
    }
    if (signals < OTHERS_SIGNAL_MAX && isLogSignal(item.fixed.slice(0, 2_000))) {
      signals += 1;
      return true;
    }
    counted += 1;
    return false;
  });
  return {
    items: counted > 0 ? [...kept, { fixed: moreLines(counted, "other output") }] : kept,
    rows,
    depth,
  };
}
