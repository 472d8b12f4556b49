import { type Gate, mostly } from "./mostly.ts";
import { aligned } from "./table-columns.ts";
import { isHeader, isRule, looksLikeRow, ROWS_MIN, type Table } from "./table-parts.ts";

/**
 * Recognises tables in text: cells between bars or tabs, or columns that begin
 * at the same place in every row. Linear: rows are looked at up to a fixed width.
 */

/** Of the lines that are not blank, this share belongs to the table. */
export const TABLE_SHARE = 0.8;

/** Lines that a table of one of the forms of `findTable` may have. */
export const mayBeTable: Gate = (lines) => {
  if (lines.length < ROWS_MIN) return false;
  return SEPARATORS.some((separator) =>
    mostly(
      lines,
      TABLE_SHARE,
      (line) => countOf(line, separator) >= SEPARATORS_MIN[separator] || isRule(line),
    )
  ) || aligned(lines) !== null;
};

/** The one table that makes up most of the text, or null. */
export function findTable(lines: readonly string[]): Table | null {
  return delimited(lines, "|") ?? delimited(lines, "\t") ?? aligned(lines) ?? delimited(lines, ",");
}

type Separator = "|" | "\t" | ",";
const SEPARATORS: readonly Separator[] = ["|", "\t", ","];

/** Prose has commas too: below four columns it cannot be told from CSV. */
const SEPARATORS_MIN: Readonly<Record<Separator, number>> = { "|": 1, "\t": 2, ",": 3 };

/** Rows with one and the same number of separators; in CSV text, unquoted commas may add to it. */
function delimited(lines: readonly string[], separator: Separator): Table | null {
  const isCsv = separator === ",";
  const counts = lines.map((line) => (isRule(line) ? -1 : countOf(line, separator)));
  const width = commonest(counts);
  if (width < SEPARATORS_MIN[separator]) return null;
  const rows: number[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const count = counts[at] ?? 0;
    if (count === width || (isCsv && count > width)) rows.push(at);
  }
  const first = rows[0];
  if (first === undefined || rows.length - 1 < ROWS_MIN) return null;
  if (separator === "|" && !hasFrameOrRule(lines, rows, counts[first + 1] === -1)) return null;
  const cellsOf = (line: string): string[] => splitCells(line, separator);
  const names = cellsOf(lines[first] ?? "");
  if (!isHeader(names) || (isCsv && (first > 0 || names.some((name) => name.includes(" "))))) return null;
  if (looksLikeRow(names, lines, rows.slice(1), cellsOf)) return null;
  const head = [first];
  const last = rows[rows.length - 1] ?? first;
  for (let at = Math.max(0, first - 1); at <= last; at += 1) if (counts[at] === -1) head.push(at);
  return { head, rows: rows.slice(1), names, cellsOf };
}

/** Separators outside quotes (which only CSV has). */
function countOf(line: string, separator: Separator): number {
  let count = 0;
  if (separator !== "," || !line.includes('"')) {
    for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) count += 1;
    return count;
  }
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === 0x2c && !isQuoted) count += 1;
    else if (code === 0x22) isQuoted = !isQuoted;
  }
  return count;
}

function splitCells(line: string, separator: Separator): string[] {
  if (separator !== "," || !line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (at < line.length && (character !== separator || isQuoted)) continue;
    cells.push(line.slice(from, at).trim());
    from = at + 1;
  }
  return cells;
}

function commonest(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) if (count > 0) seen.set(count, (seen.get(count) ?? 0) + 1);
  let best = -1;
  let most = 0;
  for (const [count, times] of seen) if (times > most) [best, most] = [count, times];
  return best;
}

/** Bars at both ends, or a rule below the header and aligned bars: anything else is shell code, prose or a record. */
function hasFrameOrRule(lines: readonly string[], rows: readonly number[], hasRule: boolean): boolean {
  let framed = 0;
  const firsts = new Map<number, number>();
  for (const row of rows) {
    const line = (lines[row] ?? "").trim();
    if (line.startsWith("|") && line.endsWith("|")) framed += 1;
    const bar = (lines[row] ?? "").indexOf("|");
    firsts.set(bar, (firsts.get(bar) ?? 0) + 1);
  }
  const most = 0.9 * rows.length;
  return framed >= most || (hasRule && Math.max(...firsts.values()) >= most);
}
