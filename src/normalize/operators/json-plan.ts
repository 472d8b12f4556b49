import { codePoints } from "../../base/text.ts";
import { keptItemMarker, objectsMarker, valuesMarker } from "../../marker/grammar.ts";
import { type CutLimits, cutLong } from "./cut.ts";
import { type Stub, stubSize, stubsOf } from "./json-identity.ts";
import { findOutliers, keyNodes } from "./json-outliers.ts";
import { firstSignal, holdsMarker, indexSignals, markerOffsets, type SignalIndex } from "./json-signal.ts";
import {
  childrenOf,
  endOf,
  KIND,
  kindOf,
  nextOf,
  sizeOf,
  sourceOf,
  startOf,
  stringOf,
  type Tape,
} from "./json-spans.ts";
import { pickRows } from "./standouts.ts";

/**
 * Decides what of a JSON value is shown: which items of a list stand for the
 * rest, and which strings are cut. Works on sizes without white space, so that
 * the same value in another layout gets the same decisions (twice = once).
 */

/** Amounts of one attempt; attempts get smaller until the result fits. */
export interface JsonLimits {
  readonly sample: number;
  readonly minItems: number;
  readonly outliers: number;
  readonly cut: CutLimits;
  /** Whether short lists go on naming their hidden items. */
  readonly stubs: boolean;
  /** Scalars kept at the two ends of a long list of scalars. */
  readonly firstValues: number;
  readonly lastValues: number;
}

/** One element of a shortened list: an item of the source (with its key in an object), the name of one, or a marker. */
export type Part =
  | { readonly node: number; readonly key: number }
  | { readonly stub: Stub }
  | { readonly marker: string };

export type Edit =
  | { readonly kind: "cut"; readonly inner: string }
  | { readonly kind: "list"; readonly parts: readonly Part[] };

export interface Plan {
  readonly edits: ReadonlyMap<number, Edit>;
  /** New sizes of the nodes that hold an edit. */
  readonly sizes: ReadonlyMap<number, number>;
}

/** Key of a marker member in an object. */
export const MARKER_KEY = '"…"';
/** `key` of a part that has none. */
export const NO_KEY = -1;

const OBJECT_SHARE = 0.8;
const SCALARS_MIN = 200;
const ROWS_MIN = 40;
const MAP_ENTRIES_MIN = 40;
/** Lists smaller than this are shown whole. */
const LIST_MIN_UNITS = 1_000;
/** Lists of at most this many items name their hidden items. */
const STUB_ITEMS_MAX = 30;
const STUB_UNITS_MAX = 1_500;
/** Stands in for the token figure when sizes are compared: decisions do not depend on its digits. */
const WIDEST_TOKENS = 99_999_999;

interface Planner {
  readonly tape: Tape;
  readonly limits: JsonLimits;
  readonly offsets: readonly number[];
  readonly signals: () => SignalIndex;
  readonly edits: Map<number, Edit>;
  readonly sizes: Map<number, number>;
}

/** Plans the whole value; the same tape may be planned again with other limits. */
export function planJson(tape: Tape, limits: JsonLimits, signals: () => SignalIndex): Plan {
  const planner: Planner = {
    tape,
    limits,
    offsets: markerOffsets(tape.text),
    signals,
    edits: new Map(),
    sizes: new Map(),
  };
  decide(planner, 0);
  return planner;
}

/** The signal index of a tape, made when it is first asked for. */
export function lazySignals(tape: Tape): () => SignalIndex {
  let index: SignalIndex | null = null;
  return () => (index ??= indexSignals(tape));
}

/** Size of the node as it will be shown. */
function decide(planner: Planner, node: number): number {
  const { tape } = planner;
  const kind = kindOf(tape, node);
  if (kind === KIND.string) return decideString(planner, node);
  if (kind !== KIND.array && kind !== KIND.object) return sizeOf(tape, node);
  const parts = (kind === KIND.array ? shortenArray(planner, node) : shortenMap(planner, node)) ??
    allParts(tape, node);
  const isEdited = planner.edits.has(node);
  let size = 1;
  let isChanged = isEdited;
  for (const part of parts) {
    if ("marker" in part) {
      size += JSON.stringify(part.marker).length + 1 + (kind === KIND.object ? MARKER_KEY.length + 1 : 0);
      continue;
    }
    if ("stub" in part) {
      size += stubSize(tape, part.stub) + 1;
      continue;
    }
    size += decide(planner, part.node) + 1 + (part.key === NO_KEY ? 0 : sizeOf(tape, part.key) + 1);
    isChanged ||= planner.sizes.has(part.node);
  }
  if (!isChanged) return sizeOf(tape, node);
  planner.sizes.set(node, Math.max(2, size));
  return Math.max(2, size);
}

