import { isLogSignal } from "../signal.ts";
import type { Fixed, Row } from "./path-groups.ts";

/**
 * Reads the drawing of `tree`, `npm ls` or `cargo tree`: what stands further to
 * the right is inside. Entries with something inside are heads, so that the
 * drawing keeps its frame when names are hidden.
 */

/** Of the lines that are not blank, this share is drawn. */
export const TREE_SHARE_MIN = 0.8;
const COLUMNS_MAX = 400;
const PINNED_MAX = 20;
/** What package managers say beside a name when something is wrong. */
const TROUBLE = /\b(?:UNMET|ELSPROBLEMS|extraneous)\b/;

const VERSION = /@\d| v\d/;

/** True for a tree of packages with versions, of which the upper levels say most. */
export function isPackageTree(items: readonly (Row | Fixed)[]): boolean {
  let rows = 0;
  let versions = 0;
  for (const item of items) {
    if ("fixed" in item) continue;
    rows += 1;
    if (VERSION.test(item.name.slice(0, COLUMNS_MAX))) versions += 1;
  }
  return versions > rows / 2;
}

/** One item for each line, or null when the text is no drawn tree. */
export function readTree(lines: readonly string[]): (Row | Fixed)[] | null {
  const filled = lines.filter((line) => line.trim() !== "").length;
  const columns = lines.map(branchColumn);
  const drawn = columns.filter((column) => column >= 0).length;
  if (drawn < TREE_SHARE_MIN * filled || drawn === 0) return null;
  const open: { readonly column: number; readonly path: string }[] = [];
  let pinned = 0;
  return lines.map((line, index): Row | Fixed => {
    const column = columns[index] ?? -1;
    if (column < 0) return { fixed: line };
    while (open.length > 0 && (open[open.length - 1]?.column ?? 0) >= column) open.pop();
    const name = line.slice(column + 2).replace(/^[─┬-]{1,4} ?/, "").trim();
    const parent = open[open.length - 1]?.path;
    const path = parent === undefined ? name : `${parent}/${name}`;
    open.push({ column, path: path.endsWith("/") ? path.slice(0, -1) : path });
    const isPinned = pinned < PINNED_MAX && isTrouble(name);
    if (isPinned) pinned += 1;
    if ((columns[index + 1] ?? -1) > column) {
      return { text: line, folder: path, name, type: "", isHead: true, isPinned };
    }
    return { text: line, folder: parent ?? ".", name, type: "", isHead: false, isPinned };
  });
}

/** Words beside the name that report something. */
function isTrouble(name: string): boolean {
  return name.includes(" ") && name.length <= COLUMNS_MAX && (TROUBLE.test(name) || isLogSignal(name));
}

/** Column of the branch before the name, or -1 when the line is not drawn. */
export function branchColumn(line: string): number {
  for (let at = 0; at < line.length && at < COLUMNS_MAX; at += 1) {
    const character = line.charAt(at);
    if (character === "├" || character === "└") return line.charAt(at + 1) === "─" ? at : -1;
    if (
      (character === "`" || character === "|" || character === "+" || character === "\\") &&
      line.startsWith("-- ", at + 1)
    ) {
      return at;
    }
    if (!"│| \u00a0".includes(character)) return -1;
  }
  return -1;
}
