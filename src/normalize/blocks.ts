import { indentOf, isBlank } from "../base/text.ts";
import { isBarrier } from "../marker/grammar.ts";
import { type Detector, mark, runEnd, withoutBlanks } from "./block-marks.ts";
import { goPanic, PLACED_FRAME, placedFrames, pythonTraceback, stackFrames } from "./block-traces.ts";

/**
 * Diagnostic blocks: the lines that belong to a signal line and make the
 * diagnosis, although they are not signal themselves. Each kind has a cap;
 * below it a block is whole, above it the middle is left to the elision.
 */

/** One role per line. Lines of ours (barriers) end a block. */
export function blockRoles(texts: readonly string[]): Uint8Array {
  const roles = new Uint8Array(texts.length);
  const runs = new Map<Detector, number>();
  let i = 0;
  while (i < texts.length) {
    const text = texts[i] as string;
    let next = i + 1;
    if (text !== "" && text.length < 2_000 && !isBarrier(text)) {
      for (let n = 0; n < DETECTORS.length; n += 1) {
        const { 0: hint, 1: detect, 2: mostRuns } = DETECTORS[n] as typeof DETECTORS[number];
        const seen = runs.get(detect) ?? 0;
        if ((mostRuns !== undefined && seen >= mostRuns) || !hint.test(text)) continue;
        const end = detect(texts, i, roles);
        if (end > i) {
          if (mostRuns !== undefined) runs.set(detect, seen + 1);
          next = end;
          break;
        }
      }
    }
    i = next;
  }
  return roles;
}

const GUTTER = /^\s{0,12}(?:-->|:::|\d{0,6} {0,4}\||\||= (?:note|help)|\^|~|\.\.\.$|╭|╰|│|·|╵|╷|└|├|>\s)/;
const CONTINUES = /^\s{0,12}(?:note|help|hint|info|warning)\b/;

/** Compiler diagnostics with a code frame: the location and the gutter below. */
function codeFrame(texts: readonly string[], at: number, roles: Uint8Array): number {
  let blank = false;
  const end = runEnd(texts, at, 60, (text, i) => {
    if (GUTTER.test(text)) blank = false;
    else if (isBlank(text) && !blank && GUTTER.test(texts[i + 1] ?? "")) blank = true;
    else return indentOf(text) > 0 && CONTINUES.test(text);
    return true;
  });
  if (end === at + 1) return at;
  mark(roles, at, end, 13, 3);
  return end;
}

/** Lines below a heading, up to a blank line or another heading, at most `cap`. */
function paragraph(cap: number, blanks: number, stop: RegExp): Detector {
  return (texts, at, roles) => {
    let seen = 0;
    const end = runEnd(texts, at, cap, (text) => {
      if (stop.test(text)) return false;
      if (isBlank(text)) seen += 1;
      return seen <= blanks;
    });
    const last = withoutBlanks(texts, at, end);
    mark(roles, at, last, cap, 0);
    return last;
  };
}

/** Everything indented deeper than the heading, blank lines included. */
function indentedParagraph(cap: number): Detector {
  return (texts, at, roles) => {
    const indent = indentOf(texts[at] as string);
    const end = runEnd(texts, at, 200, (text) => isBlank(text) || indentOf(text) > indent);
    const last = withoutBlanks(texts, at, end);
    mark(roles, at, last, Math.ceil(cap * 0.75), Math.floor(cap * 0.25));
    return last;
  };
}

/** A failed test of TAP and its YAML, which `...` ends. */
function tapFailure(texts: readonly string[], at: number, roles: Uint8Array): number {
  const indent = indentOf(texts[at] as string);
  let isClosed = false;
  const end = runEnd(texts, at, 80, (text) => {
    if (isClosed || (!isBlank(text) && indentOf(text) <= indent)) return false;
    isClosed = text.trim() === "...";
    return true;
  });
  mark(roles, at, end, 16, 4);
  return end;
}

