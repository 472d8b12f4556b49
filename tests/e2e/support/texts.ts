/** Texts for the runs: noise with a few lines that must survive. */

/** A test log; line 1 is its title, every failure is a block of three lines. */
export function testLog(lines: number, failures: readonly number[]): string {
  return Array.from(
    { length: lines },
    (_, i) =>
      failures.includes(i)
        ? `FAILED tests/test_orders.py::test_total_${i} - AssertionError: total is ${i}, expected ${i + 1}`
        : `tests/test_orders.py::test_case_${i} passed in ${((i * 37) % 90) + 10} ms with ${
          i % 7
        } fixtures loaded from cache`,
  ).join("\n") + "\n";
}

/** Source code between the smallest text that gets a marker (200 tokens) and the smallest that is shrunk. */
export function smallModule(answer: number): string {
  const lines = Array.from({ length: 24 }, (_, i) => `export const value${i} = compute(${i}, "name-${i}");`);
  return [`// answers`, ...lines, `export const answer = ${answer};`, ""].join("\n");
}

/** Source code far above the threshold: functions with long bodies. */
export function largeModule(): string {
  return Array.from({ length: 12 }, (_, i) => {
    const body = Array.from(
      { length: 40 },
      (_, n) => `  total += input * ${n + i} - offsets[${n}] * ${n % 7};`,
    );
    return [
      `export function step${i}(input: number): number {`,
      "  let total = 0;",
      ...body,
      "  return total;",
      "}",
      "",
    ];
  }).flat().join("\n");
}
