/**
 * The single gate before the tests: format, lint, types, layers, patterns,
 * sizes, generated sections. Locally and elsewhere the same.
 */
import { checkLayers } from "./check-layers.ts";
import { checkRegex, noteworthyRegexes } from "./check-regex.ts";
import { checkSizes } from "./check-sizes.ts";
import { runDeno } from "./deno.ts";
import { type Finding, findingLine } from "./finding.ts";
import { checkGenerated } from "./generate.ts";
import { ensureRanks } from "./ranks.ts";

export interface Step {
  readonly name: string;
  readonly ok: boolean;
  /** What to print when the step failed. */
  readonly output: string;
}

const FOLDERS = ["src", "build", "bench", "tests"];
/** A failed step prints at most this much. */
const SHOWN_LINES = 80;

const STEPS: readonly (readonly [name: string, run: () => Promise<Omit<Step, "name">>])[] = [
  ["format (deno fmt --check)", () => runDeno(["fmt", "--check"])],
  ["lint (deno lint)", () => runDeno(["lint"])],
  ["types (deno check)", () => runDeno(["check", "--quiet", ...FOLDERS])],
  ["layers", step(checkLayers)],
  ["patterns", step(checkRegex)],
  ["sizes", step(checkSizes)],
  ["generated sections", step(checkGenerated)],
];

/** Runs every step, prints one line for each on stderr, and what a failed one had to say. */
export async function check(): Promise<readonly Step[]> {
  ensureRanks();
  const done: Step[] = [];
  for (const [name, run] of STEPS) {
    const started = performance.now();
    const result = await run().catch((error) => ({ ok: false, output: String(error) }));
    done.push({ name, ...result });
    console.error(`${result.ok ? "ok  " : "FAIL"} ${name} (${Math.round(performance.now() - started)} ms)`);
    if (!result.ok) console.error(shown(result.output));
  }
  return done;
}

function step(find: () => readonly Finding[] | Promise<readonly Finding[]>) {
  return async (): Promise<Omit<Step, "name">> => {
    const findings = await find();
    return { ok: findings.length === 0, output: findings.map(findingLine).join("\n") };
  };
}

function shown(output: string): string {
  const lines = output.trimEnd().split("\n");
  const more = lines.length - SHOWN_LINES;
  return lines.slice(0, SHOWN_LINES).concat(more > 0 ? [`… ${more} more lines`] : [])
    .map((line) => `     ${line}`).join("\n");
}

if (import.meta.main) {
  const steps = await check();
  for (const line of noteworthyRegexes()) console.error(`listed: ${line}`);
  process.exit(steps.every((step) => step.ok) ? 0 : 1);
}
