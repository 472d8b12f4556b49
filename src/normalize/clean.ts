import type { Line } from "./types.ts";
import { isLogSignal } from "./signal.ts";

/**
 * Terminal text → what a person would have seen at the end. Lossless in that
 * sense: escape sequences, overwritten progress and trailing white space go.
 * Laws: never longer; twice equals once; every overwritten signal segment stays.
 */

const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/;
const INTRODUCERS = /[\x1b\x90\x98\x9b\x9d-\x9f]/g;
/** What cleaning takes away or acts upon; a text without any is clean but for white space. */
export const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
/**
 * Whole sequences only. One that does not end on its line, and the eight-bit
 * forms of titles and the like, which are no more than wrongly decoded
 * quotation marks in most texts, lose their control characters and keep the rest.
 */
const ESCAPE =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]+[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;

/** The mark of UTF-16, as a reader of bytes shows it. */
const BYTE_ORDER_MARK = /^(?:\ufffd{1,2}|\xff\xfe|\xfe\xff)/;

export interface CleanOptions {
  /** Keep trailing white space (diffs, Markdown, code). */
  readonly keepTrailing: boolean;
  /** Keep blank lines at both ends (reads, whose numbering the host continues). */
  readonly keepEdges: boolean;
  /** Nothing may be taken away that a person could miss: zero bytes stay. */
  readonly keepNuls?: boolean;
}

/** Splits on LF and cleans every line; original line numbers are kept. */
export function cleanLines(text: string, options: CleanOptions): Line[] {
  const lines: Line[] = [];
  let number = 0;
  const keepNuls = options.keepNuls === true || !losesNuls(text, options.keepEdges);
  for (const raw of (keepNuls ? text : withoutNuls(text)).split("\n")) {
    number += 1;
    if (!CONTROL.test(raw)) {
      lines.push(line(options.keepTrailing ? raw : raw.trimEnd(), number));
      continue;
    }
    const parts = cleanLine(raw, options);
    if (typeof parts === "string") {
      lines.push(line(parts, number));
      continue;
    }
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
 * Whether cleaning takes zero bytes away, which no sequence of a terminal is:
 * then the original has to be parked. UTF-16 that was read as bytes has one
 * beside every ASCII character. A terminal shows none; in a file a single one
 * may be content, and stays.
 */
export function losesNuls(text: string, keepSingle: boolean): boolean {
  return text.includes("\0") && (!keepSingle || BYTE_ORDER_MARK.test(text));
}

function withoutNuls(text: string): string {
  return text.replaceAll("\0", "").replace(BYTE_ORDER_MARK, "");
}

/** One line, or the lines that it becomes. */
function cleanLine(raw: string, options: CleanOptions): string | readonly string[] {
  let text = withoutFinalReturns(raw);
  if (INTRODUCER.test(text)) {
    // What is left of a torn sequence must not begin another one.
    text = withoutFinalReturns(text.replace(ESCAPE, "").replace(INTRODUCERS, ""));
  }
  // In a file a backspace or a carriage return is content, not a movement of the cursor.
  if (options.keepEdges) return text;
  if (text.includes("\b")) text = applyBackspaces(text);
  return text.includes("\r")
    ? lastWritten(text).map((part) => withoutBells(part, options))
    : withoutBells(text, options);
}

function withoutBells(text: string, { keepTrailing }: CleanOptions): string {
  const plain = text.replace(/[\x07\x0e\x0f]/g, "");
  return keepTrailing ? plain : plain.trimEnd();
}

/** CR before LF ends the line; PowerShell writes two. */
function withoutFinalReturns(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 13) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/**
 * Of the CR-separated segments the last non-blank one. An earlier one goes
 * only when the next one repaints it (equal but for numbers, bars and
 * spinners) and it is no signal; everything else stays as a line of its own.
 */
function lastWritten(text: string): string[] {
  const segments = text.split("\r").filter((segment) => segment.trim() !== "");
  const kept: string[] = [];
  for (let i = 0; i < segments.length; i += 1) {
    const segment = segments[i] as string;
    const next = segments[i + 1];
    if (next === undefined) kept.push(segment);
    else if (segment === next) continue;
    else {
      const key = repaintKey(segment);
      if ((key !== "" && key !== repaintKey(next)) || isLogSignal(segment)) kept.push(segment);
    }
  }
  return kept.length === 0 ? [""] : kept;
}

const REPAINTED = /[\d.,%#=>\-|/\\\s()[\]:⠀-⣿◐◓◑◒▏▎▍▌▋▊▉█▓▒░━╸╺]+|\b(?:[KMGTkmgt]?i?B|s|ms|eta)\b/g;

function repaintKey(segment: string): string {
  return segment.slice(0, 400).replace(REPAINTED, "");
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
