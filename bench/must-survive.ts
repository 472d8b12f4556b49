/**
 * Does the projection keep what an engineer needs, and how much does it save?
 * Every output goes through the real hook (or the pipeline, `--in-process`);
 * a required text survives when, escapes removed and white space folded, it
 * is part of what the model would read.
 *
 *   bun bench/must-survive.ts [--dir DIR] [--in-process] [--binary FILE] [--only TEXT] [--verbose] [--json]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureRanks } from "../build/ranks.ts";
import { codePoints } from "../src/base/text.ts";
import { createCounter } from "../src/tokens/counter.ts";
import { type Door, hookDoor, inProcessDoor } from "./support/doors.ts";
import { entriesOfFolder, entriesOfGolden, type Entry, folded } from "./support/entries.ts";

const ROOT = join(import.meta.dir, "..");

interface Outcome {
  readonly name: string;
  readonly kind: string;
  readonly required: number;
  readonly missing: readonly string[];
  readonly charactersBefore: number;
  readonly charactersAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    "in-process": { type: "boolean", default: false },
    binary: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const entries = (values.dir ? entriesOfFolder(values.dir) : entriesOfGolden(join(ROOT, "tests", "golden")))
  .filter((entry) => !values.only || entry.name.includes(values.only) || entry.kind.includes(values.only));
const door = values["in-process"] ? inProcessDoor() : hookDoor(values.binary ?? join(ROOT, "dist", "ck-bin"));
const counter = createCounter(await Bun.file(ensureRanks()).arrayBuffer());
const outcomes = entries.map((entry) => measure(entry, door));
const kept = sum(outcomes, (row) => row.required - row.missing.length);
const required = sum(outcomes, (row) => row.required);
console.log(values.json ? JSON.stringify({ kept, required, outcomes }, null, 2) : report(outcomes));
process.exitCode = kept === required ? 0 : 1;

function measure(entry: Entry, through: Door): Outcome {
  const read = through(entry);
  const plain = folded(read);
  return {
    name: entry.name,
    kind: entry.kind,
    required: entry.mustSurvive.length,
    missing: entry.mustSurvive.filter((text) => !plain.includes(folded(text))),
    charactersBefore: codePoints(entry.text),
    charactersAfter: codePoints(read),
    tokensBefore: counter(entry.text).tokens,
    tokensAfter: counter(read).tokens,
  };
}

function sum(rows: readonly Outcome[], pick: (row: Outcome) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

function report(rows: readonly Outcome[]): string {
  const lines: string[] = [];
  const kinds = Map.groupBy(rows, (row) => row.kind);
  lines.push("kind                              files   kept/required   tokens before    after   saved");
  for (const [kind, members] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(tableRow(kind, members));
  }
  lines.push(tableRow("TOTAL", rows));
  const before = sum(rows, (row) => row.charactersBefore);
  const after = sum(rows, (row) => row.charactersAfter);
  lines.push(`characters ${before} -> ${after} (-${percent(before, after)} %); tokens are o200k_base, exact`);
  for (const row of rows) {
    if (row.charactersAfter > row.charactersBefore || row.tokensAfter > row.tokensBefore) {
      lines.push(`GREW ${row.name}: ${row.tokensBefore} -> ${row.tokensAfter} tokens`);
    }
  }
  if (values.verbose) {
    for (const row of rows) {
      for (const text of row.missing) lines.push(`MISSING ${row.name}: ${text}`);
    }
  }
  return lines.join("\n");
}

function tableRow(name: string, rows: readonly Outcome[]): string {
  const all = sum(rows, (row) => row.required);
  const there = all - sum(rows, (row) => row.missing.length);
  const before = sum(rows, (row) => row.tokensBefore);
  const after = sum(rows, (row) => row.tokensAfter);
  return [
    name.slice(0, 34).padEnd(34),
    String(rows.length).padStart(5),
    `${there}/${all}`.padStart(16),
    String(before).padStart(16),
    String(after).padStart(9),
    `${percent(before, after)} %`.padStart(8),
    there === all ? "" : "  <- missing",
  ].join("");
}

function percent(before: number, after: number): string {
  return before === 0 ? "0" : ((100 * (before - after)) / before).toFixed(1);
}
