import type { Line } from "./types.ts";
import { isLogSignal } from "./signal.ts";

/**
 * Terminal text → what a person would have seen at the end. Lossless in that
 * sense: escape sequences, overwritten progress and trailing white space go.
 * Laws: never longer; twice equals once; every overwritten signal segment stays.
 */

const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/;
const INTRODUCERS = /[\x1b\x90\x98\x9b\x9d-\x9f]/g;
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const ESCAPE =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)|[\x90\x98\x9d-\x9f][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)|\x1b[ -/]*[0-~]/g;

const NUL_SAMPLE_UNITS = 4_000;

export interface CleanOptions {
  /** Keep trailing white space (diffs, Markdown, code). */
  readonly keepTrailing: boolean;
  /** Keep blank lines at both ends (reads, whose numbering the host continues). */
  readonly keepEdges: boolean;
}

/** Splits on LF and cleans every line; original line numbers are kept. */
export function cleanLines(text: string, options: CleanOptions): Line[] {
  const lines: Line[] = [];
  let number = 0;
  for (const raw of withoutNuls(text, options.keepEdges).split("\n")) {
    number += 1;
    if (!CONTROL.test(raw)) {
      lines.push(line(options.keepTrailing ? raw : raw.trimEnd(), number));
      continue;
    }
    const parts = cleanLine(raw, options.keepTrailing);
    // Of several lines made from one, only the last one counts as that line.
    for (let i = 0; i < parts.length; i += 1) {
      lines.push({
        text: parts[i] as string,
        from: number,
        to: number,
        count: i === parts.length - 1 ? 1 : 0,
      });
    }
  }
  return options.keepEdges ? lines : withoutBlankEdges(lines);
}

function line(text: string, number: number): Line {
  return { text, from: number, to: number, count: 1 };
}

/**
 * UTF-16 that was read as bytes has a NUL beside every ASCII character. A
 * terminal shows no NUL at all; in a file a single one may be content.
 */
function withoutNuls(text: string, keepSingle: boolean): string {
  if (!text.includes("\0")) return text;
  if (keepSingle) {
    let nuls = 0;
    const sample = Math.min(text.length, NUL_SAMPLE_UNITS);
    for (let i = 0; i < sample; i += 1) if (text.charCodeAt(i) === 0) nuls += 1;
    if (nuls * 3 <= sample) return text;
  }
  return text.replaceAll("\0", "").replace(/^(?:\ufffd{1,2}|\xff\xfe|\xfe\xff)/, "");
}

function cleanLine(raw: string, keepTrailing: boolean): string[] {
  let text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  if (INTRODUCER.test(text)) {
    // What is left of a torn sequence must not begin another one.
    text = text.replace(ESCAPE, "").replace(INTRODUCERS, "");
  }
  if (text.includes("\b")) text = applyBackspaces(text);
  const parts = text.includes("\r") ? lastWritten(text) : [text];
  return parts.map((part) => {
    const plain = part.replace(/[\x07\x0e\x0f]/g, "");
    return keepTrailing ? plain : plain.trimEnd();
  });
}

/** Of the CR-separated segments the last non-blank one; earlier ones stay as lines of their own when they are signal. */
function lastWritten(text: string): string[] {
  const segments = text.split("\r");
  let last = segments.length - 1;
  while (last > 0 && (segments[last] ?? "").trim() === "") last -= 1;
  const kept: string[] = [];
  for (let i = 0; i < last; i += 1) {
    const segment = segments[i] ?? "";
    if (segment !== segments[last] && isLogSignal(segment) && kept[kept.length - 1] !== segment) {
      kept.push(segment);
    }
  }
  kept.push(segments[last] ?? "");
  return kept;
}

/** `x BS x` is bold and `_ BS x` underlined in old pagers; a bare backspace deletes. */
function applyBackspaces(text: string): string {
  const out: string[] = [];
  for (const character of text) {
    if (character === "\b") out.pop();
    else out.push(character);
  }
  return out.join("");
}

function withoutBlankEdges(lines: Line[]): Line[] {
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] as Line).text.trim() === "") start += 1;
  while (end > start && (lines[end - 1] as Line).text.trim() === "") end -= 1;
  return start === 0 && end === lines.length ? lines : lines.slice(start, end);
}
