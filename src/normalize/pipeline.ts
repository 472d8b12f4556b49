import { codePoints } from "../base/text.ts";
import { isBarrier, isFooter, MARKER_PREFIX } from "../marker/grammar.ts";
import { cleanLines, CONTROL, losesNuls } from "./clean.ts";
import { elide } from "./elide.ts";
import { cutLongLines } from "./long-lines.ts";
import { foldProgress } from "./progress.ts";
import { type OperatorId, STRUCTURED } from "./registry.ts";
import { foldRepeats } from "./repeats.ts";
import { isCodeRead } from "./select.ts";
import type { Line, OperatorContext } from "./types.ts";

/**
 * Runs the operators in their order. Pure: same text and context, same bytes.
 * The text that comes out carries no footer.
 */

/** What one operator did, for `normalize --explain`. */
export interface OperatorReport {
  readonly id: OperatorId;
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly unitsBefore: number;
  readonly unitsAfter: number;
  readonly note?: string;
}

export interface Projection {
  readonly text: string;
  /** True when something is hidden, so that the original must be parked. */
  readonly elided: boolean;
  readonly reports: readonly OperatorReport[];
}

/**
 * Projects a text. The result is never longer than the text (code points).
 * Where it is not plain that a second run changes nothing (control characters,
 * lines that look like ours, structured operators), it is run, and a
 * projection that would change again is refused.
 */
export function project(text: string, context: OperatorContext): Projection {
  const unchanged: Projection = { text, elided: false, reports: [] };
  if (text === "" || isFooter(lastLine(text))) return unchanged;
  const projected = runOnce(text, context);
  if (context.isLate?.()) return unchanged;
  if (projected.text === text || codePoints(projected.text) > codePoints(text)) return unchanged;
  if (isPlain(text, projected)) return projected;
  const isStable = runOnce(projected.text, context).text === projected.text;
  // A second run that was cut short has shown nothing.
  return isStable && context.isLate?.() !== true ? projected : unchanged;
}

const PLAIN_OPERATORS: ReadonlySet<OperatorId> = new Set<OperatorId>([
  "clean",
  "repeats",
  "progress",
  "elide",
]);

/** The ordinary case, for which the law holds by construction (tests/property counts that it does). */
function isPlain(text: string, projected: Projection): boolean {
  return projected.reports.every(({ id }) => PLAIN_OPERATORS.has(id)) && !CONTROL.test(projected.text) &&
    !text.includes(MARKER_PREFIX) && !text.includes("  [x ") && !projected.text.includes("[+");
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.slice(trimmed.lastIndexOf("\n") + 1);
}

/** One pass without the guard of `project`; for tests that count how often the guard is needed. */
export function runOnce(text: string, context: OperatorContext): Projection {
  const reports: OperatorReport[] = [];
  const isRead = context.tool === "Read";
  const isDiffText = /(?:^|\n)(?:@@ -\d|diff --(?:git|cc) )/.test(text);
  const isLossy = context.mayElide && losesNuls(text, isRead);
  let lines: readonly Line[] = cleanLines(text, {
    keepTrailing: isRead || isDiffText,
    keepEdges: isRead,
    keepNuls: !context.mayElide,
  });
  let units = text.length;
  const step = (id: OperatorId, next: readonly Line[], note?: string): void => {
    const after = unitsOf(next);
    if (after !== units || next.length !== lines.length) {
      reports.push({
        id,
        linesBefore: lines.length,
        linesAfter: next.length,
        unitsBefore: units,
        unitsAfter: after,
        ...(note ? { note } : {}),
      });
    }
    units = after;
    lines = next;
  };
  step("clean", lines);
  if (context.mayElide && !isCodeRead(context)) {
    // Cleaning only takes away: equal length means equal text, and no copy is made.
    let cleaned = units === text.length ? text : null;
    const placed = withLineNumbers(context, lines);
    const texts = lines.map((line) => line.text);
    // A text that holds a marker of ours goes to every operator: its owner leaves it alone.
    const isGated = !texts.some((line) => line.includes(MARKER_PREFIX));
    for (const { id, gate, operator } of STRUCTURED) {
      if (context.isLate?.()) return { text, elided: false, reports };
      if (isGated && !gate(texts, context)) continue;
      cleaned ??= texts.join("\n");
      const result = operator(cleaned, placed);
      if (result && result.text === cleaned) return { text: cleaned, elided: isLossy, reports };
      if (!result || codePoints(result.text) >= codePoints(cleaned)) continue;
      reports.push({
        id,
        linesBefore: lines.length,
        linesAfter: countLines(result.text),
        unitsBefore: units,
        unitsAfter: result.text.length,
      });
      return { text: result.text, elided: result.elided || isLossy, reports };
    }
  }
  let elided = isLossy;
  if (!isRead) {
    step("repeats", foldRepeats(lines));
    if (context.mayElide) {
      const before = lines.length;
      step("progress", foldProgress(lines));
      elided ||= lines.length !== before;
    }
  }
  if (context.mayElide) {
    if (context.isLate?.()) return { text, elided: false, reports };
    const long = cutLongLines(lines);
    step("long-lines", long.lines);
    elided ||= long.cut;
    // Counts that nothing was hidden beside stay for good: what the next run would hide beside them goes now.
    const result = elide(lines, context) ??
      (lines.some(isCounted) ? elide(lines, { ...context, keepsCounted: true }) : null);
    if (result) {
      const after = result.lines.join("\n");
      reports.push({
        id: "elide",
        linesBefore: lines.length,
        linesAfter: result.lines.length,
        unitsBefore: units,
        unitsAfter: after.length,
        note: result.profile ? `${result.mode}, profile ${result.profile}` : result.mode,
      });
      return { text: after, elided: true, reports };
    }
  }
  return { text: joinLines(lines), elided, reports };
}

/** True for a line that this run has given a count. */
function isCounted({ count, text }: Line): boolean {
  return count > 1 && isBarrier(text);
}

/** Tells the operators the original's line numbers where cleaning took lines away or made several of one. */
function withLineNumbers(context: OperatorContext, lines: readonly Line[]): OperatorContext {
  const last = lines[lines.length - 1];
  if (last === undefined || (lines[0]?.from === 1 && last.from === lines.length)) return context;
  return { ...context, lineAt: (line) => lines[line - 1]?.from ?? line };
}

function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join("\n");
}

function unitsOf(lines: readonly Line[]): number {
  let units = 0;
  for (const line of lines) units += line.text.length + 1;
  return Math.max(0, units - 1);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