function decideString(planner: Planner, node: number): number {
  const { tape, limits } = planner;
  if (sizeOf(tape, node) <= limits.cut.max) return sizeOf(tape, node);
  const source = sourceOf(tape, node);
  const inner = cutLong(source.slice(1, -1), limits.cut, true);
  if (inner === null || inner.length >= source.length - 2) return source.length;
  planner.edits.set(node, { kind: "cut", inner });
  planner.sizes.set(node, inner.length + 2);
  return inner.length + 2;
}

/** Every child, nothing hidden. */
export function allParts(tape: Tape, node: number): Part[] {
  const children = childrenOf(tape, node);
  if (kindOf(tape, node) === KIND.array) return children.map((child) => ({ node: child, key: NO_KEY }));
  const parts: Part[] = [];
  for (let i = 0; i + 1 < children.length; i += 2) {
    parts.push({ key: children[i] ?? 0, node: children[i + 1] ?? 0 });
  }
  return parts;
}

function shortenArray(planner: Planner, node: number): readonly Part[] | null {
  const { tape, limits } = planner;
  const items = childrenOf(tape, node);
  if (
    items.length < limits.minItems || sizeOf(tape, node) < LIST_MIN_UNITS ||
    holdsMarker(tape, planner.offsets, node)
  ) return null;
  const parts = items.map((item) => ({ node: item, key: NO_KEY }));
  if (shareOf(tape, items, KIND.object) >= OBJECT_SHARE) return shortenRecords(planner, node, parts);
  if (items.length >= SCALARS_MIN && items.every((item) => isScalar(tape, item))) {
    return shortenValues(planner, node, parts);
  }
  if (items.length >= ROWS_MIN && shareOf(tape, items, KIND.array) >= OBJECT_SHARE) {
    return shortenRecords(planner, node, parts);
  }
  return null;
}

function shortenMap(planner: Planner, node: number): readonly Part[] | null {
  const { tape } = planner;
  const keys = keyNodes(tape, node);
  if (keys.length < MAP_ENTRIES_MIN || holdsMarker(tape, planner.offsets, node)) return null;
  const parts = keys.map((key) => ({ key, node: key + 1 }));
  const values = parts.map((part) => part.node);
  if (shareOf(tape, values, KIND.object) >= OBJECT_SHARE) return shortenRecords(planner, node, parts);
  if (values.length >= SCALARS_MIN && values.every((value) => isScalar(tape, value))) {
    return shortenValues(planner, node, parts);
  }
  return null;
}

type Item = { readonly node: number; readonly key: number };

/** First items, items that differ, and one marker for the rest. */
function shortenRecords(planner: Planner, node: number, items: readonly Item[]): readonly Part[] | null {
  const { tape, limits } = planner;
  const sample = Math.max(1, limits.sample);
  if (items.length <= sample + 1) return null;
  const nodes = items.map((item) => item.node);
  const kept = pickRows(findOutliers(tape, nodes, planner.signals(), sample), limits.outliers);
  const hidden = hiddenOf(items, sample, kept);
  const records = nodes.filter((item) => kindOf(tape, item) === KIND.object);
  const marker = (tokens: number): string =>
    records.length > 0
      ? objectsMarker(hidden.length, items.length, tokens, keysOf(tape, records))
      : valuesMarker(hidden.length, items.length);
  return shorten(planner, node, items, { sample, kept, hidden, last: 0, marker });
}

function shortenValues(planner: Planner, node: number, items: readonly Item[]): readonly Part[] | null {
  const { tape, limits } = planner;
  const sample = limits.firstValues;
  const end = items.length - limits.lastValues;
  const signals: number[] = [];
  for (let index = sample; index < end && signals.length < limits.outliers; index += 1) {
    if (firstSignal(tape, planner.signals(), items[index]?.node ?? 0) >= 0) signals.push(index);
  }
  const hidden = hiddenOf(items.slice(0, end), sample, signals);
  const range = rangeOf(tape, hidden.map((item) => item.node));
  const marker = (): string => valuesMarker(hidden.length, items.length, range);
  return shorten(planner, node, items, { sample, kept: signals, hidden, last: limits.lastValues, marker });
}

interface Shortening {
  readonly sample: number;
  readonly kept: readonly number[];
  readonly hidden: readonly Item[];
  readonly last: number;
  readonly marker: (tokens: number) => string;
}

