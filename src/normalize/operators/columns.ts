/**
 * What is known of one column of many records: its values while they are few,
 * its numbers, and the rows without a value or with a fault. One pass, bounded
 * memory but for the numbers.
 */

/** How often a value stands in a column, and its first rows. */
export interface Seen {
  count: number;
  readonly rows: number[];
}

/** What is known of one column so far. */
export interface Column {
  readonly name: string;
  total: number;
  /** Null once there are too many different values. */
  values: Map<string, Seen> | null;
  /** Null once the column is not one of numbers; `numberRows` goes with it. */
  numbers: number[] | null;
  readonly numberRows: number[];
  strangers: number;
  /** What in this column tells of a fault, by its name: any count, or a "no". */
  readonly fault: "count" | "no" | null;
  readonly faultRows: number[];
  faults: number;
  /** The first rows without a value (empty, null, NaN), and how many there are. */
  readonly blankRows: number[];
  blanks: number;
  /** The first rows whose value is no number. */
  readonly strangerRows: number[];
}

/** More values than this are no category. */
const CATEGORIES_MAX = 16;
const ROWS_PER_VALUE = 4;
const NUMBER_SHARE = 0.9;

/** A column without values. */
export function newColumn(name: string): Column {
  return {
    name,
    fault: faultOf(name),
    faultRows: [],
    faults: 0,
    total: 0,
    values: new Map(),
    numbers: [],
    numberRows: [],
    strangers: 0,
    blankRows: [],
    blanks: 0,
    strangerRows: [],
  };
}

/** False for a column whose further values change nothing; its rows need not be read. */
export function isOpen(column: Column): boolean {
  return column.values !== null || column.numbers !== null || column.blanks <= BLANKS_MAX ||
    column.fault !== null;
}

const FAULTS = /fail|error|missing|lost|dropped|timeouts?|retries|crash|invalid|reject|violat|conflict/i;
const GOOD =
  /(?:^|[^a-z])(?:passed|success(?:ful)?|succeeded|ok|healthy|valid|ready|available|alive|is_?(?:ok|valid))"?$/i;
const NOTHING = /^"?(?:|0(?:\.0+)?%?|false|no|none|null|nil|ok|-|\[\]|\{\})"?$/i;
const NO = /^"?(?:false|no|0|f)"?$/i;
const FAULT_ROWS_MAX = 24;
const FAULT_UNITS = 60;

function faultOf(name: string): Column["fault"] {
  if (GOOD.test(name)) return "no";
  return FAULTS.test(name) ? "count" : null;
}

function isFault(column: Column, value: string): boolean {
  if (column.fault === "no") return NO.test(value);
  return value.length <= FAULT_UNITS && !NOTHING.test(value);
}

const BLANK = /^"?(?:|null|NULL|None|nil|NaN|nan|N\/A|n\/a|<none>|<nil>|undefined)"?$/;
/** More than these are no exception in any list. */
const BLANKS_MAX = 40;

/** Counts the value of one row. */
export function addValue(column: Column, value: string, row: number): void {
  column.total += 1;
  if (column.fault !== null && isFault(column, value)) {
    column.faults += 1;
    if (column.faultRows.length < FAULT_ROWS_MAX) column.faultRows.push(row);
  }
  if (value.length <= 11 && BLANK.test(value)) {
    column.blanks += 1;
    if (column.blankRows.length < ROWS_PER_VALUE) column.blankRows.push(row);
  }
  if (column.values) countValue(column, column.values, value, row);
  if (column.numbers) addNumber(column, column.numbers, value, row);
}

function countValue(column: Column, values: Map<string, Seen>, value: string, row: number): void {
  const seen = values.get(value);
  if (seen) {
    seen.count += 1;
    if (seen.rows.length < ROWS_PER_VALUE) seen.rows.push(row);
  } else if (values.size >= CATEGORIES_MAX) {
    column.values = null;
  } else {
    values.set(value, { count: 1, rows: [row] });
  }
}

function addNumber(column: Column, numbers: number[], text: string, row: number): void {
  const first = text.charCodeAt(0);
  const isNumber = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  const value = isNumber ? Number(text.endsWith("%") ? text.slice(0, -1) : text) : Number.NaN;
  if (!Number.isNaN(value)) {
    numbers.push(value);
    column.numberRows.push(row);
  } else {
    column.strangers += 1;
    if (column.strangerRows.length < ROWS_PER_VALUE) column.strangerRows.push(row);
  }
  if (column.strangers > 8 && column.strangers > (1 - NUMBER_SHARE) * column.total) column.numbers = null;
}