/** How a package manager begins each line of one report. */
const REPORT = /^(?:npm|pnpm|yarn)? ?(?:ERR!|error) /;

/**
 * Error lines of a package manager, one after the other: only those that begin
 * as the first one does, since the errors of another program are another
 * matter. Some of them were counted and carry a suffix of ours.
 */
function packageManagerRun(texts: readonly string[], at: number, roles: Uint8Array): number {
  const opening = REPORT.exec(texts[at] as string)?.[0].trimEnd();
  if (opening === undefined) return at;
  let end = at + 1;
  while (
    end < texts.length && end - at < 300 &&
    ((texts[end] as string).startsWith(opening) || isBlank(texts[end] as string))
  ) end += 1;
  const last = withoutBlanks(texts, at, end);
  mark(roles, at, last, 30, 10);
  return last;
}

/** A framed message such as terraform's: everything inside the frame. */
function framedMessage(texts: readonly string[], at: number, roles: Uint8Array): number {
  let isClosed = false;
  const end = runEnd(texts, at, 200, (text) => {
    if (isClosed) return false;
    isClosed = !/^\s*[│|]/.test(text);
    return true;
  });
  mark(roles, at, end, 24, 6);
  return end;
}

/** A line that announces the cause, and what is indented below it. */
function indentedBelow(cap: number): Detector {
  return (texts, at, roles) => {
    const indent = indentOf(texts[at] as string);
    const end = runEnd(
      texts,
      at,
      Number.POSITIVE_INFINITY,
      (text) => !isBlank(text) && indentOf(text) > indent,
    );
    if (end === at + 1) return at;
    mark(roles, at, end, Math.ceil(cap * 0.75), Math.floor(cap * 0.25));
    return end;
  };
}

const JEST_STOP = /^\s{0,4}(?:●|FAIL |PASS |Test Suites:|Tests:| ✓|⎯)/;

/** A report of leaks has hundreds of traces; what it says is not in them. */
const PLACED_RUNS_MAX = 6;

// The first pattern that matches a line asks its detector; order matters.
const DETECTORS: readonly (readonly [hint: RegExp, detect: Detector, mostRuns?: number])[] = [
  [/Traceback \(most recent call last\)/, pythonTraceback],
  [/^(?:panic: |fatal error: |goroutine \d+ \[)/, goPanic],
  [/^\s*(?:at |--- End of)/, stackFrames],
  [PLACED_FRAME, placedFrames, PLACED_RUNS_MAX],
  [/^\s{0,4}● /, indentedParagraph(40)],
  [/^\s{0,3}(?:FAIL|×|❯|✗) .{0,300}(?: > |\.(?:test|spec)\.)/, paragraph(25, 3, JEST_STOP)],
  [
    /^\s{0,3}(?:AssertionError|Error|TypeError|ReferenceError|SyntaxError|RangeError)\b.{0,300}$/,
    paragraph(25, 2, JEST_STOP),
  ],
  [/^\s{0,6}\d{1,4}\) /, paragraph(20, 2, /^\s{0,6}\d{1,4}\) /)],
  [/^\s*not ok\b/, tapFailure],
  [REPORT, packageManagerRun],
  [/^\s*(?:╷|[│|] (?:Error|Warning): )/, framedMessage],
  [/^\* What went wrong:/, paragraph(15, 0, /^\* /)],
  [
    /^\s{0,12}(?:error|warning|note|help)(?:\[[\w:-]{1,40}\])?:? |^.{1,300}:\d{1,7}(?::\d{1,5})?:? (?:\x5b?(?:fatal )?error|warning|note)|\(\d{1,7},\d{1,5}\): (?:error|warning)|- error TS\d/i,
    codeFrame,
  ],
  [/(?:error|failed|failure|fatal|exception|invalid|conflict)\b.{0,300}:$/i, indentedBelow(16)],
];
