import { describe, expect, test } from "bun:test";
import { addTotals, closingLine, readJunit } from "../../../build/junit.ts";

describe("closing line of the test run", () => {
  test("is summed from the reports", () => {
    const a = readJunit(
      '<?xml version="1.0"?>\n<testsuites name="bun test" tests="6" assertions="9" failures="1" skipped="2" time="0.1">',
    );
    const b = readJunit('<testsuites tests="3" failures="0" skipped="0">');
    if (a === null || b === null) throw new Error("not read");
    expect(closingLine(addTotals(a, b))).toBe("6 passed, 1 failed, 2 skipped");
  });

  test("what is no report counts as none", () => {
    expect(readJunit("")).toBeNull();
    expect(readJunit("<testsuites>")).toBeNull();
  });
});
