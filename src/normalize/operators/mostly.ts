import { isBlank } from "../../base/text.ts";
import type { OperatorContext } from "../types.ts";

/**
 * For the gates, which stand beside the reader that they spare a text: a gate
 * asks of each line what the reader asks of it at least, so it never stops a
 * text that the reader takes, and gives up as soon as too many lines fail.
 */

/** A quick look at the lines of a cleaned text; false: the operator would decline. */
export type Gate = (lines: readonly string[], context: OperatorContext) => boolean;

/**
 * False when fewer than this share of the lines can hold, whatever the blank
 * ones and separators (`--`) are counted as.
 */
export function mostly(
  lines: readonly string[],
  share: number,
  holds: (line: string) => boolean,
): boolean {
  let left = lines.length;
  const least = share * lines.length;
  for (const line of lines) {
    if (holds(line) || isBlank(line) || line === "--") continue;
    left -= 1;
    if (left < least) return false;
  }
  return true;
}
