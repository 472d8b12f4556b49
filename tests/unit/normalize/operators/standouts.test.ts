import { describe, expect, test } from "bun:test";
import { addValue, newColumn } from "../../../../src/normalize/operators/columns.ts";
import { pickRows, standoutsOf } from "../../../../src/normalize/operators/standouts.ts";

/** Rows of a column that stand out. */
function rowsOf(name: string, values: readonly string[]): number[] {
  const column = newColumn(name);
  values.forEach((value, row) => addValue(column, value, row));
  return pickRows(standoutsOf([column]), 40);
}

const filled = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe("standoutsOf()", () => {
  test("rows without a value among many different ones", () => {
    const names = filled(60, (n) => `"user-${n}"`);
    for (const none of ["", '""', "null", "NULL", "NaN", "N/A"]) {
      expect(rowsOf("name", names.with(41, none))).toEqual([41]);
    }
    expect(rowsOf("name", names)).toEqual([]);
    expect(rowsOf("name", filled(60, (n) => (n % 3 ? `"user-${n}"` : "null")))).toEqual([]);
  });

  test("a word in a column of numbers", () => {
    expect(rowsOf("size", filled(60, (n) => String(100 + n)).with(17, '"unknown"'))).toContain(17);
  });

  test("a fault told by the name of the column, in short lists too, unless most have it", () => {
    const counts = filled(30, (n) => (n % 7 === 3 ? "1" : "0"));
    expect(rowsOf('"failure_count"', counts)).toEqual(expect.arrayContaining([3, 10, 17, 24]));
    expect(rowsOf('"error_rate"', ["0%", "0.0%", "7%", "0%", "0.00%"])).toEqual([2]);
    expect(rowsOf('"passed"', ["true", "true", "false", "true", "true"])).toEqual([2]);
    expect(rowsOf('"size"', ["true", "true", "false", "true", "true"])).toEqual([]);
    expect(rowsOf('"passed"', ["false", "false", "false", "true"])).toEqual([]);
  });
});