/** Records the edit when it hides more than its markers take. */
function shorten(
  planner: Planner,
  node: number,
  items: readonly Item[],
  plan: Shortening,
): readonly Part[] | null {
  const { tape } = planner;
  if (plan.hidden.length === 0) return null;
  const isMap = kindOf(tape, node) === KIND.object;
  const stubs = isMap ? null : affordableStubs(planner, items, plan.hidden);
  const parts: Part[] = items.slice(0, plan.sample);
  let cost = markerSize(plan.marker(WIDEST_TOKENS), isMap);
  const kept = new Set(plan.kept);
  for (let index = plan.sample; index < items.length - plan.last; index += 1) {
    const item = items[index];
    if (!item) continue;
    const stub = stubs?.get(item.node);
    if (kept.has(index)) {
      const note = isMap ? null : keptItemMarker(index);
      if (note !== null) parts.push({ marker: note });
      cost += note === null ? 0 : markerSize(note, false);
      parts.push(item);
    } else if (stub) {
      cost += stubSize(tape, stub) + 1;
      parts.push({ stub });
    }
  }
  let saved = 0;
  for (const item of plan.hidden) {
    saved += sizeOf(tape, item.node) + 1 + (item.key === NO_KEY ? 0 : sizeOf(tape, item.key) + 1);
  }
  if (saved <= cost) return null;
  parts.push(
    { marker: plan.marker(hiddenTokens(tape, plan.hidden)) },
    ...items.slice(items.length - plan.last),
  );
  planner.edits.set(node, { kind: "list", parts });
  return parts;
}

/** Names of the hidden items of a short list, when they take little room. */
function affordableStubs(
  planner: Planner,
  items: readonly Item[],
  hidden: readonly Item[],
): ReadonlyMap<number, Stub> | null {
  if (!planner.limits.stubs || items.length > STUB_ITEMS_MAX) return null;
  const stubs = stubsOf(planner.tape, hidden.map((item) => item.node));
  let units = 0;
  for (const stub of stubs?.values() ?? []) units += stubSize(planner.tape, stub);
  return units <= STUB_UNITS_MAX ? stubs : null;
}

function markerSize(marker: string, isMap: boolean): number {
  return JSON.stringify(marker).length + 1 + (isMap ? MARKER_KEY.length + 1 : 0);
}

function hiddenOf(items: readonly Item[], sample: number, kept: readonly number[]): Item[] {
  const keptSet = new Set(kept);
  return items.filter((_, index) => index >= sample && !keptSet.has(index));
}

function hiddenTokens(tape: Tape, hidden: readonly Item[]): number {
  let points = 0;
  for (const item of hidden) {
    const start = startOf(tape, item.key === NO_KEY ? item.node : item.key);
    points += codePoints(tape.text.slice(start, endOf(tape, item.node)));
  }
  return Math.max(1, Math.floor(points / 4));
}

/** Sorted union of the keys of all records. */
function keysOf(tape: Tape, records: readonly number[]): string[] {
  const keys = new Set<string>();
  for (const record of records) {
    for (const key of keyNodes(tape, record)) keys.add(stringOf(tape, key));
  }
  return [...keys].sort();
}

function shareOf(tape: Tape, nodes: readonly number[], kind: number): number {
  let count = 0;
  for (const node of nodes) if (kindOf(tape, node) === kind) count += 1;
  return nodes.length === 0 ? 0 : count / nodes.length;
}

function isScalar(tape: Tape, node: number): boolean {
  return nextOf(tape, node) === node + 1 && kindOf(tape, node) !== KIND.array &&
    kindOf(tape, node) !== KIND.object;
}

/** Least and greatest of a list of numbers, as written; nothing when one is not a number. */
function rangeOf(tape: Tape, nodes: readonly number[]): { min: string; max: string } | undefined {
  let min: number | null = null;
  let max: number | null = null;
  for (const node of nodes) {
    if (kindOf(tape, node) !== KIND.number) return undefined;
    if (min === null || isLess(tape, node, min)) min = node;
    if (max === null || isLess(tape, max, node)) max = node;
  }
  return min === null || max === null ? undefined : { min: sourceOf(tape, min), max: sourceOf(tape, max) };
}

/** Compares as doubles; whole numbers beyond their precision are compared exactly. */
function isLess(tape: Tape, a: number, b: number): boolean {
  const left = sourceOf(tape, a);
  const right = sourceOf(tape, b);
  const difference = Number(left) - Number(right);
  if (difference !== 0 || left === right) return difference < 0;
  const isWhole = isWholeNumber(left) && isWholeNumber(right);
  return isWhole && BigInt(left) < BigInt(right);
}

function isWholeNumber(text: string): boolean {
  return text.length <= 400 && !text.includes(".") && !text.includes("e") && !text.includes("E");
}
