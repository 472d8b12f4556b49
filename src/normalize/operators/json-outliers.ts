import {
  childrenOf,
  endOf,
  KIND,
  kindOf,
  nextOf,
  sourceOf,
  startOf,
  stringOf,
  type Tape,
} from "./json-spans.ts";
import { firstSignal, type SignalIndex, signalLine } from "./json-signal.ts";
import { isErrorClass } from "../signal.ts";
import { templateOf } from "./template.ts";

/**
 * Finds the records of a list that differ from the rest: they report a fault,
 * have other keys, or carry a rare value in a field that takes few values.
 * Linear in the list: every node is looked at once per level, four levels deep.
 */

const RARE_COUNT = 2;
const LOW_CARDINALITY = 5;
const LOW_CARDINALITY_ITEMS = 20;
const PATH_DEPTH = 4;
const PATHS_MAX = 400;
const VALUE_UNITS = 100;
/** With at least this share of equal key sets, any other key set differs. */
const SCHEMA_SHARE = 0.8;

/** Why an item differs; one reason per kind is enough to keep it. */
export interface Outlier {
  readonly index: number;
  readonly kind: OutlierKind;
  /** Items with equal keys differ in the same way. */
  readonly key: string;
}

export type OutlierKind = "error" | "value" | "keys" | "signal";

/** All reasons of all items from index `skip` on. */
export function findOutliers(
  tape: Tape,
  items: readonly number[],
  signals: SignalIndex,
  skip: number,
): Outlier[] {
  const found: Outlier[] = [];
  for (let index = skip; index < items.length; index += 1) {
    const item = items[index] ?? 0;
    const node = firstSignal(tape, signals, item);
    if (node < 0) continue;
    const line = signalLine(stringOf(tape, node)) ?? "";
    found.push({ index, kind: isErrorClass(line) ? "error" : "signal", key: templateOf(line) });
  }
  found.push(...rareValues(tape, items, skip), ...rareKeys(tape, items, skip));
  return found;
}

/**
 * At most `limit` items, taken from each kind in turn, new differences before
 * repeated ones, and in the order of the list.
 */
export function pickOutliers(found: readonly Outlier[], limit: number): number[] {
  const queues = (["error", "value", "keys", "signal"] as const).map((kind) => {
    const seen = new Set<string>();
    const fresh: number[] = [];
    const repeated: number[] = [];
    for (const outlier of found) {
      if (outlier.kind !== kind) continue;
      (seen.has(outlier.key) ? repeated : fresh).push(outlier.index);
      seen.add(outlier.key);
    }
    return [...fresh, ...repeated];
  });
  const picked = new Set<number>();
  for (let round = 0; picked.size < limit; round += 1) {
    let isEmpty = true;
    for (const queue of queues) {
      const index = queue[round];
      if (index === undefined) continue;
      isEmpty = false;
      if (picked.size < limit) picked.add(index);
    }
    if (isEmpty) break;
  }
  return [...picked].sort((a, b) => a - b);
}

interface PathStat {
  total: number;
  /** Value to the first items that have it, or null once there are too many values. */
  values: Map<string, { count: number; items: number[] }> | null;
}

function rareValues(tape: Tape, items: readonly number[], skip: number): Outlier[] {
  if (items.length < LOW_CARDINALITY_ITEMS) return [];
  const stats = new Map<string, PathStat>();
  for (let index = 0; index < items.length; index += 1) {
    visitValues(tape, items[index] ?? 0, "", 1, (path, value) => countValue(stats, path, value, index));
  }
  const found: Outlier[] = [];
  for (const [path, stat] of stats) {
    if (stat.total < LOW_CARDINALITY_ITEMS || stat.values === null || stat.values.size < 2) continue;
    for (const [value, entry] of stat.values) {
      if (entry.count > RARE_COUNT) continue;
      for (const index of entry.items) {
        if (index >= skip) found.push({ index, kind: "value", key: `${path}=${value}` });
      }
    }
  }
  return found;
}

function countValue(stats: Map<string, PathStat>, path: string, value: string, index: number): void {
  let stat = stats.get(path);
  if (!stat) {
    if (stats.size >= PATHS_MAX) return;
    stat = { total: 0, values: new Map() };
    stats.set(path, stat);
  }
  stat.total += 1;
  if (stat.values === null) return;
  const entry = stat.values.get(value);
  if (entry) {
    entry.count += 1;
    if (entry.items.length < RARE_COUNT) entry.items.push(index);
  } else if (stat.values.size >= LOW_CARDINALITY) {
    stat.values = null;
  } else {
    stat.values.set(value, { count: 1, items: [index] });
  }
}

/** Scalars of a record by path, containers by their kind; lists inside are not entered. */
function visitValues(
  tape: Tape,
  node: number,
  path: string,
  depth: number,
  visit: (path: string, value: string) => void,
): void {
  const kind = kindOf(tape, node);
  if (kind === KIND.object) {
    const end = nextOf(tape, node);
    for (let key = node + 1; key < end;) {
      const value = key + 1;
      const name = `${path}\n${sourceOf(tape, key)}`;
      visit(name, shortValue(tape, value));
      if (depth < PATH_DEPTH && kindOf(tape, value) === KIND.object) {
        visitValues(tape, value, name, depth + 1, visit);
      }
      key = nextOf(tape, value);
    }
  } else if (kind === KIND.array && depth === 1) {
    let column = 0;
    for (const value of childrenOf(tape, node)) {
      visit(String(column), shortValue(tape, value));
      column += 1;
      if (column >= PATHS_MAX) break;
    }
  }
}

function shortValue(tape: Tape, node: number): string {
  const kind = kindOf(tape, node);
  if (kind === KIND.object) return "{}";
  if (kind === KIND.array) return "[]";
  const start = startOf(tape, node);
  return tape.text.slice(start, Math.min(endOf(tape, node), start + VALUE_UNITS));
}

/** Names of the members of an object, as they stand in the source. */
export function keyNodes(tape: Tape, node: number): number[] {
  const keys: number[] = [];
  const end = nextOf(tape, node);
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) keys.push(key);
  return keys;
}

function rareKeys(tape: Tape, items: readonly number[], skip: number): Outlier[] {
  const signatures: string[] = [];
  const counts = new Map<string, number>();
  const keyCounts = new Map<string, number>();
  for (const item of items) {
    const names = kindOf(tape, item) === KIND.object
      ? keyNodes(tape, item).map((key) => sourceOf(tape, key))
      : null;
    const signature = names ? names.sort().join(",") : `kind ${kindOf(tape, item)}`;
    signatures.push(signature);
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
    for (const name of names ?? []) keyCounts.set(name, (keyCounts.get(name) ?? 0) + 1);
  }
  let schema = "";
  let most = 0;
  for (const [signature, count] of counts) if (count > most) [schema, most] = [signature, count];
  const isUniform = most >= SCHEMA_SHARE * items.length;
  const found: Outlier[] = [];
  for (let index = skip; index < items.length; index += 1) {
    const signature = signatures[index] ?? "";
    if (signature === schema) continue;
    const item = items[index] ?? 0;
    if (!isUniform && kindOf(tape, item) === KIND.object && !hasRareKey(tape, item, keyCounts)) continue;
    found.push({ index, kind: "keys", key: signature });
  }
  return found;
}

function hasRareKey(tape: Tape, item: number, keyCounts: ReadonlyMap<string, number>): boolean {
  return keyNodes(tape, item).some((key) => (keyCounts.get(sourceOf(tape, key)) ?? 0) <= RARE_COUNT);
}
