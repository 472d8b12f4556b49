import { codePoints } from "../../base/text.ts";
import { keptItemMarker, objectsMarker, valuesMarker } from "../../marker/grammar.ts";
import { type JsonLimits, MARKER_KEY, NO_KEY, type Part, type Planner } from "./json-edit.ts";
import { findingStubs } from "./json-findings.ts";
import { type Stub, stubSize, stubsOf } from "./json-identity.ts";
import { keyNodes, type Shape, shapesOf } from "./json-columns.ts";
import { findOutliers } from "./json-outliers.ts";
import { rangeOf } from "./json-range.ts";
import { firstSignal, holdsMarker } from "./json-signal.ts";
import { childrenOf, endOf, KIND, kindOf, nextOf, sizeOf, startOf, type Tape } from "./json-spans.ts";
import { pickRows } from "./standouts.ts";

/**
 * Chooses what stands for a long list: its first items, those that differ, and
 * one marker for the rest. Laws: shown and hidden items make up the list; a
 * list is shortened only when that hides more than its markers take.
 */

const OBJECT_SHARE = 0.8;
const SCALARS_MIN = 200;
const ROWS_MIN = 40;
const MAP_ENTRIES_MIN = 40;
/** Lists smaller than this are shown whole. */
const LIST_MIN_UNITS = 1_000;
/** Lists of at most this many items name their hidden items. */
const STUB_ITEMS_MAX = 30;
const STUB_UNITS_MAX = 1_500;
/** Room for one line per hidden finding. */
const FINDINGS_UNITS = 6_000;
const FINDINGS_TIGHT_UNITS = 3_000;
/** Stands in for the token figure when sizes are compared: decisions do not depend on its digits. */
const WIDEST_TOKENS = 99_999_999;

/** What is shown of a long array, or null when all of it is. */
export function shortenArray(planner: Planner, node: number): readonly Part[] | null {
  const { tape, limits } = planner;
  const items = childrenOf(tape, node);
  if (
    items.length < limits.minItems || sizeOf(tape, node) < LIST_MIN_UNITS ||
    holdsMarker(tape, planner.offsets, node)
  ) return null;
  const parts = items.map((item) => ({ node: item, key: NO_KEY }));
  if (shareOf(tape, items, KIND.object) >= OBJECT_SHARE) {
    return firstOf(planner, (limits) => shortenRecords(planner, limits, node, parts));
  }
  if (items.length >= SCALARS_MIN && items.every((item) => isScalar(tape, item))) {
    return firstOf(planner, (limits) => shortenValues(planner, limits, node, parts));
  }
  if (items.length >= ROWS_MIN && shareOf(tape, items, KIND.array) >= OBJECT_SHARE) {
    return firstOf(planner, (limits) => shortenRecords(planner, limits, node, parts));
  }
  return null;
}

/** The same for an object that is a map of many similar values. */
export function shortenMap(planner: Planner, node: number): readonly Part[] | null {
  const { tape } = planner;
  const keys = keyNodes(tape, node);
  if (keys.length < MAP_ENTRIES_MIN || holdsMarker(tape, planner.offsets, node)) return null;
  const parts = keys.map((key) => ({ key, node: key + 1 }));
  const values = parts.map((part) => part.node);
  if (shareOf(tape, values, KIND.object) >= OBJECT_SHARE) {
    return firstOf(planner, (limits) => shortenRecords(planner, limits, node, parts));
  }
  if (values.length >= SCALARS_MIN && values.every((value) => isScalar(tape, value))) {
    return firstOf(planner, (limits) => shortenValues(planner, limits, node, parts));
  }
  return null;
}

/** The first limits under which hiding pays: so a tighter attempt shortens all that a wider one does. */
function firstOf(
  planner: Planner,
  shortenBy: (limits: JsonLimits) => readonly Part[] | null,
): readonly Part[] | null {
  for (const limits of planner.ladder) {
    const parts = shortenBy(limits);
    if (parts) return parts;
  }
  return null;
}

type Item = { readonly node: number; readonly key: number };

/** First items, items that differ, and one marker for the rest. */
function shortenRecords(
  planner: Planner,
  limits: JsonLimits,
  node: number,
  items: readonly Item[],
): readonly Part[] | null {
  const { tape } = planner;
  const sample = Math.max(1, limits.sample);
  if (items.length <= sample + 1) return null;
  const nodes = items.map((item) => item.node);
  const shapes = shapesOf(tape, nodes);
  const outliers = findOutliers({ tape, items: nodes, shapes }, planner.signals(), sample);
  const kept = pickRows(outliers, limits.outliers);
  const hidden = hiddenOf(items, sample, kept);
  const keys = keysOf(shapes);
  const marker = (tokens: number): string =>
    keys.length > 0
      ? objectsMarker(hidden.length, items.length, tokens, keys)
      : valuesMarker(hidden.length, items.length);
  return shorten(planner, node, items, { hasStubs: limits.stubs, sample, kept, hidden, last: 0, marker });
}

function shortenValues(
  planner: Planner,
  limits: JsonLimits,
  node: number,
  items: readonly Item[],
): readonly Part[] | null {
  const { tape } = planner;
  const sample = limits.firstValues;
  const end = items.length - limits.lastValues;
  const signals: number[] = [];
  for (let index = sample; index < end && signals.length < limits.outliers; index += 1) {
    if (firstSignal(tape, planner.signals(), items[index]?.node ?? 0) >= 0) signals.push(index);
  }
  const hidden = hiddenOf(items.slice(0, end), sample, signals);
  const range = rangeOf(tape, hidden.map((item) => item.node));
  const marker = (): string => valuesMarker(hidden.length, items.length, range);
  return shorten(planner, node, items, {
    hasStubs: limits.stubs,
    sample,
    kept: signals,
    hidden,
    last: limits.lastValues,
    marker,
  });
}

interface Shortening {
  readonly hasStubs: boolean;
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
  const kept = new Set(plan.kept);
  const isShown = (index: number): boolean => index < plan.sample || kept.has(index);
  const stubs = isMap ? null : stubsFor(planner, items, plan, isShown);
  const parts: Part[] = items.slice(0, plan.sample);
  let cost = markerSize(plan.marker(WIDEST_TOKENS), isMap);
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

/** What was found where in a list of findings; else the names of a short list. */
function stubsFor(
  planner: Planner,
  items: readonly Item[],
  plan: Shortening,
  isShown: (index: number) => boolean,
): ReadonlyMap<number, Stub> | null {
  const room = plan.hasStubs ? FINDINGS_UNITS : FINDINGS_TIGHT_UNITS;
  return findingStubs(planner.tape, items.map((item) => item.node), isShown, room) ??
    (plan.hasStubs ? affordableStubs(planner, items, plan.hidden) : null);
}

/** Names of the hidden items of a short list, when they take little room. */
function affordableStubs(
  planner: Planner,
  items: readonly Item[],
  hidden: readonly Item[],
): ReadonlyMap<number, Stub> | null {
  if (items.length > STUB_ITEMS_MAX) return null;
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
function keysOf(shapes: readonly Shape[]): string[] {
  const names = new Set<string>();
  for (const shape of new Set(shapes)) for (const name of shape.names) names.add(name);
  return [...names].map((name) => String(JSON.parse(name))).sort();
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
