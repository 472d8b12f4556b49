import { indentOf, isBlank } from "../../base/text.ts";
import { isHeader, isRule, looksLikeRow, ROWS_MIN, type Table } from "./table-parts.ts";

/**
 * Columns that begin at the same place in every row, below a header that has
 * words there, and are padded: words of like lines begin at the same places
 * too, but a single blank stands between them. Most texts are no tables: a
 * header is given up as soon as too many rows have something where it has gaps.
 */

/** Rows are looked at up to this width. */
const WIDTH_MAX = 400;
const GUTTER_SHARE = 0.98;
/** Of the rows, this share has as many wide gaps as a table of so few columns has gaps. */
const PADDED_SHARE = 0.5;
/** Lines of a block that may be its header. */
const HEADERS = 4;

/** The longest aligned table among the blocks of a text, or null. */
export function aligned(lines: readonly string[]): Table | null {
  let best: Table | null = null;
  for (let at = 0; at < lines.length;) {
    const end = blockEnd(lines, at);
    if (end - at > ROWS_MIN && (!best || end - at - 1 > best.rows.length)) {
      best = alignedBlock(lines, at, end) ?? best;
    }
    at = Math.max(end, at + 1);
  }
  return best;
}

/** End of a run of lines without a blank one. */
function blockEnd(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !isBlank(lines[at] ?? "")) at += 1;
  return at;
}

function alignedBlock(lines: readonly string[], from: number, end: number): Table | null {
  const allRules: number[] = [];
  const allRows: number[] = [];
  for (let at = from + 1; at < end; at += 1) (isRule(lines[at] ?? "") ? allRules : allRows).push(at);
  for (let header = from; header < Math.min(from + HEADERS, end - ROWS_MIN); header += 1) {
    const first = firstAbove(allRows, header);
    if (allRows.length - first < ROWS_MIN) continue;
    const least = allRules[firstAbove(allRules, header)] === header + 1 ? 2 : 3;
    if (!arePadded(lines, allRows, first, least - 1)) continue;
    const rules = allRules.filter((at) => at > header);
    const rows = allRows.slice(first);
    const starts = columnStarts(lines, header, rows, least);
    if (starts.length < least) continue;
    const cellsOf = (line: string): string[] =>
      starts.map((start, index) => line.slice(start, starts[index + 1] ?? line.length).trim());
    const names = cellsOf(lines[header] ?? "");
    if (names.some((name) => name === "") || !isHeader(names)) continue;
    if (looksLikeRow(names, lines, rows, cellsOf)) continue;
    return { head: [header, ...rules], rows, names, cellsOf };
  }
  return null;
}

/** Where a rising list goes beyond a number. */
function firstAbove(rising: readonly number[], most: number): number {
  let at = 0;
  while (at < rising.length && (rising[at] ?? 0) <= most) at += 1;
  return at;
}

/** True when enough rows, from one on, have so many gaps of two blanks or more between their words. */
function arePadded(lines: readonly string[], rows: readonly number[], first: number, gaps: number): boolean {
  const count = rows.length - first;
  let left = count;
  for (let n = first; n < rows.length; n += 1) {
    if (hasGaps(lines[rows[n] ?? 0] ?? "", gaps)) continue;
    left -= 1;
    if (left < PADDED_SHARE * count) return false;
  }
  return true;
}

function hasGaps(line: string, gaps: number): boolean {
  let at = indentOf(line);
  for (let found = 0; found < gaps; found += 1) {
    at = line.indexOf("  ", at);
    if (at < 0) return false;
    while (isSpace(line, at)) at += 1;
  }
  return at < line.length;
}

/**
 * Where columns begin: after each run of positions that are blank in the
 * header and in nearly all rows. None when they are fewer than `least`.
 */
function columnStarts(
  lines: readonly string[],
  header: number,
  rows: readonly number[],
  least: number,
): number[] {
  const title = lines[header] ?? "";
  const isOpen = (misses: number): boolean => rows.length - misses >= GUTTER_SHARE * rows.length;
  let gutters: number[] = [];
  for (let at = 0; at < Math.min(title.length, WIDTH_MAX); at += 1) if (isSpace(title, at)) gutters.push(at);
  const misses = new Uint32Array(WIDTH_MAX);
  let width = 0;
  // Each gap begins one column, and what stands before the first gap another.
  if (runsOf(gutters) + 1 < least) return [];
  for (const row of rows) {
    const line = lines[row] ?? "";
    width = Math.max(width, Math.min(line.length, WIDTH_MAX));
    let closed = false;
    for (const at of gutters) {
      if (isFree(line, at)) continue;
      misses[at] = (misses[at] ?? 0) + 1;
      closed ||= !isOpen(misses[at] ?? 0);
    }
    if (!closed) continue;
    gutters = gutters.filter((at) => isOpen(misses[at] ?? 0));
    if (runsOf(gutters) + 1 < least) return [];
  }
  const isGutter = new Set(gutters);
  const isFreeBelow = (at: number): boolean => {
    let taken = 0;
    for (const row of rows) if (!isFree(lines[row] ?? "", at)) taken += 1;
    return isOpen(taken);
  };
  const starts: number[] = [];
  // What stands beyond the header belongs to its last column.
  for (let at = 0; at < Math.min(width, title.length); at += 1) {
    const begins = !isGutter.has(at) && (at === 0 || isGutter.has(at - 1));
    if (begins && !isSecondWord(title, at, isFreeBelow)) starts.push(at);
  }
  return starts;
}

function isSpace(line: string, at: number): boolean {
  return line.charCodeAt(at) === 0x20;
}

/** True where a row has a blank, or has ended. */
function isFree(row: string, at: number): boolean {
  return at >= row.length || isSpace(row, at);
}

/** How many runs of neighbours a rising list has. */
function runsOf(positions: readonly number[]): number {
  return positions.filter((at, index) => index === 0 || at !== (positions[index - 1] ?? 0) + 1).length;
}

/** A word of the header behind a single blank, below which no row has anything: `NOMINATED NODE`. */
function isSecondWord(title: string, from: number, isFreeBelow: (at: number) => boolean): boolean {
  if (from < 2 || !isSpace(title, from - 1) || isSpace(title, from - 2)) return false;
  for (let at = from; at < Math.min(title.length, WIDTH_MAX) && !isSpace(title, at); at += 1) {
    if (!isFreeBelow(at)) return false;
  }
  return true;
}
