/** Reads the totals of a JUnit report as `bun test` writes it. */

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: Totals = { passed: 0, failed: 0, skipped: 0 };

/** Totals of the whole report, or null when it is none. */
export function readJunit(xml: string): Totals | null {
  const root = /<testsuites\b[^>]{0,2000}>/.exec(xml)?.[0];
  if (root === undefined) return null;
  const [tests, failed, skipped] = ["tests", "failures", "skipped"].map((name) => numberOf(root, name));
  const errors = numberOf(root, "errors") ?? 0;
  if (tests == null || failed == null) return null;
  const bad = failed + errors;
  return { passed: tests - bad - (skipped ?? 0), failed: bad, skipped: skipped ?? 0 };
}

export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The closing line of `bun run test`. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function numberOf(tag: string, name: string): number | null {
  const text = new RegExp(`\\b${name}="(\\d{1,9})"`).exec(tag)?.[1];
  return text === undefined ? null : Number(text);
}
