import { type CkError, fail, ok, type Result } from "../base/errors.ts";
import { SEARCH_MAX_MS } from "../base/limits.ts";
import { examinePattern } from "../base/pattern.ts";

/** Searches lines with a pattern of the user: bounded in time, whatever the pattern. */

/** Long lines are searched in windows of this size that overlap. */
const WINDOW_UNITS = 20_000;
const OVERLAP_UNITS = 1_000;

export interface Hits {
  /** Indexes of matching lines, ascending. */
  readonly lines: readonly number[];
  /** Lines that were searched before time ran out. */
  readonly searched: number;
}

/** A JavaScript regular expression; patterns that can take exponential time are refused. */
export function compilePattern(source: string): Result<RegExp, CkError> {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source); // checked-pattern: examined below, and searched under a time limit
  } catch (error) {
    return fail("bad-pattern", `invalid regex: ${error instanceof Error ? error.message : source}`);
  }
  const shape = examinePattern(source);
  if (shape?.ambiguous) return fail("slow-pattern", "this pattern could take exponential time");
  return ok(pattern);
}

/** @param now the clock; the search stops after a fixed time */
export function searchLines(lines: readonly string[], pattern: RegExp, now: () => number): Hits {
  const started = now();
  const found: number[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    if (i % 64 === 0 && now() - started > SEARCH_MAX_MS) return { lines: found, searched: i };
    if (matches(lines[i] as string, pattern)) found.push(i);
  }
  return { lines: found, searched: lines.length };
}

function matches(line: string, pattern: RegExp): boolean {
  if (line.length <= WINDOW_UNITS) return pattern.test(line);
  for (let at = 0; at < line.length; at += WINDOW_UNITS - OVERLAP_UNITS) {
    if (pattern.test(line.slice(at, at + WINDOW_UNITS))) return true;
  }
  return false;
}
