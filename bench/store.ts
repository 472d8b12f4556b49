/**
 * Many processes write at once: what is lost, what is torn, how long one write takes.
 * Compared are records of one session's journal, parked outputs of one
 * project, and a control that reads, changes and writes a shared file. All
 * processes find an empty state and begin at the same moment.
 *
 *   bun run bench store [--writers N] [--writes N] [--json]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRuntime } from "../src/runtime.ts";
import { readSession } from "../src/store/journal.ts";
import { sessionFile } from "../src/store/layout.ts";
import { listParked, recallText } from "../src/store/parked.ts";
import { projectOf } from "../src/store/project.ts";
import { openState, type State } from "../src/store/state.ts";
import { type RunPlace, runPlace } from "./support/place.ts";
import { figure, quantile, table } from "./support/statistics.ts";
import { controlFile, parkedText, SESSION, WRITE_KINDS, type WriteKind } from "./support/store-writes.ts";

const { values: options } = parseArgs({
  options: {
    writers: { type: "string", default: "16" },
    writes: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
  },
});
const writers = Number(options.writers);
const writes = Number(options.writes);

interface Written {
  readonly ms: readonly number[];
  readonly refused: number;
}

interface Row extends Survey {
  readonly kind: WriteKind;
  readonly acknowledged: number;
  readonly refused: number;
  readonly wallMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

interface Survey {
  /** Acknowledged and not there. */
  readonly lost: number;
  /** There, but not whole. */
  readonly torn: number;
}

/** Room for the processes to start before the common beginning. */
const START_ROOM_MS = 1_500;
const SAYS: Readonly<Record<WriteKind, string>> = {
  journal: "session journal, 0.5 KB records",
  park: "parked outputs, 20 KB each",
  control: "control: read, change, write, rename",
};

const rows: Row[] = [];
for (const kind of WRITE_KINDS) rows.push(await measure(kind));
console.log(options.json ? JSON.stringify({ writers, writes, rows }, null, 2) : text());
process.exitCode = rows.some((row) => row.kind !== "control" && row.lost + row.torn + row.refused > 0)
  ? 1
  : 0;

async function measure(kind: WriteKind): Promise<Row> {
  const place = runPlace();
  try {
    writeFileSync(controlFile(place.project), "{}");
    const start = Date.now() + START_ROOM_MS;
    const done = await Promise.all(
      Array.from({ length: writers }, (_, writer) => startWriter(kind, writer, start, place)),
    );
    const wallMs = Date.now() - start;
    const ms = done.flatMap((one) => one.ms);
    return {
      kind,
      acknowledged: ms.length,
      refused: done.reduce((sum, one) => sum + one.refused, 0),
      ...await survey(kind, place, ms.length),
      wallMs,
      p50Ms: quantile(ms, 0.5),
      p99Ms: quantile(ms, 0.99),
      maxMs: Math.max(0, ...ms),
    };
  } finally {
    place.remove();
  }
}

async function startWriter(
  kind: WriteKind,
  writer: number,
  start: number,
  place: RunPlace,
): Promise<Written> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "support", "store-writer.ts"),
      kind,
      String(writer),
      String(writes),
      String(start),
      place.project,
    ],
    { env: { ...place.env }, cwd: place.project, stdout: "pipe", stderr: "inherit" },
  );
  const printed = await new Response(child.stdout).text();
  if (await child.exited !== 0) throw new Error(`writer ${writer} (${kind}) failed`);
  return JSON.parse(printed) as Written;
}

function survey(kind: WriteKind, place: RunPlace, acknowledged: number): Survey | Promise<Survey> {
  if (kind === "control") {
    const kept = Object.keys(JSON.parse(readFileSync(controlFile(place.project), "utf8")) as object).length;
    return { lost: acknowledged - kept, torn: 0 };
  }
  const state = openState({ ...createRuntime(), env: place.env });
  if (!state.ok) throw new Error(state.error.message);
  return kind === "journal"
    ? surveyJournal(state.value, acknowledged)
    : surveyParked(state.value, place.project, acknowledged);
}

function surveyJournal(state: State, acknowledged: number): Survey {
  const records = readSession(state, SESSION);
  if (!records.ok) throw new Error(records.error.message);
  const whole = new Set(records.value.map((record) => `${record.writer}/${record.n}`)).size;
  const lines = readFileSync(sessionFile(state.rt, state.root, SESSION), "utf8")
    .split("\n").filter((line) => line !== "").length;
  return { lost: acknowledged - whole, torn: lines - records.value.length };
}

async function surveyParked(state: State, folder: string, acknowledged: number): Promise<Survey> {
  const project = projectOf(state, folder);
  const entries = listParked(state, project);
  if (!entries.ok) throw new Error(entries.error.message);
  const expected = new Set<string>();
  for (let writer = 0; writer < writers; writer += 1) {
    for (let n = 0; n < writes; n += 1) expected.add(parkedText(writer, n));
  }
  let whole = 0;
  let torn = 0;
  for (const { key } of entries.value) {
    const recalled = await recallText(state, project, key);
    if (recalled.ok && expected.delete(recalled.value.text)) whole += 1;
    else torn += 1;
  }
  return { lost: acknowledged - whole, torn };
}

function text(): string {
  return [
    `${writers} processes, ${writes} writes each`,
    "",
    table(
      ["", "acknowledged", "refused", "lost", "torn", "wall ms", "p50 ms", "p99 ms", "max ms"],
      rows.map((row) => [
        SAYS[row.kind],
        String(row.acknowledged),
        String(row.refused),
        String(row.lost),
        String(row.torn),
        figure(row.wallMs),
        figure(row.p50Ms),
        figure(row.p99Ms),
        figure(row.maxMs),
      ]),
    ),
  ].join("\n");
}
