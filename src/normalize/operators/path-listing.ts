import type { Fixed, Row } from "./path-groups.ts";
import { PATH_UNITS, readLong } from "./path-lines.ts";

/**
 * Reads listings by folder (`ls -R`, `ls -la a b`): rows of a folder stand
 * below its name and a colon; rows before the first such line are the list's own.
 */

/** @param isListed the command is known to list files, so that bare names with spaces are taken for names */
export function readListing(lines: readonly string[], isListed: boolean): (Row | Fixed)[] | null {
  const items: (Row | Fixed)[] = [];
  let folder = "";
  let isStart = true;
  for (const line of lines) {
    if (line.trim() === "") {
      isStart = true;
      items.push({ fixed: line });
      continue;
    }
    if (isStart && isFolderLine(line, isListed)) {
      folder = line.slice(0, -1);
      items.push({ text: line, folder, name: folder, type: "", isHead: true });
    } else if (line.startsWith("total ") && isUnderHead(items)) {
      joinToHead(items, line);
    } else {
      items.push(readName(line, folder, isListed) ?? { fixed: line });
    }
    isStart = false;
  }
  return folder === "" ? null : items;
}

/** True when no more than a line's own form has to say against its being a row or the folder above rows. */
export function mayBeListed(line: string): boolean {
  return line.endsWith(":") || !line.includes(" ") || readLong(line, ".") !== null;
}

/** True for a folder and a colon. */
export function isFolderLine(line: string, isListed: boolean): boolean {
  if (!line.endsWith(":") || line.length > PATH_UNITS || line.includes(": ")) return false;
  return isListed || line.includes("/") || line === ".:";
}

function readName(line: string, folder: string, isListed: boolean): Row | null {
  const row = readLong(line, folder === "" ? "." : folder);
  if (row || folder === "") return row;
  if (line.length > PATH_UNITS || line.includes(": ") || (!isListed && line.includes(" "))) return null;
  return { text: line, folder, name: line, type: "", isHead: false };
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
