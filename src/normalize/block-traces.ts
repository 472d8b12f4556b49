import { indentOf, isBlank } from "../base/text.ts";
import { isBarrier } from "../marker/grammar.ts";
import { BlockRole, mark, runEnd } from "./block-marks.ts";

/** Detectors of stack traces. */

/** A log prefix such as `web_1  | ` or a time stamp, with its digits masked, so that it can be compared. */
function masked(prefix: string): string {
  return prefix.replace(/\d/g, "0");
}

const CHAINED = /^(?:During handling of the above exception|The above exception was the direct cause)/;

/** A traceback of Python, chained ones included, also behind the prefix of a log. */
export function pythonTraceback(texts: readonly string[], at: number, roles: Uint8Array): number {
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
  mark(roles, at, i, 10, 40);
  // 10 + 40 of at most 60: a block of 51 to 60 lines is whole.
  if (i - at <= 60) mark(roles, at, i, 60, 0);
  return i;
}

const FRAME =
  /^\W{0,4}(?:[\w.-]{1,40} +\| )?\s*(?:at |\.\.\. \d+ (?:more|common frames)|--- End of (?:inner|stack trace)|from [\w./])/;
const CAUSE = /^\s*(?:Caused by|Suppressed|Wrapped by|Cause|---> )[: ]/;

/** Stack frames of the JVM, .NET, JavaScript or Ruby, with the message above them and their causes. */
export function stackFrames(texts: readonly string[], at: number, roles: Uint8Array): number {
  let end = at;
  let frames = 0;
  let i = at;
  let blockStart = at;
  // The error line above, and a short message between it and the first frame.
  for (let back = 1; back <= 4; back += 1) {
    const text = texts[at - back];
    if (text === undefined || isBlank(text) || isBarrier(text)) break;
    roles[at - back] = BlockRole.Member;
  }
  while (i < texts.length) {
    const text = texts[i] as string;
    if (FRAME.test(text)) frames += 1;
    else if (CAUSE.test(text)) {
      mark(roles, blockStart, i, 12, 3);
      blockStart = i;
    } else if (!(indentOf(text) > 0 && FRAME.test(texts[i + 1] ?? "") && !isBarrier(text))) break;
    i += 1;
    end = i;
  }
  if (frames === 0) return at;
  mark(roles, blockStart, end, 12, 3);
  return end;
}

/** A panic of Go with its goroutines. */
export function goPanic(texts: readonly string[], at: number, roles: Uint8Array): number {
  const end = runEnd(texts, at, 400, (text, i) =>
    /^\t|^goroutine \d+|^\[signal|^created by /.test(text) ||
    (text.endsWith(")") && /^[\w./*()-]{1,400}\(/.test(text)) ||
    (text === "" && /^goroutine |^\t/.test(texts[i + 1] ?? "")));
  mark(roles, at, end, 20, 4);
  return end;
}

/** Frames without `at`: numbered with addresses, PHP, Python without its heading, Go race reports, Dart, Elixir. */
export const PLACED_FRAME =
  /^\s{0,12}(?:#?\[?\d{1,3}\]?:?\s{1,4}(?:0x[\da-fA-F]{6,16}\b|\S{1,300}\(\d{1,6}\): )|File "[^"]{1,300}", line \d|\S{1,300}\.go:\d{1,6} \+0x|\S{1,300}\.dart \d{1,6}:\d{1,5}\s|\(\w[\w.]{0,40} [\d.]{1,20}\) \S{1,300}\.exs?:\d{1,6}: )/;

/** A run of frames, each with at most one indented line (code, a name) before the next. */
export function placedFrames(texts: readonly string[], at: number, roles: Uint8Array): number {
  let end = at + 1;
  let frames = 1;
  for (let i = at + 1; i < texts.length && i <= end + 1; i += 1) {
    if (isBarrier(texts[i] as string)) break;
    if (!PLACED_FRAME.test(texts[i] as string)) {
      if (indentOf(texts[i] as string) === 0) break;
      continue;
    }
    end = i + 1;
    frames += 1;
  }
  if (frames < 2) return at;
  const above = texts[at - 1];
  if (above !== undefined && !isBlank(above) && !isBarrier(above)) roles[at - 1] = BlockRole.Member;
  mark(roles, at, end, 6, 2);
  return end;
}
