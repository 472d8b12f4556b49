import { indentOf, isBlank } from "../base/text.ts";
import { isBarrier } from "../marker/grammar.ts";

/**
 * Diagnostic blocks: the lines that belong to a signal line and make the
 * diagnosis, although they are not signal themselves. Each kind has a cap;
 * below it a block is whole, above it the middle is left to the elision.
 */

/** What a block says about one line. */
export const enum BlockRole {
  None = 0,
  /** Belongs to a diagnosis; kept. */
  Member = 1,
  /** In the middle of a block above its cap; may go even when it is signal. */
  Beyond = 2,
}

interface Marks {
  readonly texts: readonly string[];
  readonly roles: Uint8Array;
}

type Detector = (texts: readonly string[], at: number, marks: Marks) => number;

/** One role per line. Lines of ours (barriers) end a block. */
export function blockRoles(texts: readonly string[]): Uint8Array {
  const marks: Marks = { texts, roles: new Uint8Array(texts.length) };
  let i = 0;
  while (i < texts.length) {
    const text = texts[i] as string;
    let next = i + 1;
    if (text !== "" && text.length < 2_000 && !isBarrier(text)) {
      for (const [hint, detect] of DETECTORS) {
        if (!hint.test(text)) continue;
        const end = detect(texts, i, marks);
        if (end > i) {
          next = end;
          break;
        }
      }
    }
    i = next;
  }
  return marks.roles;
}

/** Marks start..end-1: the first `head` and last `tail` as members, the rest as beyond the cap. */
function mark(marks: Marks, start: number, end: number, head: number, tail: number): void {
  const count = end - start;
  for (let i = start; i < end; i += 1) {
    const inside = count <= head + tail || i - start < head || end - i <= tail;
    if (inside) marks.roles[i] = BlockRole.Member;
    else if (marks.roles[i] === BlockRole.None) marks.roles[i] = BlockRole.Beyond;
  }
}

/** A log prefix such as `web_1  | ` or a time stamp, with its digits masked, so that it can be compared. */
function masked(prefix: string): string {
  return prefix.replace(/\d/g, "0");
}

const CHAINED = /^(?:During handling of the above exception|The above exception was the direct cause)/;

function pythonTraceback(texts: readonly string[], at: number, marks: Marks): number {
  const first = texts[at] as string;
  const column = first.indexOf("Traceback (most recent call last)");
  const prefix = first.slice(0, column);
  const prefixMask = masked(prefix);
  const plain = isBlank(prefix);
  const body = (i: number): string | null => {
    const text = texts[i];
    if (text === undefined || isBarrier(text)) return null;
    if (plain || masked(text.slice(0, column)) === prefixMask) return text.slice(column);
    return null;
  };
  let i = at + 1;
  for (;;) {
    let text = body(i);
    while (text !== null && text !== "" && indentOf(text) > 0) text = body(i += 1);
    if (text === null) break;
    if (text !== "") i += 1; // the exception line
    // A message of several lines goes on indented.
    for (let more = 0; more < 10; more += 1) {
      const rest = body(i);
      if (rest === null || rest === "" || indentOf(rest) === 0) break;
      i += 1;
    }
    // `During handling …` and the next traceback, with blank lines around.
    let ahead = i;
    while (ahead < i + 2 && body(ahead)?.trim() === "") ahead += 1;
    if (!CHAINED.test(body(ahead)?.trim() ?? "")) break;
    ahead += 1;
    while (body(ahead)?.trim() === "") ahead += 1;
    if (!(body(ahead) ?? "").includes("Traceback (most recent call last)")) break;
    i = ahead + 1;
  }
  mark(marks, at, i, 10, 40);
  // 10 + 40 of at most 60: a block of 51 to 60 lines is whole.
  if (i - at <= 60) mark(marks, at, i, 60, 0);
  return i;
}

const FRAME =
  /^\W{0,4}(?:[\w.-]{1,40} +\| )?\s*(?:at |\.\.\. \d+ (?:more|common frames)|--- End of (?:inner|stack trace)|from [\w./])/;
