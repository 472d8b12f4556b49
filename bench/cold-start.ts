/**
 * What one call of the program costs from start to exit, against a compiled
 * program that does nothing. Every run has a state that one earlier session
 * used, a new session and a new transcript. The runs of all cases alternate, so that a busy machine
 * slows all of them; only ratios are compared with the accepted figures.
 *
 *   bun run bench cold-start [--runs N] [--only TEXT] [--binary FILE] [--json] [--accept]
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BINARY, buildBinary, ROOT } from "../build/compile.ts";
import { accept, compare, type Ratios, report } from "./support/baseline.ts";
import { type ColdCase, coldCases } from "./support/cold-cases.ts";
import { bashEvent } from "./support/events.ts";
import { noisyLog } from "./support/payloads.ts";
import { runPlace } from "./support/place.ts";
import { peakMemoryMib, runProcess } from "./support/process.ts";
import { figure, median, quantile, table } from "./support/statistics.ts";

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    only: { type: "string" },
    binary: { type: "string" },
    json: { type: "boolean", default: false },
    accept: { type: "boolean", default: false },
  },
});

interface Samples {
  readonly cpuMs: number[];
  readonly wallMs: number[];
  peakMib: number;
  readonly problems: Set<string>;
}

interface Row {
  readonly name: string;
  readonly runs: number;
  readonly cpuMs: number;
  readonly cpuRatio: number;
  readonly wallMs: number;
  readonly wallMsP95: number;
  readonly wallRatio: number;
  readonly peakMib: number;
  readonly budget: number | null;
  readonly problems: readonly string[];
}

const BENCH = "cold-start";
const MEMORY_RUNS = 3;
const encoder = new TextEncoder();

const empty = buildBinary({
  entry: join(import.meta.dir, "support", "empty.ts"),
  outfile: join(ROOT, "dist", "bench", "empty"),
  plainJit: true,
});
const cases = coldCases(empty, options.binary ?? BINARY)
  .filter((row, n) => n === 0 || options.only === undefined || row.name.includes(options.only));
const template = usedState();
process.on("exit", () => rmSync(template, { recursive: true, force: true }));
const samples = cases.map((): Samples => ({ cpuMs: [], wallMs: [], peakMib: 0, problems: new Set() }));
const runs = Math.max(1, Number(options.runs));

for (let n = 0; n < cases.length; n += 1) once(n, "check");
for (let run = 0; run < runs; run += 1) {
  for (let step = 0; step < cases.length; step += 1) {
    // Another case comes first each time, so that none always follows the same one.
    const n = (run + step) % cases.length;
    if (run % (cases[n]?.every ?? 1) === 0) once(n, "measure");
  }
}
for (let n = 0; n < cases.length; n += 1) for (let run = 0; run < MEMORY_RUNS; run += 1) once(n, "memory");

const rows = results();
// A case that did not do its work has no figure.
const ratios: Ratios = Object.fromEntries(
  rows.slice(1).filter((row) => row.problems.length === 0).map((row) => [row.name, row.cpuRatio]),
);
const differences = compare(BENCH, ratios);
if (options.accept) accept(BENCH, ratios);
console.log(options.json ? JSON.stringify({ bun: Bun.version, runs, rows, differences }, null, 2) : text());
process.exitCode = rows.some((row) => row.problems.length > 0) ? 1 : 0;

/** Runs one case in a place of its own. The first run also checks the answer; its times do not count. */
function once(n: number, mode: "check" | "measure" | "memory"): void {
  const row = cases[n];
  const into = samples[n];
  if (row === undefined || into === undefined) return;
  const place = runPlace();
  cpSync(template, place.env.CK_HOME ?? "", { recursive: true });
  try {
    const stdin = encoder.encode(row.stdin(place));
    const input = { argv: row.argv, stdin, env: place.env, cwd: place.project };
    if (mode === "memory") {
      const file = join(place.folder, "stdin");
      writeFileSync(file, stdin);
      into.peakMib = Math.max(into.peakMib, peakMemoryMib(input, file));
      return;
    }
    const run = runProcess(input);
    if (mode === "check") {
      const problem = row.problem(run, place);
      if (problem !== null) into.problems.add(problem);
      return;
    }
    into.cpuMs.push(run.cpuMs);
    into.wallMs.push(run.wallMs);
  } finally {
    place.remove();
  }
}

/** A state root that has seen one earlier session: what every call but the very first one finds. */
function usedState(): string {
  const place = runPlace();
  const folder = mkdtempSync(join(tmpdir(), "ck-bench-state-"));
  try {
    const stdin = encoder.encode(bashEvent(place, noisyLog(20_000).text));
    runProcess({ argv: [options.binary ?? BINARY, "hook"], stdin, env: place.env, cwd: place.project });
    cpSync(place.env.CK_HOME ?? "", folder, { recursive: true });
    return folder;
  } finally {
    place.remove();
  }
}

function results(): Row[] {
  const floorCpu = median(samples[0]?.cpuMs ?? []);
  const floorWall = median(samples[0]?.wallMs ?? []);
  return cases.map((row: ColdCase, n) => {
    const { cpuMs = [], wallMs = [], peakMib = 0, problems = new Set<string>() } = samples[n] ?? {};
    return {
      name: row.name,
      runs: cpuMs.length,
      cpuMs: median(cpuMs),
      cpuRatio: median(cpuMs) / floorCpu,
      wallMs: median(wallMs),
      wallMsP95: quantile(wallMs, 0.95),
      wallRatio: median(wallMs) / floorWall,
      peakMib,
      budget: row.budget ?? null,
      problems: [...problems],
    };
  });
}

function text(): string {
  const lines = [
    table(
      ["case", "runs", "CPU ms", "x empty", "budget", "wall ms", "p95", "x empty", "peak MiB"],
      rows.map((row) => [
        row.name,
        String(row.runs),
        figure(row.cpuMs),
        row.cpuRatio.toFixed(2),
        row.budget === null ? "" : `${row.budget.toFixed(1)}${row.cpuRatio > row.budget ? " !" : ""}`,
        figure(row.wallMs),
        figure(row.wallMsP95),
        row.wallRatio.toFixed(2),
        figure(row.peakMib),
      ]),
    ),
    "",
    "CPU is user and system time of the process; medians; '!' is above the budget.",
  ];
  for (const row of rows) for (const problem of row.problems) lines.push(`WRONG ${row.name}: ${problem}`);
  return [...lines, ...report(differences)].join("\n");
}
