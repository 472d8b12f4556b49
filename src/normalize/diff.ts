import { isDiffStructure } from "./signal.ts";
import type { Line } from "./types.ts";

/**
 * Which lines of a diff are structure, change or context, by the counts of
 * the hunk headers: inside a hunk every line that begins with + or - is
 * payload, whatever follows.
 */

export type DiffRole = "structure" | "change" | "context" | "outside";

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
const COMBINED = /^@@@+ /;
const FILE_HEADER =
  /^(?:diff --(?:git|cc|combined) |\+\+\+ |--- |(?:new|deleted) file mode|rename (?:from|to) |copy (?:from|to) |Binary files |similarity index|(?:old|new) mode)/;

/** True when the text holds at least two lines that only a diff has. */
export function looksLikeDiff(lines: readonly Line[]): boolean {
  let structure = 0;
  let hunks = 0;
  for (const line of lines) {
    if (!isDiffStructure(line.text)) continue;
    structure += 1;
    if (line.text.startsWith("@@")) hunks += 1;
    if (structure >= 2 && hunks >= 1) return true;
  }
  return false;
}

/** One role per line. */
export function diffRoles(lines: readonly Line[]): DiffRole[] {
  const roles: DiffRole[] = [];
  let oldLeft = 0;
  let newLeft = 0;
  let combined = false;
  for (const { text } of lines) {
    const hunk = oldLeft <= 0 && newLeft <= 0 ? HUNK.exec(text) : null;
    if (hunk) {
      oldLeft = Number(hunk[1] ?? 1);
      newLeft = Number(hunk[2] ?? 1);
      combined = false;
      roles.push("structure");
    } else if (oldLeft > 0 || newLeft > 0) {
      const mark = text.charAt(0);
      if (mark === "+") newLeft -= 1;
      else if (mark === "-") oldLeft -= 1;
      else if (mark === " " || text === "") {
        oldLeft -= 1;
        newLeft -= 1;
      } else if (mark !== "\\") {
        // Not a hunk line: the counts were wrong or the text was cut; start again.
        oldLeft = 0;
        newLeft = 0;
        const next = HUNK.exec(text);
        if (next) {
          oldLeft = Number(next[1] ?? 1);
          newLeft = Number(next[2] ?? 1);
        }
        roles.push(next || FILE_HEADER.test(text) ? "structure" : "outside");
        continue;
      }
      roles.push(mark === "+" || mark === "-" || mark === "\\" ? "change" : "context");
    } else if (COMBINED.test(text)) {
      combined = true;
      roles.push("structure");
    } else if (FILE_HEADER.test(text)) {
      combined = false;
      roles.push("structure");
    } else if (combined && /^[ +-]/.test(text)) roles.push(/^ ?[+-]/.test(text) ? "change" : "context");
    else if (text.startsWith("\\ No newline")) roles.push("change");
    else roles.push("outside");
  }
  return roles;
}
