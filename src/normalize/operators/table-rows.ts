import { isErrorClass, isLogSignal } from "../signal.ts";
import { addValue, isOpen, newColumn } from "./columns.ts";
import { pickRows, standoutsOf } from "./standouts.ts";
import type { Table } from "./table-parts.ts";
import { templateOf } from "./template.ts";

/** Which rows of a table say more than the others. */

const SIGNALS_WHOLE_MAX = 40;
const SIGNALS_PER_TEMPLATE = 3;
const COVERAGE_LIMIT = 80;
/** Numbers kept at either end of a column. */
const EXTREMES = 8;
const LINE_UNITS = 2_000;

/** Rows with a rare value, an extreme number, or the first of a category. */
export function standoutRows(table: Table, lines: readonly string[], limit: number): number[] {
  const columns = table.names.map((name, index) => newColumn(`${index} ${name}`));
  table.rows.forEach((row, index) => {
    table.cellsOf(lines[row] ?? "").forEach((cell, at) => {
      const column = columns[at];
      if (column && isOpen(column)) addValue(column, cell, index);
    });
  });
  return pickRows(standoutsOf(columns, EXTREMES), limit).map((index) => table.rows[index] ?? 0);
}

/** Rows that are log signal: all while they are few, else the first of each template, errors first. */
export function signalRows(table: Table, lines: readonly string[], limit: number): number[] {
  const hits = table.rows.filter((row) => isLogSignal((lines[row] ?? "").slice(0, LINE_UNITS)));
  if (hits.length <= Math.min(limit, SIGNALS_WHOLE_MAX)) return hits;
  const seen = new Map<string, number>();
  const distinct = hits.filter((row) => {
    const template = templateOf(lines[row] ?? "");
    const count = seen.get(template) ?? 0;
    seen.set(template, count + 1);
    return count < SIGNALS_PER_TEMPLATE;
  });
  const isError = (row: number): boolean => isErrorClass((lines[row] ?? "").slice(0, LINE_UNITS));
  return [...distinct.filter(isError), ...distinct.filter((row) => !isError(row))].slice(0, limit);
}

/** Rows of which fewer are ready than there should be (`0/1`), those in operation first. */
export function unreadyRows(table: Table, lines: readonly string[], limit: number): number[] {
  const column = table.names.findIndex((name) => READY.test(name));
  if (column < 0) return [];
  const rows = table.rows.filter((row) => isUnready(table.cellsOf(lines[row] ?? "")[column] ?? ""));
  const isDone = (row: number): boolean => DONE.test((lines[row] ?? "").slice(0, LINE_UNITS));
  return [...rows.filter((row) => !isDone(row)), ...rows.filter(isDone)].slice(0, limit);
}

const READY = /^(?:ready|available|replicas|healthy)$/i;
const DONE = /\sCompleted?\s/;
const SHARE_OF = /^(\d{1,6})\/(\d{1,6})$/;

function isUnready(cell: string): boolean {
  const [, ready, all] = SHARE_OF.exec(cell) ?? [];
  return ready !== undefined && Number(ready) < Number(all);
}

/** Rows of a coverage report below 80 %, lowest first. */
export function coverageRows(table: Table, lines: readonly string[], limit: number): number[] {
  const column = coverageColumn(table.names);
  if (column < 0) return [];
  const low: { row: number; share: number }[] = [];
  for (const row of table.rows) {
    const line = lines[row] ?? "";
    // A row's only percentage is its share, wherever its columns were taken to begin.
    const [first, second] = line.slice(0, LINE_UNITS).match(PERCENT) ?? [];
    const cell = first !== undefined && second === undefined ? first : table.cellsOf(line)[column] ?? "";
    const share = Number.parseFloat(cell);
    if (share < COVERAGE_LIMIT) low.push({ row, share });
  }
  low.sort((a, b) => a.share - b.share || a.row - b.row);
  return low.slice(0, limit).map((entry) => entry.row);
}

const PERCENT = /\d{1,3}(?:\.\d{1,6})?%/g;

function coverageColumn(names: readonly string[]): number {
  const lower = names.map((name) => name.toLowerCase());
  const lines = lower.findIndex((name) => name.includes("%") && name.includes("line"));
  if (lines >= 0) return lines;
  const cover = lower.findIndex((name) => /(?:^|\s)cover|coverage/.test(name));
  return cover >= 0 ? cover : lower.findIndex((name) => name.includes("%") && name.includes("stmt"));
}
