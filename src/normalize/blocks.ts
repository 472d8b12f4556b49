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
  const rowsOf = detectorsByFirst();
  let i = 0;
  while (i < texts.length) {
    const text = texts[i] as string;
    let next = i + 1;
    if (text !== "" && text.length < 2_000 && !isBarrier(text)) {
      const rows = rowsOf(text);
      for (let n = 0; n < rows.length; n += 1) {
        const { hint, detect, ends, mostRuns } = rows[n] as DetectorRow;
        if (ends !== undefined && !text.endsWith(ends)) continue;
        const seen = mostRuns === undefined ? 0 : runs.get(detect) ?? 0;
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

/** The rows that a line can match by its first character that is no white space; most lines are left with few. */
function detectorsByFirst(): (text: string) => readonly DetectorRow[] {
  const known = new Map<string, readonly DetectorRow[]>();
  return (text) => {
    const first = text.trimStart().charAt(0);
    let rows = known.get(first);
    if (rows === undefined) {
      rows = DETECTORS.filter(({ begins }) => begins === undefined || begins.includes(first));
      known.set(first, rows);
    }
    return rows;
  };
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

interface DetectorRow {
  readonly hint: RegExp;
  readonly detect: Detector;
  /** What the hint can begin with behind white space, one character each; absent: anything. */
  readonly begins?: string;
  /** What every line that the hint matches ends with. */
  readonly ends?: string;
  readonly mostRuns?: number;
}

// The first pattern that matches a line asks its detector; order matters.
const DETECTORS: readonly DetectorRow[] = [
  { hint: /Traceback \(most recent call last\)/, detect: pythonTraceback },
  { hint: /^(?:panic: |fatal error: |goroutine \d+ \[)/, detect: goPanic, begins: "pfg" },
  { hint: /^\s*(?:at |--- End of)/, detect: stackFrames, begins: "a-" },
  { hint: PLACED_FRAME, detect: placedFrames, mostRuns: PLACED_RUNS_MAX },
  { hint: /^\s{0,4}● /, detect: indentedParagraph(40), begins: "●" },
  {
    hint: /^\s{0,3}(?:FAIL|×|❯|✗) .{0,300}(?: > |\.(?:test|spec)\.)/,
    detect: paragraph(25, 3, JEST_STOP),
    begins: "F×❯✗",
  },
  {
    hint: /^\s{0,3}(?:AssertionError|Error|TypeError|ReferenceError|SyntaxError|RangeError)\b.{0,300}$/,
    detect: paragraph(25, 2, JEST_STOP),
    begins: "AETRS",
  },
  {
    hint: /^\s{0,6}\d{1,4}\) /,
    detect: paragraph(20, 2, /^\s{0,6}\d{1,4}\) /),
    begins: "0123456789",
  },
  { hint: /^\s*not ok\b/, detect: tapFailure, begins: "n" },
  { hint: REPORT, detect: packageManagerRun, begins: "npyEe" },
  { hint: /^\s*(?:╷|[│|] (?:Error|Warning): )/, detect: framedMessage, begins: "╷│|" },
  { hint: /^\* What went wrong:/, detect: paragraph(15, 0, /^\* /), begins: "*" },
  {
    hint:
      /^\s{0,12}(?:error|warning|note|help)(?:\[[\w:-]{1,40}\])?:? |^.{1,300}:\d{1,7}(?::\d{1,5})?:? (?:\x5b?(?:fatal )?error|warning|note)|\(\d{1,7},\d{1,5}\): (?:error|warning)|- error TS\d/i,
    detect: codeFrame,
  },
  {
    hint: /(?:error|failed|failure|fatal|exception|invalid|conflict)\b.{0,300}:$/i,
    detect: indentedBelow(16),
    ends: ":",
  },
];
