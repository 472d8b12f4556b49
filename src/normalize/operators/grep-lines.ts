import { extension } from "../../base/text.ts";

/**
 * Reads one line of a search tool's output. Scans by index; a line of any
 * length costs at most its first thousand characters.
 */

/** `file:12:text` is a match, `file-12-text` its context. */
export interface ListedLine {
  readonly file: string;
  readonly line: number;
  readonly isMatch: boolean;
  /** Where the text begins. */
  readonly at: number;
}

const PREFIX_UNITS = 1_000;
const COLONS_MAX = 3;
const DASHES_MAX = 24;

/** A match line: a path, a colon, a number, and a colon (or a dash, which some tools print for context). */
export function readMatch(line: string): ListedLine | null {
  let from = hasDrive(line) ? 2 : 0;
  for (let tries = 0; tries < COLONS_MAX; tries += 1) {
    const colon = line.indexOf(":", from);
    if (colon <= 0 || colon > PREFIX_UNITS) return null;
    const end = digitsEnd(line, colon + 1);
    const code = line.charCodeAt(end);
    if (end > colon + 1 && (code === 0x3a || code === 0x2d)) {
      const file = line.slice(0, colon);
      if (!isFileName(file)) return null;
      return { file, line: Number(line.slice(colon + 1, end)), isMatch: code === 0x3a, at: end + 1 };
    }
    from = colon + 1;
  }
  return null;
}

/** A context line `file-12-text` of a file that has matches. */
export function readContext(line: string, files: ReadonlySet<string>): ListedLine | null {
  let dash = line.indexOf("-", 1);
  for (let tries = 0; dash > 0 && dash <= PREFIX_UNITS && tries < DASHES_MAX; tries += 1) {
    const end = digitsEnd(line, dash + 1);
    if (end > dash + 1 && line.charCodeAt(end) === 0x2d) {
      const file = line.slice(0, dash);
      if (files.has(file)) {
        return { file, line: Number(line.slice(dash + 1, end)), isMatch: false, at: end + 1 };
      }
    }
    dash = line.indexOf("-", dash + 1);
  }
  return null;
}

/** `12:text` or `12-text`, as printed for one file or below a heading. */
export function readNumbered(line: string): ListedLine | null {
  const end = digitsEnd(line, 0);
  const code = line.charCodeAt(end);
  if (end === 0 || end > 9 || (code !== 0x3a && code !== 0x2d)) return null;
  return { file: "", line: Number(line.slice(0, end)), isMatch: code === 0x3a, at: end + 1 };
}

/** `file:12` of a count. */
export function readCount(line: string): ListedLine | null {
  const colon = line.lastIndexOf(":");
  if (colon <= 0 || colon > PREFIX_UNITS || colon === line.length - 1) return null;
  const end = digitsEnd(line, colon + 1);
  const file = line.slice(0, colon);
  if (end !== line.length || !isFileName(file)) return null;
  return { file, line: Number(line.slice(colon + 1)), isMatch: true, at: line.length };
}

/** `file:text` without numbers; only for names that can hardly be anything but a file. */
export function readNamed(line: string): ListedLine | null {
  const colon = line.indexOf(":", hasDrive(line) ? 2 : 0);
  if (colon <= 0 || colon > PREFIX_UNITS) return null;
  const file = line.slice(0, colon);
  if (file.includes(" ") || line.startsWith("//", colon + 1) || !isFileName(file)) return null;
  if (!file.includes("/") && !file.includes("\\") && !hasShortExtension(file)) return null;
  return { file, line: 0, isMatch: true, at: colon + 1 };
}

/** A name that a file can have and a time stamp, a level word or prose cannot. */
export function isFileName(name: string): boolean {
  const first = name.charCodeAt(0);
  const hasFolder = name.includes("/") || name.includes("\\");
  if (first === 0x20 || first === 0x09) return false;
  if (!hasFolder && "[({<\"'`*#|+-".includes(name.charAt(0))) return false;
  if (name.includes("://") || name.includes("\t")) return false;
  if (name.includes(" ") && !hasFolder && !hasShortExtension(name)) return false;
  return hasLetter(name) && !looksLikeTime(name);
}

/** True for a line that is nothing but a path: the heading above the matches of a file. */
export function isHeading(line: string): boolean {
  if (line.length > PREFIX_UNITS || line.length === 0 || readNumbered(line)) return false;
  if (line.includes(":") && !hasDrive(line)) return false;
  return isFileName(line) && (line.includes("/") || line.includes("\\") || !line.includes(" "));
}

function hasShortExtension(name: string): boolean {
  const dotted = extension(name);
  if (dotted.length < 2 || dotted.length > 12) return false;
  for (let at = 1; at < dotted.length; at += 1) {
    const code = dotted.charCodeAt(at);
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x5f)) return false;
  }
  return true;
}

function hasLetter(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0x7f) return true;
  }
  return false;
}

/** `2024-05-01T10`, `May 12 10`, `[10`: digits with at most a `T` or a short word before them; `12/May/2024`. */
function looksLikeTime(name: string): boolean {
  const end = name.length;
  if (SLASHED_DATE.test(name.slice(-11))) return true;
  const isHour = end >= 2 && isDigit(name.charCodeAt(end - 1)) && isDigit(name.charCodeAt(end - 2));
  if (!isHour) return false;
  const before = name.charCodeAt(end - 3);
  return before === 0x54 || before === 0x20 || before === 0x74;
}

const SLASHED_DATE = /^\d\d\/[A-Z][a-z]{2}\/\d{4}$/;

/** `C:\` or `C:/` */
function hasDrive(line: string): boolean {
  const letter = line.charCodeAt(0) | 0x20;
  const slash = line.charCodeAt(2);
  return letter >= 0x61 && letter <= 0x7a && line.charCodeAt(1) === 0x3a &&
    (slash === 0x5c || slash === 0x2f);
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (at - from < 10 && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
