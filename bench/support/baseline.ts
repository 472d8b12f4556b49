/**
 * The last accepted figures. Only ratios are kept, so that another machine
 * can compare itself with them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dir, "..", "baseline.json");

/** A ratio may be this much above the accepted one before it is called a regression. */
const TOLERANCE = 0.15;

/** Name of a figure → ratio; lower is better. */
export type Ratios = Readonly<Record<string, number>>;

type Baseline = Record<string, Record<string, number>>;

function read(): Baseline {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) as Baseline : {};
}

export interface Difference {
  readonly name: string;
  readonly accepted: number;
  readonly measured: number;
  readonly regressed: boolean;
}

/** The figures of a bench that have an accepted value, each with it. */
export function compare(bench: string, ratios: Ratios): Difference[] {
  const accepted = read()[bench] ?? {};
  return Object.entries(ratios).flatMap(([name, measured]) => {
    const value = accepted[name];
    if (value === undefined) return [];
    return [{ name, accepted: value, measured, regressed: measured > value * (1 + TOLERANCE) }];
  });
}

/** Makes these figures the accepted ones; figures of the bench that were not measured stay. */
export function accept(bench: string, ratios: Ratios): void {
  const rounded = Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(3))] as const);
  const all = read();
  const next = { ...all, [bench]: { ...all[bench], ...Object.fromEntries(rounded) } };
  writeFileSync(FILE, `${JSON.stringify(next, null, 2)}\n`);
}

/** Lines that say what changed against the accepted figures. */
export function report(differences: readonly Difference[]): string[] {
  if (differences.length === 0) {
    return ["no accepted figures to compare with (--accept makes these the accepted ones)"];
  }
  const regressed = differences.filter((row) => row.regressed);
  return [
    ...regressed.map((row) =>
      `REGRESSION ${row.name}: ${row.measured.toFixed(2)} against ${row.accepted.toFixed(2)} accepted ` +
      `(+${((row.measured / row.accepted - 1) * 100).toFixed(0)} %)`
    ),
    `${regressed.length} of ${differences.length} figures more than ${
      TOLERANCE * 100
    } % above the accepted ones`,
  ];
}
