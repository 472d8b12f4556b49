/**
 * `STAGE UNITS`: measures one stage at one size in a process of its own, so
 * that the first call is one, and prints JSON.
 */
import { median } from "./statistics.ts";
import { STAGES } from "./stages.ts";

/** Warm calls go on until both are reached. */
const MIN_CALLS = 5;
const MIN_MS = 300;

export interface StageTimes {
  readonly firstMs: number;
  readonly warmMs: number;
  /** Null: the stage declined the text. */
  readonly unitsAfter: number | null;
}

const [name, units] = Bun.argv.slice(2);
const stage = STAGES.find((one) => one.name === name);
if (stage === undefined) throw new Error(`no such stage: ${name}`);
const call = stage.prepare(Number(units));

const began = performance.now();
const unitsAfter = call();
const firstMs = performance.now() - began;
const warm: number[] = [];
for (let spent = 0; warm.length < MIN_CALLS || spent < MIN_MS;) {
  const start = performance.now();
  call();
  const ms = performance.now() - start;
  warm.push(ms);
  spent += ms;
}
console.log(JSON.stringify({ firstMs, warmMs: median(warm), unitsAfter } satisfies StageTimes));