const CAUSE = /^\s*(?:Caused by|Suppressed|Wrapped by|Cause|---> )[: ]/;

function stackFrames(texts: readonly string[], at: number, marks: Marks): number {
  let end = at;
  let frames = 0;
  let i = at;
  let blockStart = at;
  // The error line above, and a short message between it and the first frame.
  for (let back = 1; back <= 4; back += 1) {
    const text = texts[at - back];
    if (text === undefined || isBlank(text) || isBarrier(text)) break;
    marks.roles[at - back] = BlockRole.Member;
  }
  while (i < texts.length) {
    const text = texts[i] as string;
    if (FRAME.test(text)) frames += 1;
    else if (CAUSE.test(text)) {
      mark(marks, blockStart, i, 12, 3);
      blockStart = i;
    } else if (!(indentOf(text) > 0 && FRAME.test(texts[i + 1] ?? "") && !isBarrier(text))) break;
    i += 1;
    end = i;
  }
  if (frames === 0) return at;
  mark(marks, blockStart, end, 12, 3);
  return end;
}

const GUTTER = /^\s{0,12}(?:-->|:::|\d{0,6} {0,4}\||\||= (?:note|help)|\^|~|\.\.\.$|╭|╰|│|·|╵|╷|└|├|>\s)/;
const CONTINUES = /^\s{0,12}(?:note|help|hint|info|warning)\b/;

/** Compiler diagnostics with a code frame: the location and the gutter below. */
function codeFrame(texts: readonly string[], at: number, marks: Marks): number {
  let i = at + 1;
  let blank = false;
  while (i < texts.length && i - at < 60) {
    const text = texts[i] as string;
    if (isBarrier(text)) break;
    if (GUTTER.test(text)) blank = false;
    else if (isBlank(text) && !blank && GUTTER.test(texts[i + 1] ?? "")) blank = true;
    else if (!(indentOf(text) > 0 && CONTINUES.test(text))) break;
    i += 1;
  }
  if (i === at + 1) return at;
  mark(marks, at, i, 13, 3);
  return i;
}

