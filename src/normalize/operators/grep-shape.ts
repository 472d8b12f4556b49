import { programWords, shellSegments } from "../shell-words.ts";
import {
  isHeading,
  type ListedLine,
  readContext,
  readCount,
  readMatch,
  readNamed,
  readNumbered,
} from "./grep-lines.ts";
import { type Gate, mostly } from "./mostly.ts";

/**
 * Recognises the output of a search: which of the known forms it has, and what
 * each line is. Output of compilers and linters has the same prefix but is
 * declined, so that diagnostics are treated as such.
 */

export type GrepForm = "listed" | "heading" | "single" | "count" | "named";

export type GrepLine =
  | { readonly kind: "hit"; readonly hit: ListedLine }
  | { readonly kind: "heading"; readonly file: string }
  | { readonly kind: "separator" }
  | { readonly kind: "blank" }
  | { readonly kind: "other" };

export interface GrepShape {
  readonly form: GrepForm;
  /** One entry per line of the text. */
  readonly lines: readonly GrepLine[];
}

const LINES_MIN = 40;
const SHARE_MIN = 0.6;
const ORDERED_MIN = 0.9;
const DIAGNOSTIC_SHARE = 0.2;
const DIAGNOSTIC_UNITS = 400;
/** A search that is not asked for columns prints none. */
const COLUMN_SHARE = 0.8;
// A column or a range, or where a range of lines ends; a colon follows, or the bracket around the place ends.
const COLUMN = /^\d{1,6}(?:-\d{1,6}(?::\d{1,6})?)?[:\]]/;

const SEPARATOR: GrepLine = { kind: "separator" };
const BLANK: GrepLine = { kind: "blank" };
const OTHER: GrepLine = { kind: "other" };

/** What each line is, or null when the text is no search output; the command tells searches whose lines have no numbers. */
export function readGrep(lines: readonly string[], command: string | undefined): GrepShape | null {
  const filled = lines.filter((line) => line.trim() !== "" && line !== "--").length;
  if (filled < LINES_MIN) return null;
  const searches = isSearch(command);
  const shape = bestShape(lines, filled, searches);
  if (!shape) return null;
  if (shape.form !== "count" && !searches && isDiagnostics(lines, shape, command !== undefined)) return null;
  return shape;
}

/** One of the forms that `bestShape` knows; without a search command, those with numbers. */
export const mayBeGrep: Gate = (lines, context) => {
  if (context.tool === "Read" || lines.length < LINES_MIN) return false;
  if (isSearch(context.command)) return true;
  // A heading stands above a numbered line, so at least half of the hits are numbered.
  return mayBeNumbered(lines) || mostly(lines, SHARE_MIN, (line) => readCount(line) !== null) ||
    mayBeListed(lines);
};

/** What `readNumbered` takes, and takes for a match; what `readMatch` and `readContext` need. Tests make no objects. */
const NUMBERED = /^\d{1,9}[:-]/;
const NUMBERED_MATCH = /^\d{1,9}:/;
const PLACED = /[:-]\d{1,10}[:-]/;

function mayBeNumbered(lines: readonly string[]): boolean {
  return mostly(lines, SHARE_MIN / 2, (line) => NUMBERED.test(line)) &&
    lines.some((line) => NUMBERED_MATCH.test(line));
}

function mayBeListed(lines: readonly string[]): boolean {
  if (!mostly(lines, SHARE_MIN, (line) => PLACED.test(line))) return false;
  const files = matchedFiles(lines);
  return files.size > 0 && mostly(lines, SHARE_MIN, (line) => readListed(line, files) !== null);
}

/** Files with at least one match. */
function matchedFiles(lines: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const line of lines) {
    const hit = readMatch(line);
    if (hit?.isMatch) files.add(hit.file);
  }
  return files;
}

/** A match, or a context line of a file that has one. */
function readListed(line: string, files: ReadonlySet<string>): ListedLine | null {
  const hit = readMatch(line);
  return hit && (hit.isMatch || files.has(hit.file)) ? hit : readContext(line, files);
}

function bestShape(lines: readonly string[], filled: number, searches: boolean): GrepShape | null {
  const listed = listedShape(lines);
  if (isEnough(listed, filled) && isOrdered(listed)) return listed;
  const counted = simpleShape(lines, "count", readCount);
  if (isEnough(counted, filled) && distinctFiles(counted) >= SHARE_MIN * filled) return counted;
  const numbered = numberedShape(lines);
  if (isEnough(numbered, filled) && isOrdered(numbered)) return numbered;
  if (!searches) return null;
  const named = simpleShape(lines, "named", readNamed);
  return isEnough(named, filled) ? named : null;
}

/** Enough of the lines are hits, and one of them at least is a match. */
function isEnough(shape: GrepShape, filled: number): boolean {
  let hits = 0;
  let matches = 0;
  for (const line of shape.lines) {
    if (line.kind === "hit" || line.kind === "heading") hits += 1;
    if (line.kind === "hit" && line.hit.isMatch) matches += 1;
  }
  return hits >= SHARE_MIN * filled && matches > 0;
}

