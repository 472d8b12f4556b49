import { isBarrier, isListMarker, MARKER_PREFIX } from "../../marker/grammar.ts";

/**
 * What an operator makes of a text that already holds lines of ours, markers
 * and counts alike: its own result is finished and stays as it is, anything
 * else is not its business, so that no line of ours is ever hidden in a list.
 */

export type Progress = "fresh" | "finished" | "foreign";

/** For projections that leave a list marker (matches, paths). */
export function listProgress(lines: readonly string[]): Progress {
  return progressOf(lines, isListMarker);
}

/** For projections by line, which are told apart by what their first marker calls the hidden lines. */
export function gapProgress(lines: readonly string[], hidden: string): Progress {
  return progressOf(
    lines,
    (line) => line.startsWith(`${MARKER_PREFIX} elided lines `) && line.includes(` ${hidden} lines (`),
  );
}

/** `finished` with a line that `isOwn` knows, `foreign` with only other lines of ours. */
export function progressOf(lines: readonly string[], isOwn: (line: string) => boolean): Progress {
  let progress: Progress = "fresh";
  for (const line of lines) {
    if (!isBarrier(line)) continue;
    if (isOwn(line)) return "finished";
    progress = "foreign";
  }
  return progress;
}
