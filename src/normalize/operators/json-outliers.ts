import { isErrorClass } from "../signal.ts";
import { columnsOf, type Shape } from "./json-columns.ts";
import { firstSignal, type SignalIndex, signalLine } from "./json-signal.ts";
import { KIND, kindOf, stringOf, type Tape } from "./json-spans.ts";
import { type Standout, standoutsOf } from "./standouts.ts";
import { templateOf } from "./template.ts";

/**
 * Finds the records of a list that differ from the rest: they report a fault,
 * have other keys, or carry a value that stands out. Linear in the list.
 */

const RARE_COUNT = 2;
/** With at least this share of equal key sets, any other key set differs. */
const SCHEMA_SHARE = 0.8;
/** Otherwise a key set differs when it is at most this share of the records. */
const RARE_KEYS_SHARE = 0.04;
const CROWD_SHARE = 0.5;

export interface Records {
  readonly tape: Tape;
  readonly items: readonly number[];
  /** Shape of each item. */
  readonly shapes: readonly Shape[];
}

/**
 * All reasons of all items from index `skip` on.
 * @param isCrowdKept also where most records report something, every one of them counts
 */
export function findOutliers(
  records: Records,
  signals: SignalIndex,
  skip: number,
  isCrowdKept = false,
): Standout[] {
  const { tape, items } = records;
  const found: Standout[] = [];
  for (let row = skip; row < items.length; row += 1) {
    const node = firstSignal(tape, signals, items[row] ?? 0);
    if (node < 0) continue;
    const line = signalLine(stringOf(tape, node)) ?? "";
    found.push({ row, kind: isErrorClass(line) ? "error" : "signal", key: templateOf(line) });
  }
  // Where most records report something, only the first of each kind of report differs.
  if (!isCrowdKept && found.length > CROWD_SHARE * items.length) keepFirstOfEach(found);
  const covered = new Set<string>();
  for (const standout of standoutsOf(columnsOf(tape, items))) {
    if (standout.kind === "cover" && standout.row < skip) covered.add(standout.key);
    if (standout.row >= skip && !covered.has(standout.key)) found.push(standout);
  }
  found.push(...rareKeys(records, skip));
  return found;
}

function keepFirstOfEach(found: Standout[]): void {
  const seen = new Set<string>();
  const first = found.filter(({ key }) => !seen.has(key) && seen.add(key));
  found.splice(0, found.length, ...first);
}

function rareKeys({ tape, items, shapes }: Records, skip: number): Standout[] {
  const counts = new Map<string, number>();
  const shapeCounts = new Map<Shape, number>();
  for (const shape of shapes) {
    counts.set(shape.signature, (counts.get(shape.signature) ?? 0) + 1);
    shapeCounts.set(shape, (shapeCounts.get(shape) ?? 0) + 1);
  }
  const keyCounts = new Map<string, number>();
  for (const [shape, count] of shapeCounts) {
    for (const name of shape.names) keyCounts.set(name, (keyCounts.get(name) ?? 0) + count);
  }
  let schema = "";
  let most = 0;
  for (const [signature, count] of counts) if (count > most) [schema, most] = [signature, count];
  const isUniform = most >= SCHEMA_SHARE * items.length;
  const few = Math.max(RARE_COUNT, Math.floor(RARE_KEYS_SHARE * items.length));
  const found: Standout[] = [];
  for (let row = skip; row < items.length; row += 1) {
    const shape = shapes[row];
    if (!shape || shape.signature === schema) continue;
    const differs = isUniform || kindOf(tape, items[row] ?? 0) !== KIND.object ||
      shape.names.some((name) => (keyCounts.get(name) ?? 0) <= RARE_COUNT) ||
      (counts.size <= items.length / 4 && (counts.get(shape.signature) ?? 0) <= few);
    if (differs) found.push({ row, kind: "keys", key: shape.signature });
  }
  return found;
}
