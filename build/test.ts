/**
 * `bun run test`: the gate, then the suites, each by `bun test` with a JUnit
 * report. The last line is `N passed, N failed, N skipped`, summed from the
 * reports; a step of the gate counts as one test. Exit 1 on any failure.
 *
 * Arguments: names of suites to run instead of all (`gate`, `unit`, …), or
 * `--long` for the long runs.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { check } from "./check.ts";
import { ROOT } from "./compile.ts";
import { addTotals, closingLine, NO_TESTS, readJunit, type Totals } from "./junit.ts";

const SUITES = ["unit", "property", "golden", "reliability", "blackbox"];
/** What a person gives the tests themselves. */
const TEST_ONLY: ReadonlySet<string> = new Set(["CK_SEED", "CK_TEST_LONG"]);

/** `--long`: the same laws with more runs (TEST_LONG=1), and what only runs there. */
const LONG_SUITES = ["property", "reliability", "long"];
const E2E_SUITES = ["e2e"];
/** Reports of the last run, for whoever wants more than the totals. */
const REPORTS = join(ROOT, "dist", "reports");
const TEST_TIMEOUT_MS = 120_000;

const args = process.argv.slice(2);
const isLong = args.includes("--long");
const named = args.filter((arg) => !arg.startsWith("--"));
const wanted = named.length > 0 ? named : isLong ? LONG_SUITES : args.includes("--e2e") ? E2E_SUITES : null;

let totals = NO_TESTS;
if (wanted === null || wanted.includes("gate")) totals = addTotals(totals, await gate());
for (const suite of wanted ?? SUITES) if (suite !== "gate") totals = addTotals(totals, await runSuite(suite));

console.log(closingLine(totals));
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

async function gate(): Promise<Totals> {
  console.error("== gate");
  const steps = await check();
  const failed = steps.filter((step) => !step.ok).length;
  return { passed: steps.length - failed, failed, skipped: 0 };
}

async function runSuite(suite: string): Promise<Totals> {
  const folder = join(ROOT, "tests", suite);
  if (!existsSync(folder) || [...new Bun.Glob("**/*.test.ts").scanSync({ cwd: folder })].length === 0) {
    console.error(`== ${suite}: no tests`);
    return NO_TESTS;
  }
  console.error(`== ${suite}`);
  const report = join(REPORTS, `${suite}.xml`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      `./tests/${suite}`,
      `--timeout=${TEST_TIMEOUT_MS}`,
      "--reporter=junit",
      `--reporter-outfile=${report}`,
    ],
    {
      cwd: ROOT,
      stdin: "ignore",
      // The closing line is all that stdout gets.
      stdout: 2,
      stderr: 2,
      env: { ...withoutSettings(process.env), ...(isLong ? { TEST_LONG: "1" } : {}) },
    },
  );
  const code = await child.exited;
  const counted = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : null;
  if (counted === null) {
    console.error(`FAIL ${suite}: bun test left no report (exit ${code})`);
    return { ...NO_TESTS, failed: 1 };
  }
  // A file that does not load fails the run without being a test.
  return code !== 0 && counted.failed === 0 ? addTotals(counted, { ...NO_TESTS, failed: 1 }) : counted;
}

/** The developer's own settings must not reach a test. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      (TEST_ONLY.has(name) || !name.startsWith("CK_")) && !name.startsWith("CLAUDE_")
    ),
  );
}
