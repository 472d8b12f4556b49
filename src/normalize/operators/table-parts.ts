/** What every form of a table has: a header, rules and rows; and how they are told from other lines. */

export interface Table {
  /** Lines of the header and its rule, always kept. */
  readonly head: readonly number[];
  /** Line of each row. */
  readonly rows: readonly number[];
  /** Cells of the header. */
  readonly names: readonly string[];
  readonly cellsOf: (line: string) => string[];
}

/** Shorter tables are shown whole. */
export const ROWS_MIN = 60;
const COLUMNS_MAX = 60;
const ROW_LIKE_SHARE = 0.3;
const RULE_UNITS = 2_000;

const RULE_CHARACTERS: ReadonlySet<string> = new Set("-=─━ |+:┼┬┴├┤│");

/** True for a rule such as `---+---` or `|:--|--:|`. */
export function isRule(line: string): boolean {
  if (line.length < 3 || line.length > RULE_UNITS) return false;
  let dashes = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (!RULE_CHARACTERS.has(character)) return false;
    if (character === "-" || character === "=" || character === "─" || character === "━") dashes += 1;
  }
  return dashes >= 3;
}

/** A header names things: short cells that are mostly words, hardly ever numbers. */
export function isHeader(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  if (filled.length < 2 || filled.length > COLUMNS_MAX || new Set(filled).size < filled.length) return false;
  const words = filled.filter((name) =>
    name.length <= 40 && /^[\p{L}%#_*`"($@.]/u.test(name) && !/\d{2}/.test(name)
  );
  return words.length >= 0.8 * filled.length;
}

/** A first line that says what the others say in the same place is one of them. */
export function looksLikeRow(
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