function goPanic(texts: readonly string[], at: number, marks: Marks): number {
  let i = at + 1;
  while (i < texts.length && i - at < 400) {
    const text = texts[i] as string;
    if (isBarrier(text)) break;
    const goes = /^\t|^goroutine \d+|^\[signal|^created by /.test(text) ||
      (text.endsWith(")") && /^[\w./*()-]{1,400}\(/.test(text)) ||
      (text === "" && /^goroutine |^\t/.test(texts[i + 1] ?? ""));
    if (!goes) break;
    i += 1;
  }
  mark(marks, at, i, 20, 4);
  return i;
}

/** Lines below a heading, up to a blank line or another heading, at most `cap`. */
function paragraph(cap: number, blanks: number, stop: RegExp): Detector {
  return (texts, at, marks) => {
    let i = at + 1;
    let seen = 0;
    while (i < texts.length && i - at < cap) {
      const text = texts[i] as string;
      if (isBarrier(text) || stop.test(text)) break;
      if (isBlank(text)) {
        seen += 1;
        if (seen > blanks) break;
      }
      i += 1;
    }
    while (i > at + 1 && isBlank(texts[i - 1] as string)) i -= 1;
    mark(marks, at, i, cap, 0);
    return i;
  };
}

/** Everything indented deeper than the heading, blank lines included. */
function indentedParagraph(cap: number): Detector {
  return (texts, at, marks) => {
    const indent = indentOf(texts[at] as string);
    let i = at + 1;
    while (i < texts.length && i - at < 200) {
      const text = texts[i] as string;
      if (isBarrier(text) || (!isBlank(text) && indentOf(text) <= indent)) break;
      i += 1;
    }
    while (i > at + 1 && isBlank(texts[i - 1] as string)) i -= 1;
    mark(marks, at, i, Math.ceil(cap * 0.75), Math.floor(cap * 0.25));
    return i;
  };
}

function tapFailure(texts: readonly string[], at: number, marks: Marks): number {
  const indent = indentOf(texts[at] as string);
  let i = at + 1;
  while (i < texts.length && i - at < 80) {
    const text = texts[i] as string;
    if (isBarrier(text) || (!isBlank(text) && indentOf(text) <= indent)) break;
    i += 1;
    if (text.trim() === "...") break;
  }
  mark(marks, at, i, 16, 4);
  return i;
}

const SAME_TOOL = /^(?:npm|yarn|pnpm)? ?(?:ERR!|error)/i;

function packageManagerRun(texts: readonly string[], at: number, marks: Marks): number {
  let i = at + 1;
  while (
    i < texts.length && (SAME_TOOL.test(texts[i] as string) || isBlank(texts[i] as string)) &&
    i - at < 300
  ) i += 1;
  while (i > at + 1 && isBlank(texts[i - 1] as string)) i -= 1;
  mark(marks, at, i, 30, 10);
  return i;
}

/** A framed message such as terraform's: everything inside the frame. */
function framedMessage(texts: readonly string[], at: number, marks: Marks): number {
  let i = at + 1;
  while (i < texts.length && i - at < 200) {
    const text = texts[i] as string;
    if (isBarrier(text)) break;
    i += 1;
    if (/^\s*╵/.test(text)) break;
    if (!/^\s*[│|]/.test(text)) break;
  }
  mark(marks, at, i, 24, 6);
  return i;
}

/** A line that announces the cause, and what is indented below it. */
function indentedBelow(cap: number): Detector {
  return (texts, at, marks) => {
    const indent = indentOf(texts[at] as string);
    let i = at + 1;
    while (i < texts.length) {
      const text = texts[i] as string;
      if (isBlank(text) || isBarrier(text) || indentOf(text) <= indent) break;
      i += 1;
    }
    if (i === at + 1) return at;
    mark(marks, at, i, Math.ceil(cap * 0.75), Math.floor(cap * 0.25));
    return i;
  };
}

const JEST_STOP = /^\s{0,4}(?:●|FAIL |PASS |Test Suites:|Tests:| ✓|⎯)/;

// The first pattern that matches a line asks its detector; order matters.
const DETECTORS: readonly (readonly [RegExp, Detector])[] = [
  [/Traceback \(most recent call last\)/, pythonTraceback],
  [/^(?:panic: |fatal error: |goroutine \d+ \[)/, goPanic],
  [/^\s*(?:at |--- End of)/, stackFrames],
  [/^\s{0,4}● /, indentedParagraph(40)],
  [/^\s{0,3}(?:FAIL|×|❯|✗) .{0,300}(?: > |\.(?:test|spec)\.)/, paragraph(25, 3, JEST_STOP)],
  [
    /^\s{0,3}(?:AssertionError|Error|TypeError|ReferenceError|SyntaxError|RangeError)\b.{0,300}$/,
    paragraph(25, 2, JEST_STOP),
  ],
  [/^\s{0,6}\d{1,4}\) /, paragraph(20, 2, /^\s{0,6}\d{1,4}\) /)],
  [/^\s*not ok\b/, tapFailure],
  [/^(?:npm|pnpm|yarn)? ?(?:ERR!|error) /, packageManagerRun],
  [/^\s*╷/, framedMessage],
  [/^\* What went wrong:/, paragraph(15, 0, /^\* /)],
  [
    /^\s{0,12}(?:error|warning|note|help)(?:\[[\w:-]{1,40}\])?:? |^.{1,300}:\d{1,7}(?::\d{1,5})?:? (?:\x5b?(?:fatal )?error|warning|note)|\(\d{1,7},\d{1,5}\): (?:error|warning)|- error TS\d/i,
    codeFrame,
  ],
  [/(?:error|failed|failure|fatal|exception|invalid|conflict)\b.{0,300}:$/i, indentedBelow(16)],
];
