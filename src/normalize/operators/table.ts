import type { OperatorContext, StructuredOperator } from "../types.ts";
import { admit, fits } from "./admit.ts";
import { newsOrder, tableUnits } from "../fill.ts";
import { FULL_CUT } from "./cut.ts";
import { gapProgress } from "./finished.ts";
import { gapsMarked, type GapWords, printGaps, shortenKept } from "./gaps.ts";
import { coverageRows, signalRows, standoutRows, unreadyRows } from "./table-rows.ts";
import { ROWS_MIN, type Table } from "./table-parts.ts";
import { findTable, TABLE_SHARE } from "./table-shape.ts";

/**
 * Long tables: header, first and last rows, and the rows that stand out. Laws:
 * lines outside the table stay; every row that is signal or rare in a column
 * of few values stays (within declared bounds); hidden rows are counted.
 */

const FIRST = 20;
const LAST = 5;
const WORDS: GapWords = { hidden: "similar or routine row", kept: "differing" };

interface Limits {
  readonly first: number;
  readonly last: number;
  readonly signals: number;
  readonly rare: number;
  readonly coverage: number;
  readonly isFilled?: boolean;
}

/** See the laws above; declines a text that is not mostly one table. */
export const projectTable: StructuredOperator = (text, context) => {
  if (!context.mayElide) return null;
  const lines = text.split("\n");
  const progress = gapProgress(lines, WORDS.hidden);
  if (progress !== "fresh") return progress === "finished" ? { text, elided: false } : null;
  if (lines.length < ROWS_MIN) return null;
  const table = findTable(lines);
  if (!table || !isMostOf(lines, table)) return null;
  for (const limits of attempts(context)) {
    const keep = keptLines(lines, table, limits);
    const result = printGaps(
      shortenKept(lines, keep, FULL_CUT),
      keep,
      WORDS,
      gapsMarked(context.tool),
      context.lineAt,
    );
    if (result !== null && fits(result, context)) return admit(text, result, context);
  }
  return null;
};

function isMostOf(lines: readonly string[], table: Table): boolean {
  const filled = lines.filter((line) => line.trim() !== "").length;
  return table.rows.length + table.head.length >= TABLE_SHARE * filled;
}

function attempts(context: OperatorContext): Limits[] {
  const full: Limits = { first: FIRST, last: LAST, signals: 60, rare: 30, coverage: 120 };
  if (context.maxUnits === null) return [full];
  return [
    { ...full, isFilled: true },
    full,
    { ...full, first: 10, last: 3, signals: 40, coverage: 60 },
    { ...full, first: 10, last: 3, signals: 40, coverage: 20 },
    { first: 5, last: 2, signals: 20, rare: 10, coverage: 10 },
    { first: 3, last: 1, signals: 5, rare: 3, coverage: 3 },
  ];
}

function keptLines(lines: readonly string[], table: Table, limits: Limits): Uint8Array {
  const keep = new Uint8Array(lines.length).fill(1);
  for (const row of table.rows) keep[row] = 0;
  const kept = [
    ...table.rows.slice(0, limits.first),
    ...table.rows.slice(-limits.last),
    ...signalRows(table, lines, limits.signals),
    ...standoutRows(table, lines, limits.rare),
    ...coverageRows(table, lines, limits.coverage),
    ...unreadyRows(table, lines, limits.signals),
  ];
  for (const row of kept) keep[row] = 1;
  if (limits.isFilled) fill(lines, table, keep);
  return keep;
}

/** Rows with words that no row shown has, while there is room. */
function fill(lines: readonly string[], table: Table, keep: Uint8Array): void {
  let left = tableUnits(lines);
  for (let at = 0; at < lines.length; at += 1) if (keep[at] === 1) left -= (lines[at] as string).length + 1;
  if (left <= 0) return;
  const rows = new Set(table.rows);
  const order = newsOrder(lines, { isShown: (at) => keep[at] === 1, isCandidate: (at) => rows.has(at) });
  for (const row of order) {
    const units = (lines[row] as string).length + 1;
    if (units > left) continue;
    left -= units;
    keep[row] = 1;
  }
}
