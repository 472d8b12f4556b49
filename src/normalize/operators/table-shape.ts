/**
 * Recognises tables in text: cells between bars or tabs, or columns that begin
 * at the same place in every row. Linear: rows are looked at up to a fixed width.
 */

export interface Table {
  /** Lines of the header and its rule, always kept. */
  readonly head: readonly number[];
  /** Line of each row. */
  readonly rows: readonly number[];
  /** Cells of the header. */
  readonly names: readonly string[];
  readonly cellsOf: (line: string) => string[];
}

export const ROWS_MIN = 60;
const WIDTH_MAX = 400;
const GUTTER_SHARE = 0.98;
const COLUMNS_MAX = 60;
const ROW_LIKE_SHARE = 0.3;
const RULE_UNITS = 2_000;

/** The one table that makes up most of the text, or null. */
export function findTable(lines: readonly string[]): Table | null {
  return delimited(lines, "|") ?? delimited(lines, "\t") ?? aligned(lines) ?? delimited(lines, ",");
}

const RULE_CHARACTERS: ReadonlySet<string> = new Set("-=─━ |+:┼┬┴├┤│");

/** True for a rule such as `---+---` or `|:--|--:|`. */
function isRule(line: string): boolean {
  if (line.length < 3 || line.length > RULE_UNITS) return false;
  let dashes = 0;
  for (const character of line) {
    if (!RULE_CHARACTERS.has(character)) return false;
    if (character === "-" || character === "=" || character === "─" || character === "━") dashes += 1;
  }
  return dashes >= 3;
}

type Separator = "|" | "\t" | ",";

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

/** A header names things: short cells that are mostly words, hardly ever numbers. */
function isHeader(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  if (filled.length < 2 || filled.length > COLUMNS_MAX || new Set(filled).size < filled.length) return false;
  const words = filled.filter((name) =>
    name.length <= 40 && /^[\p{L}%#_*`"($@.]/u.test(name) && !/\d{2}/.test(name)
  );
  return words.length >= 0.8 * filled.length;
}

/** A first line that says what the others say in the same place is one of them. */
function looksLikeRow(
  names: readonly string[],
  lines: readonly string[],
  rows: readonly number[],
  cellsOf: (line: string) => string[],
): boolean {
  const equal = names.map(() => 0);
  for (const row of rows) {
    cellsOf(lines[row] ?? "").forEach((cell, index) => {
      if (cell !== "" && cell === names[index]) equal[index] = (equal[index] ?? 0) + 1;
    });
  }
  return equal.some((count) => count > ROW_LIKE_SHARE * rows.length);
}

/** Columns that begin at the same place, below a header that has words there. */
function aligned(lines: readonly string[]): Table | null {
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
  while (at < lines.length && (lines[at] ?? "").trim() !== "") at += 1;
  return at;
}

function alignedBlock(lines: readonly string[], from: number, end: number): Table | null {
  for (let header = from; header < Math.min(from + 4, end - ROWS_MIN); header += 1) {
    const rules: number[] = [];
    const rows: number[] = [];
    for (let at = header + 1; at < end; at += 1) (isRule(lines[at] ?? "") ? rules : rows).push(at);
    if (rows.length < ROWS_MIN) continue;
    const starts = columnStarts(lines, header, rows);
    const hasRule = rules[0] === header + 1;
    if (starts.length < (hasRule ? 2 : 3)) continue;
    const cellsOf = (line: string): string[] =>
      starts.map((start, index) => line.slice(start, starts[index + 1] ?? line.length).trim());
    const names = cellsOf(lines[header] ?? "");
    if (names.some((name) => name === "") || !isHeader(names)) continue;
    if (looksLikeRow(names, lines, rows, cellsOf)) continue;
    return { head: [header, ...rules], rows, names, cellsOf };
  }
  return null;
}

/** Where columns begin: after each run of positions that are blank in the header and in nearly all rows. */
function columnStarts(lines: readonly string[], header: number, rows: readonly number[]): number[] {
  const blanks = new Uint32Array(WIDTH_MAX);
  let width = 0;
  for (const row of rows) {
    const line = lines[row] ?? "";
    width = Math.max(width, Math.min(line.length, WIDTH_MAX));
    for (let at = 0; at < WIDTH_MAX; at += 1) {
      if (at >= line.length || line.charCodeAt(at) === 0x20) blanks[at] = (blanks[at] ?? 0) + 1;
    }
  }
  const title = lines[header] ?? "";
  const least = GUTTER_SHARE * rows.length;
  const starts: number[] = [];
  let inGutter = true;
  // What stands beyond the header belongs to its last column.
  for (let at = 0; at < Math.min(width, title.length); at += 1) {
    const isBlank = (blanks[at] ?? 0) >= least && title.charCodeAt(at) === 0x20;
    if (inGutter && !isBlank && !isSecondWord(title, at, blanks, least)) starts.push(at);
    inGutter = isBlank;
  }
  return starts;
}

/** A word of the header behind a single blank, below which no row has anything: `NOMINATED NODE`. */
function isSecondWord(title: string, from: number, blanks: Uint32Array, least: number): boolean {
  if (from < 2 || title.charCodeAt(from - 1) !== 0x20 || title.charCodeAt(from - 2) === 0x20) return false;
  for (let at = from; at < Math.min(title.length, WIDTH_MAX) && title.charCodeAt(at) !== 0x20; at += 1) {
    if ((blanks[at] ?? 0) < least) return false;
  }
  return true;
}
