/**
 * How fast the projection is: each operator by itself, the whole by kind of text, and `ck-bin normalize`.
 * The first call is measured in a new process for each figure, as a hook has
 * it; input is built beforehand and does not count.
 *
 *   bun run bench normalize [--sizes 5,200,5000] [--only TEXT] [--runs N] [--binary FILE] [--json]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BINARY } from "../build/compile.ts";
import { runPlace } from "./support/place.ts";
import { runProcess } from "./support/process.ts";
import { shaped } from "./support/shapes.ts";
import type { StageTimes } from "./support/stage-worker.ts";
import { STAGES } from "./support/stages.ts";
import { figure, median, table } from "./support/statistics.ts";

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "5,200,5000" },
    only: { type: "string" },
    runs: { type: "string", default: "10" },
    binary: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

interface StageRow extends StageTimes {
  readonly stage: string;
  readonly kilobytes: number;
}

interface ProcessRow {
  readonly kilobytes: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly unitsAfter: number;
}

const sizes = options.sizes.split(",").map(Number);
const stages = STAGES.filter(({ name }) => options.only === undefined || name.includes(options.only));
const stageRows = stages.flatMap(({ name }) => sizes.map((kilobytes) => measureStage(name, kilobytes)));
const processRows = options.only === undefined ? sizes.map(measureProcess) : [];
console.log(options.json ? JSON.stringify({ stageRows, processRows }, null, 2) : text());

function measureStage(stage: string, kilobytes: number): StageRow {
  const worker = join(import.meta.dir, "support", "stage-worker.ts");
  const child = Bun.spawnSync([process.execPath, worker, stage, String(kilobytes * 1_000)], {
    stderr: "inherit",
  });
  if (child.exitCode !== 0) throw new Error(`${stage} at ${kilobytes} KB failed`);
  return { stage, kilobytes, ...JSON.parse(child.stdout.toString()) as StageTimes };
}

/** The whole program, exact token counts before and after included. */
function measureProcess(kilobytes: number): ProcessRow {
  const stdin = new TextEncoder().encode(shaped("log", kilobytes * 1_000));
  const place = runPlace();
  try {
    const argv = [options.binary ?? BINARY, "normalize", "--command", "python -m pytest"];
    const runs = Array.from({ length: Math.max(1, Number(options.runs)) }, () => {
      return runProcess({ argv, stdin, env: place.env, cwd: place.project });
    });
    const failed = runs.find((run) => run.code !== 0);
    if (failed !== undefined) throw new Error(`normalize failed: ${failed.err}`);
    return {
      kilobytes,
      cpuMs: median(runs.map((run) => run.cpuMs)),
      wallMs: median(runs.map((run) => run.wallMs)),
      unitsAfter: runs[0]?.out.length ?? 0,
    };
  } finally {
    place.remove();
  }
}

function text(): string {
  const speed = (kilobytes: number, ms: number): string => figure(kilobytes / ms);
  const kept = (units: number | null, kilobytes: number): string =>
    units === null ? "declined" : `${(units / kilobytes / 10).toFixed(1)} %`;
  const sections = [
    table(
      ["stage", "KB", "first ms", "warm ms", "first MB/s", "warm MB/s", "kept"],
      stageRows.map((row) => [
        row.stage,
        String(row.kilobytes),
        figure(row.firstMs),
        figure(row.warmMs),
        speed(row.kilobytes, row.firstMs),
        speed(row.kilobytes, row.warmMs),
        kept(row.unitsAfter, row.kilobytes),
      ]),
    ),
  ];
  if (processRows.length > 0) {
    sections.push(table(
      ["ck-bin normalize", "CPU ms", "wall ms", "kept"],
      processRows.map((row) => [
        `${row.kilobytes} KB log`,
        figure(row.cpuMs),
        figure(row.wallMs),
        kept(row.unitsAfter, row.kilobytes),
      ]),
    ));
  }
  return sections.join("\n\n");
}
