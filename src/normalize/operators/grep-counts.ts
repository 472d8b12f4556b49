import { moreLines, pathsMarker } from "../../marker/grammar.ts";
import type { OperatorContext, Structured } from "../types.ts";
import { admit, fits } from "./admit.ts";
import { folderOf } from "./folders.ts";
import type { GrepShape } from "./grep-shape.ts";
import { type Fixed, groupRows, type Row } from "./path-groups.ts";

/**
 * Counts per file (`file:12`): files without a match are counted together; the
 * others all stay up to a number, and are grouped by folder above it.
 */

/** Where one asks for counts, every file is an answer. */
const FILES_WHOLE_MAX = 200;

/** The counts of a search, shortened; the text itself when nothing is to be hidden; null when nothing fits. */
export function projectCounts(
  text: string,
  source: readonly string[],
  shape: GrepShape,
  context: OperatorContext,
): Structured | null {
  const folders = new Set<string>();
  const items: (Row | Fixed)[] = [];
  let zeros = 0;
  let total = 0;
  shape.lines.forEach((line, at) => {
    const content = source[at] ?? "";
    if (line.kind !== "hit") {
      items.push({ fixed: content });
      return;
    }
    total += 1;
    folders.add(folderOf(line.hit.file));
    if (line.hit.line === 0) zeros += 1;
    else {items.push({
        text: content,
        folder: folderOf(line.hit.file),
        name: line.hit.file,
        type: "",
        isHead: false,
      });}
  });
  const note = zeros > 0 ? [moreLines(zeros, "files without a match")] : [];
  const whole = [
    ...items.map((item) => ("fixed" in item ? item.fixed : item.text)),
    ...note,
    pathsMarker(zeros, total, folders.size),
  ].join("\n");
  const isShort = total - zeros <= FILES_WHOLE_MAX;
  if (isShort && zeros > 0 && fits(whole, context)) return admit(text, whole, context);
  // Nothing to hide: every file is there, and nothing else may drop one.
  if (isShort && fits(text, context)) return { text, elided: false };
  const all = Number.POSITIVE_INFINITY;
  for (const [names, depth] of [[20, all], [5, all], [5, 3], [3, 1]] as const) {
    const grouped = groupRows(items, { names, topNames: names, topDepth: 0, depth });
    const marker = pathsMarker(zeros + grouped.hidden, total, folders.size);
    const result = [...grouped.lines, ...note, marker].join("\n");
    if (grouped.hidden > 0 && fits(result, context)) return admit(text, result, context);
  }
  return null;
}
