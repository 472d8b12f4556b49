import { moreLines } from "../../marker/grammar.ts";
import { isLogSignal } from "../signal.ts";
import { printingPrograms } from "../shell-words.ts";
import { folderOf } from "./folders.ts";
import { isFileName } from "./grep-lines.ts";
import type { Fixed, Row } from "./path-groups.ts";
import { readTree } from "./path-tree.ts";

/**
 * Reads a text that lists files: plain paths, rows that end in a path (sizes,
 * states, permissions), listings by folder, trees. Anything else gives null.
 */

export interface PathList {
  readonly items: readonly (Row | Fixed)[];
  readonly rows: number;
}

const PATH_UNITS = 1_024;
const OTHERS_WHOLE_MAX = 20;
const OTHERS_FIRST = 5;
const PINNED_FIRST = 20;
const PINNED_LAST = 8;
const OTHERS_SIGNAL_MAX = 40;
const SHARE_MIN = 0.9;
const SHARE_LISTED_MIN = 0.8;

export function readPaths(
  lines: readonly string[],
  minRows: number,
  command: string | undefined,
): PathList | null {
  const filled = lines.filter((line) => line.trim() !== "").length;
  if (filled < minRows) return null;
  const listing = isLister(command);
  const share = listing ? SHARE_LISTED_MIN : SHARE_MIN;
  const tree = readTree(lines);
  if (tree) return finish(tree, minRows);
  const folders = readListing(lines);
  if (folders && rowsOf(folders) >= share * filled) return finish(folders, minRows);
  const plain = lines.map((line) => readPlain(line, listing) ?? { fixed: line });
  if (rowsOf(plain) >= share * filled) return finish(plain, minRows);
  const rows = lines.map((line) => readLong(line, ".") ?? readRow(line) ?? { fixed: line });
  return rowsOf(rows) >= share * filled ? finish(pinEnds(rows), minRows) : null;
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

/** Rows with figures are often sorted by them: the first and the last ones stay. */
function pinEnds(items: readonly (Row | Fixed)[]): (Row | Fixed)[] {
  return items.map((item, index) => {
    const isEnd = index < PINNED_FIRST || index >= items.length - PINNED_LAST;
    return isEnd && !("fixed" in item) && item.isFigured === true ? { ...item, isPinned: true } : item;
  });
}

/** Keeps other lines while they are few; of many, the first and those that are signal. */
function finish(items: readonly (Row | Fixed)[], minRows: number): PathList | null {
  const rows = rowsOf(items);
  if (rows < minRows) return null;
  const others = items.filter((item) => "fixed" in item && item.fixed.trim() !== "").length;
  if (others <= OTHERS_WHOLE_MAX) return { items, rows };
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
  return { items: counted > 0 ? [...kept, { fixed: moreLines(counted, "other output") }] : kept, rows };
}

/** A line that is one path. */
export function readPlain(line: string, isListed: boolean): Row | null {
  if (line.length === 0 || line.length > PATH_UNITS || !isPath(line, isListed)) return null;
  return rowOf(line, line, "");
}

export function rowOf(text: string, path: string, type: string): Row {
  const folder = folderOf(path);
  return { text, folder, name: path, type, isHead: false };
}

const NOT_IN_PATHS = /["<>|;=*\t]|:\/\/|: /;

/** Names with spaces are taken only when a slash shows that they are paths. */
function isPath(text: string, isListed: boolean): boolean {
  const hasSlash = text.includes("/") || text.includes("\\");
  if (!hasSlash && (!isListed || text.includes(": "))) return false;
  if (!isFileName(text) && !text.startsWith(".") && !isListed) return false;
  if (text.charCodeAt(0) <= 0x20 || NOT_IN_PATHS.test(text)) return false;
  const last = text.charAt(text.length - 1);
  if (last === "," || last === ":" || last === ".") return false;
  const space = text.indexOf(" ");
  if (space < 0) return true;
  // A path with spaces begins with a folder; prose and log lines begin with a word.
  const slash = hasSlash ? text.search(/[\\/]/) : space;
  return (isListed || slash < space) && !text.includes(" /") && text.split(" ").length <= 6;
}

const PERMISSIONS = /^[-dlcbpsD][r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-][.+@]?\s/;
const LONG_ROW = /^\S{10,11}\s+(?:\d+\s+)?\S+\s+(?:\S+\s+)?[\d.,]+[KMGTP]?\s+/;
const LONG_DATE =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d(?::[\d.]+)?(?: [+-]\d{4})?|\p{L}{3,5}\.? +\d{1,2} +[\d:]{4,5}|\d{1,2} \p{L}{3,5}\.? +[\d:]{4,5})\s+/u;

/** A row of `ls -l`, `tar tv` or the like. */
function readLong(line: string, folder: string): Row | null {
  if (line.length > PATH_UNITS || !PERMISSIONS.test(line)) return null;
  const start = LONG_ROW.exec(line);
  if (!start) return null;
  const rest = line.slice(start[0].length);
  const date = LONG_DATE.exec(rest);
  if (!date) return null;
  const arrow = rest.indexOf(" -> ");
  const name = rest.slice(date[0].length, arrow < 0 ? undefined : arrow);
  if (name === "") return null;
  const inFolder = folderOf(name);
  return {
    text: line,
    folder: inFolder === "." ? folder : inFolder,
    name,
    type: line.charAt(0),
    isHead: false,
  };
}

const STATE = /^(?:[ MTADRCU?!]{2} |[MTADRCUX]\d{0,3}\t|[ACD] )/;
const FIGURES = /^\s{0,12}[\d.,]{1,15}[KMGTPkmgtpB]?(?:\s{1,12}[\d.,:%-]{1,20}){0,6}\s{1,12}/;

/** A row that ends in a path after states or figures. */
function readRow(line: string): Row | null {
  if (line.length > PATH_UNITS) return null;
  const state = STATE.exec(line)?.[0];
  const prefix = state ?? FIGURES.exec(line)?.[0];
  if (prefix === undefined) return null;
  const path = line.slice(prefix.length);
  if (!(path.includes("/") || path.includes("\\")) || !isPath(path, false)) return null;
  if (state === undefined) return { ...rowOf(line, path, ""), isFigured: true };
  return rowOf(line, path, state.trim());
}

/** `ls -R`: a folder with a colon, then its names. Null when the text does not begin like that. */
function readListing(lines: readonly string[]): (Row | Fixed)[] | null {
  const items: (Row | Fixed)[] = [];
  let folder = "";
  let isStart = true;
  for (const line of lines) {
    if (line.trim() === "") {
      isStart = true;
      items.push({ fixed: line });
      continue;
    }
    if (isStart && line.endsWith(":") && line.length <= PATH_UNITS && !line.includes(": ")) {
      folder = line.slice(0, -1);
      items.push({ text: line, folder, name: folder, type: "", isHead: true });
    } else if (folder === "") {
      return null;
    } else if (line.startsWith("total ") && isUnderHead(items)) {
      joinToHead(items, line);
    } else if (line.length > PATH_UNITS || line.includes(": ")) {
      items.push({ fixed: line });
    } else {
      items.push(readLong(line, folder) ?? { text: line, folder, name: line, type: "", isHead: false });
    }
    isStart = false;
  }
  return items;
}

function isUnderHead(items: readonly (Row | Fixed)[]): boolean {
  const last = items[items.length - 1];
  return last !== undefined && !("fixed" in last) && last.isHead;
}

/** `total 12` belongs to the folder's line. */
function joinToHead(items: (Row | Fixed)[], line: string): void {
  const head = items.pop();
  if (head && !("fixed" in head)) items.push({ ...head, text: `${head.text}\n${line}` });
}
