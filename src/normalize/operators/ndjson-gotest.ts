import type { Tape } from "./json-spans.ts";
import { fieldOf } from "./ndjson-fields.ts";

/**
 * Records of `go test -json` that carry the verdict: every failure with the
 * output of its test, every skip with its reason, the verdict of each package.
 */

const ACTIONS: ReadonlySet<string> = new Set([
  "start",
  "run",
  "pause",
  "cont",
  "pass",
  "bench",
  "fail",
  "output",
  "skip",
  "build-output",
  "build-fail",
]);
const ACTION_SHARE = 0.8;
const PROBE = 20;
const SKIPS_MAX = 20;
const PACKAGES_MAX = 40;
const SKIP_LINES = 3;

interface Test {
  readonly output: number[];
  verdict: "fail" | "skip" | null;
  verdictAt: number;
}

/**
 * @param lines output records kept for one failed test: the first and the last ones
 * @returns indices of the records to keep; none when these are not records of a test run
 */
export function goTestRecords(tape: Tape, items: readonly number[], lines: number): number[] {
  if (!isTestRun(tape, items)) return [];
  const kept: number[] = [];
  const tests = new Map<string, Test>();
  let packages = 0;
  items.forEach((item, index) => {
    const action = fieldOf(tape, item, "Action") ?? "";
    if (action === "build-output" || action === "build-fail") {
      kept.push(index);
      return;
    }
    const name = `${fieldOf(tape, item, "Package") ?? ""}\n${fieldOf(tape, item, "Test") ?? ""}`;
    let test = tests.get(name);
    if (!test) {
      test = { output: [], verdict: null, verdictAt: -1 };
      tests.set(name, test);
    }
    if (action === "output") test.output.push(index);
    if (action === "pass" && packages < PACKAGES_MAX && fieldOf(tape, item, "Test") === undefined) {
      packages += 1;
      kept.push(index);
    }
    if (action !== "fail" && action !== "skip") return;
    test.verdict = action;
    test.verdictAt = index;
  });
  let skips = 0;
  for (const test of tests.values()) {
    if (test.verdict === "fail") kept.push(test.verdictAt, ...ends(test.output, lines));
    if (test.verdict === "skip" && skips < SKIPS_MAX) {
      skips += 1;
      kept.push(test.verdictAt, ...ends(test.output, SKIP_LINES));
    }
  }
  return kept;
}

function isTestRun(tape: Tape, items: readonly number[]): boolean {
  const probe = items.slice(0, PROBE);
  const known = probe.filter((item) => ACTIONS.has(fieldOf(tape, item, "Action") ?? "")).length;
  return known >= ACTION_SHARE * probe.length && known > 0;
}

/** The first and the last of a list, `count` together. */
function ends(list: readonly number[], count: number): readonly number[] {
  if (list.length <= count) return list;
  const first = Math.ceil(count / 2);
  return [...list.slice(0, first), ...list.slice(list.length - (count - first))];
}
