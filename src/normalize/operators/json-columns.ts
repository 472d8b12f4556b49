import {
  childrenOf,
  endOf,
  KIND,
  kindOf,
  nextOf,
  sizeOf,
  sourceOf,
  startOf,
  type Tape,
} from "./json-spans.ts";
import { addValue, type Column, isOpen, newColumn } from "./columns.ts";

/**
 * Reads the values of many records by path. Records of one list mostly have
 * the same keys in the same order, so a key is first compared in place with
 * the one that stood there before; nothing is copied unless it is needed.
 */

const COLUMNS_MAX = 400;
const PATH_DEPTH = 4;
const ROW_COLUMNS_MAX = 200;
const VALUE_UNITS = 100;

/** A path, with the keys seen below it in the order in which they first came. */
interface Place {
  readonly column: Column;
  readonly order: { readonly name: string; readonly place: Place }[];
  readonly byName: Map<string, Place>;
}

/** One column per path to a value, up to a bound. */
export function columnsOf(tape: Tape, items: readonly number[]): Column[] {
  const columns: Column[] = [];
  const root = newPlace("");
  const reader: Reader = { tape, columns };
  items.forEach((item, row) => {
    const kind = kindOf(tape, item);
    if (kind === KIND.object) readObject(reader, item, root, 1, row);
    else if (kind === KIND.array) readRow(reader, item, root, row);
  });
  return columns;
}

interface Reader {
  readonly tape: Tape;
  readonly columns: Column[];
}

function newPlace(name: string): Place {
  return { column: newColumn(name), order: [], byName: new Map() };
}

function readObject(reader: Reader, node: number, parent: Place, depth: number, row: number): void {
  const { tape } = reader;
  const end = nextOf(tape, node);
  let position = 0;
  for (let key = node + 1; key < end;) {
    const value = key + 1;
    const place = placeOf(reader, parent, key, position);
    if (place) {
      if (isOpen(place.column)) addValue(place.column, shortValue(tape, value), row);
      if (depth < PATH_DEPTH && kindOf(tape, value) === KIND.object) {
        readObject(reader, value, place, depth + 1, row);
      }
    }
    key = nextOf(tape, value);
    position += 1;
  }
}

/** A list as a record: its columns are its positions. */
function readRow(reader: Reader, node: number, root: Place, row: number): void {
  childrenOf(reader.tape, node).slice(0, ROW_COLUMNS_MAX).forEach((value, column) => {
    const place = root.byName.get(String(column)) ?? addPlace(reader, root, String(column));
    if (place && isOpen(place.column)) addValue(place.column, shortValue(reader.tape, value), row);
  });
}

function placeOf(reader: Reader, parent: Place, key: number, position: number): Place | null {
  const { tape } = reader;
  const guess = parent.order[position];
  if (
    guess && guess.name.length === sizeOf(tape, key) && tape.text.startsWith(guess.name, startOf(tape, key))
  ) {
    return guess.place;
  }
  const name = sourceOf(tape, key);
  return parent.byName.get(name) ?? addPlace(reader, parent, name);
}

function addPlace(reader: Reader, parent: Place, name: string): Place | null {
  if (reader.columns.length >= COLUMNS_MAX) return null;
  const place = newPlace(`${parent.column.name}\n${name}`);
  parent.byName.set(name, place);
  parent.order.push({ name, place });
  reader.columns.push(place.column);
  return place;
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

/** The keys of a record; records with the same keys in the same order share one. */
export interface Shape {
  readonly names: readonly string[];
  /** Equal for equal sets of keys. */
  readonly signature: string;
}

/** One shape per item; items that are not objects have one per kind. */
export function shapesOf(tape: Tape, items: readonly number[]): Shape[] {
  const known = new Map<string, Shape>();
  let last: Shape | null = null;
  return items.map((item) => {
    if (kindOf(tape, item) !== KIND.object) return { names: [], signature: `kind ${kindOf(tape, item)}` };
    const keys = keyNodes(tape, item);
    if (last && hasNames(tape, keys, last.names)) return last;
    const names = keys.map((key) => sourceOf(tape, key));
    const joined = names.join(",");
    const shape = known.get(joined) ?? { names, signature: [...names].sort().join(",") };
    known.set(joined, shape);
    last = shape;
    return shape;
  });
}

function hasNames(tape: Tape, keys: readonly number[], names: readonly string[]): boolean {
  if (keys.length !== names.length) return false;
  return keys.every((key, index) => {
    const name = names[index] ?? "";
    return name.length === sizeOf(tape, key) && tape.text.startsWith(name, startOf(tape, key));
  });
}
