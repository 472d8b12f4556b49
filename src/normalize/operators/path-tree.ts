import type { Fixed, Row } from "./path-groups.ts";

/**
 * Reads the drawing of `tree`: each line's depth comes from its lines and
 * blanks. Folders (lines with children) are heads, so that the drawing keeps
 * its frame when names are hidden.
 */

const SHARE_MIN = 0.8;
const BRANCHES = ["── ", "-- "] as const;

export function readTree(lines: readonly string[]): (Row | Fixed)[] | null {
  const filled = lines.filter((line) => line.trim() !== "").length;
  const columns = lines.map(branchColumn);
  const drawn = columns.filter((column) => column >= 0).length;
  if (drawn < SHARE_MIN * filled || drawn === 0) return null;
  const folders: string[] = [];
  return lines.map((line, index): Row | Fixed => {
    const column = columns[index] ?? -1;
    if (column < 0) return { fixed: line };
    const depth = Math.floor(column / 4);
    const name = line.slice(column + 4).trim();
    const folder = folders.slice(0, depth).join("/") || ".";
    folders[depth] = name.endsWith("/") ? name.slice(0, -1) : name;
    folders.length = depth + 1;
    const hasChildren = (columns[index + 1] ?? -1) > column;
    return hasChildren
      ? { text: line, folder: folders.join("/"), name, type: "", isHead: true }
      : { text: line, folder, name, type: "", isHead: false };
  });
}

/** Column of the branch before the name, or -1 when the line is not drawn. */
function branchColumn(line: string): number {
  for (let at = 0; at < line.length && at < 400; at += 1) {
    const character = line.charAt(at);
    if (character === "├" || character === "└") return line.startsWith(BRANCHES[0], at + 1) ? at : -1;
    if (character === "`" || character === "|" || character === "+" || character === "\\") {
      if (line.startsWith(BRANCHES[1], at + 1)) return at;
    }
    if (!"│| \u00a0".includes(character)) return -1;
  }
  return -1;
}
