import { isErrorClass } from "../signal.ts";
import { firstSignal, type SignalIndex, signalLine } from "./json-signal.ts";
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
import { addValue, type Columns, type Standout, standoutsOf } from "./standouts.ts";
import { templateOf } from "./template.ts";

/**
 * Finds the records of a list that differ from the rest: they report a fault,
 * have other keys, or carry a value that stands out. Linear in the list: every
 * node is looked at once per level, four levels deep.
 */

const RARE_COUNT = 2;
const PATH_DEPTH = 4;
const ROW_COLUMNS_MAX = 200;
const VALUE_UNITS = 100;
/** With at least this share of equal key sets, any other key set differs. */
const SCHEMA_SHARE = 0.8;
/** Otherwise a key set differs when it is at most this share of the records. */
const RARE_KEYS_SHARE = 0.04;

/** All reasons of all items from index `skip` on. */
export function findOutliers(
  tape: Tape,
  items: readonly number[],
  signals: SignalIndex,
  skip: number,
): Standout[] {
  const found: Standout[] = [];
  const columns: Columns = new Map();
  items.forEach((item, row) => {
    visitValues(tape, item, "", 1, (path, value) => addValue(columns, path, value, row));
    const node = row < skip ? -1 : firstSignal(tape, signals, item);
    if (node < 0) return;
    const line = signalLine(stringOf(tape, node)) ?? "";
    found.push({ row, kind: isErrorClass(line) ? "error" : "signal", key: templateOf(line) });
  });
  const covered = new Set<string>();
  for (const standout of standoutsOf(columns)) {
    if (standout.kind === "cover" && standout.row < skip) covered.add(standout.key);
    if (standout.row >= skip && !covered.has(standout.key)) found.push(standout);
  }
  found.push(...rareKeys(tape, items, skip));
  return found;
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
    childrenOf(tape, node).slice(0, ROW_COLUMNS_MAX).forEach((value, column) => {
      visit(String(column), shortValue(tape, value));
    });
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

function rareKeys(tape: Tape, items: readonly number[], skip: number): Standout[] {
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
  const few = Math.max(RARE_COUNT, Math.floor(RARE_KEYS_SHARE * items.length));
  const found: Standout[] = [];
  for (let row = skip; row < items.length; row += 1) {
    const signature = signatures[row] ?? "";
    if (signature === schema) continue;
    const item = items[row] ?? 0;
    const isRecord = kindOf(tape, item) === KIND.object;
    const differs = isUniform || !isRecord || hasRareKey(tape, item, keyCounts) ||
      (counts.size <= items.length / 4 && (counts.get(signature) ?? 0) <= few);
    if (differs) found.push({ row, kind: "keys", key: signature });
  }
  return found;
}

function hasRareKey(tape: Tape, item: number, keyCounts: ReadonlyMap<string, number>): boolean {
  return keyNodes(tape, item).some((key) => (keyCounts.get(sourceOf(tape, key)) ?? 0) <= RARE_COUNT);
}