/** Numbers grow within a file: what sets a search apart from times and process ids. */
function isOrdered(shape: GrepShape): boolean {
  let pairs = 0;
  let rising = 0;
  let equal = 0;
  let previous: ListedLine | null = null;
  for (const line of shape.lines) {
    if (line.kind === "heading") previous = null;
    if (line.kind !== "hit") continue;
    if (previous && previous.file === line.hit.file) {
      pairs += 1;
      if (line.hit.line > previous.line) rising += 1;
      else if (line.hit.line === previous.line) equal += 1;
    }
    previous = line.hit;
  }
  if (pairs === 0) return shape.form === "listed";
  const needsRise = shape.form === "single" ? 0.95 : 0.3;
  return rising + equal >= ORDERED_MIN * pairs && rising >= needsRise * pairs;
}

function distinctFiles(shape: GrepShape): number {
  const files = new Set<string>();
  for (const line of shape.lines) if (line.kind === "hit") files.add(line.hit.file);
  return files.size;
}

function listedShape(lines: readonly string[]): GrepShape {
  const files = matchedFiles(lines);
  return simpleShape(lines, "listed", (line) => files.size > 0 ? readListed(line, files) : null);
}

function simpleShape(
  lines: readonly string[],
  form: GrepForm,
  read: (line: string) => ListedLine | null,
): GrepShape {
  return {
    form,
    lines: lines.map((line) => {
      const hit = read(line);
      return plainLine(line) ?? (hit ? { kind: "hit", hit } : OTHER);
    }),
  };
}

/** `12:text` below path lines, or without any for a search in one file. */
function numberedShape(lines: readonly string[]): GrepShape {
  let file: string | null = null;
  let isStart = true;
  let headings = 0;
  const read = lines.map((line, index): GrepLine => {
    const plain = plainLine(line);
    if (plain) {
      if (plain.kind === "blank") isStart = true;
      return plain;
    }
    const hit = readNumbered(line);
    if (hit) {
      isStart = false;
      return { kind: "hit", hit: { ...hit, file: file ?? "" } };
    }
    if (isStart && isHeading(line) && readNumbered(lines[index + 1] ?? "")) {
      file = line;
      isStart = false;
      headings += 1;
      return { kind: "heading", file };
    }
    return OTHER;
  });
  return { form: headings > 0 ? "heading" : "single", lines: read };
}

function plainLine(line: string): GrepLine | null {
  if (line === "--") return SEPARATOR;
  return line.trim() === "" ? BLANK : null;
}

const SEARCH_PROGRAMS: ReadonlySet<string> = new Set([
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "ag",
  "ack",
  "ugrep",
  "zgrep",
  "git-grep",
]);

/** True when a search program reads files itself, rather than filtering what another program printed. */
function isSearch(command: string | undefined): boolean {
  const segments = command === undefined ? null : shellSegments(command);
  if (!segments) return false;
  let fromPipe = false;
  for (const segment of segments) {
    const words = programWords(segment.words);
    const program = words[0] ?? "";
    const searches = SEARCH_PROGRAMS.has(program) || (program === "git" && words.includes("grep"));
    if (searches && !fromPipe) return true;
    if (program === "xargs" && words.some((word) => SEARCH_PROGRAMS.has(word))) return true;
    if (program === "find" && words.includes("grep")) return true;
    fromPipe = segment.piped;
  }
  return false;
}

const DIAGNOSTIC =
  /(?:^|[\s:])(?:fatal )?(?:error|warning|note|info|convention|refactor)(?:\[[^\]]{1,80}\])?:|^ ?[A-Z]{1,5}\d{3,5}\b|\((?:error|warning) [A-Z]{2}\d+\)|\[(?:Error|Warning)\/[\w@/-]{1,80}\]$|[ .](?:\[[a-z]{1,30}(?:-[a-z]{1,30}){1,6}\]|\([a-z][\w-]{2,40}\))$/i;

/** @param isOther a command is known, and it is no search */
function isDiagnostics(lines: readonly string[], shape: GrepShape, isOther: boolean): boolean {
  let hits = 0;
  let diagnostics = 0;
  let columns = 0;
  shape.lines.forEach((line, index) => {
    if (line.kind !== "hit" || !line.hit.isMatch) return;
    hits += 1;
    const text = (lines[index] ?? "").slice(line.hit.at, line.hit.at + DIAGNOSTIC_UNITS);
    const bare = text.replace(COLUMN, "");
    if (bare !== text) columns += 1;
    if (DIAGNOSTIC.test(bare)) diagnostics += 1;
  });
  if (isOther && columns >= COLUMN_SHARE * hits && columns > 0) return true;
  return diagnostics >= DIAGNOSTIC_SHARE * hits && diagnostics > 0;
}
