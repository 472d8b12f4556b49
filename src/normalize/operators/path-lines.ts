import { folderOf } from "./folders.ts";
import { isFileName } from "./grep-lines.ts";
import type { Row } from "./path-groups.ts";

/** Reads one line of a file list: a plain path, a long listing, a path after states or figures. */

export const PATH_UNITS = 1_024;

/** A line that is one path. */
export function readPlain(line: string, isListed: boolean): Row | null {
  if (line.length === 0 || line.length > PATH_UNITS || !isPath(line, isListed)) return null;
  return rowOf(line, line, "");
}

/** @param text the whole line; @param path the name in it */
export function rowOf(text: string, path: string, type: string): Row {
  const folder = folderOf(path);
  return { text, folder, name: path, type, isHead: false };
}

// Two colons part the name of a test from its file.
const NOT_IN_PATHS = /["<>|;=*\t]|:\/\/|::|: /;

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

const PERMISSIONS =
  /^(?:\s{0,9}\d{1,12}\s{1,9}\d{1,12}\s{1,9})?[-dlcbpsD][r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-][.+@]?\s/;
// A size follows owner and group, which `tar` writes as one word.
const LONG_ROW =
  /^(?:\s{0,9}\d{1,12}\s{1,9}\d{1,12}\s{1,9})?\S{10,11}\s+(?:\d+\s+)?\S+\s+(?:\S+\s+)?[\d.,]+[KMGTP]?\s+/;
const LONG_DATE =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d(?::[\d.]+)?(?: [+-]\d{4})?|\p{L}{3,5}\.? +\d{1,2} +[\d:]{4,5}|\d{1,2} \p{L}{3,5}\.? +[\d:]{4,5})\s+/u;

/** A row of `ls -l`, `tar tv` or the like. */
export function readLong(line: string, folder: string): Row | null {
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

const STATE = /^(?:[ MTADRCU?!]{2} |[MTADRCUX]\d{0,3}\t|[ACD] |\d{6} (?:blob|tree|commit) [0-9a-f]{40}\t)/;
const FIGURES = /^\s{0,12}[\d.,]{1,15}[KMGTPkmgtpB]?(?:\s{1,12}[\d.,:%-]{1,20}){0,6}\s{1,12}/;

const CHANGES = /^ {0,4}(?:\d|Bin )/;

/** A row of `git diff --stat`: ` src/a.ts | 10 ++--`. */
function readStat(line: string): Row | null {
  const bar = line.startsWith(" ") ? line.indexOf(" | ") : -1;
  if (bar < 0 || !CHANGES.test(line.slice(bar + 3, bar + 12))) return null;
  const path = line.slice(1, bar).trim();
  return isPath(path, true) ? rowOf(line, path, "") : null;
}

/** The two letters of `git status --short`. */
const XY = /^[ MTADRCU?!]{2} $/;

/** Git quotes names with blanks and writes a new name behind an arrow; names at the root have no slash. */
function readState(line: string, state: string): Row | null {
  const rest = line.slice(state.length);
  const arrow = rest.indexOf(" -> ");
  const target = arrow < 0 ? rest : rest.slice(arrow + 4);
  const isQuoted = target.length > 2 && target.startsWith('"') && target.endsWith('"');
  const path = isQuoted ? target.slice(1, -1) : target;
  if (!isQuoted && (path.includes(" ") || !isPath(path, true))) return null;
  return rowOf(line, path, state.trim());
}

/** A row that ends in a path after states or figures. */
export function readRow(line: string): Row | null {
  if (line.length > PATH_UNITS) return null;
  const stat = readStat(line);
  if (stat) return stat;
  const state = STATE.exec(line)?.[0];
  const prefix = state ?? FIGURES.exec(line)?.[0];
  if (prefix === undefined) return null;
  if (state !== undefined && XY.test(state)) return readState(line, state);
  const path = line.slice(prefix.length);
  if (!(path.includes("/") || path.includes("\\")) || !isPath(path, false)) return null;
  if (state === undefined) return { ...rowOf(line, path, ""), isFigured: true };
  return rowOf(line, path, state.slice(0, 2).trim());
}
