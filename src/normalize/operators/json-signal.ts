import { MARKER_PREFIX } from "../../marker/grammar.ts";
import { isLogSignal } from "../signal.ts";
import { endOf, KIND, kindOf, nextOf, startOf, stringOf, type Tape } from "./json-spans.ts";

/**
 * Which string values of a JSON text are log signal, and where markers of ours
 * stand in it; both asked by subtree. Names of members never count: `"error":
 * null` says that nothing happened.
 */

const LINE_MAX_UNITS = 2_000;

/** Nodes in source order; a subtree is a run of them. */
export interface SignalIndex {
  readonly nodes: readonly number[];
}

/** Looks at every string value once. */
export function indexSignals(tape: Tape): SignalIndex {
  const nodes: number[] = [];
  const known = new Map<string, boolean>();
  for (let node = 0; node < tape.count; node += 1) {
    if (kindOf(tape, node) !== KIND.string) continue;
    const text = stringOf(tape, node);
    if (text.length < 3) continue;
    let isSignal = text.length <= 64 ? known.get(text) : undefined;
    if (isSignal === undefined) {
      isSignal = signalLine(text) !== null;
      if (text.length <= 64) known.set(text, isSignal);
    }
    if (isSignal) nodes.push(node);
  }
  return { nodes };
}

/** The first line of a string that is log signal. */
export function signalLine(text: string): string | null {
  if (text.startsWith(MARKER_PREFIX)) return null;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf("\n", from);
    const stop = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(stop, from + LINE_MAX_UNITS));
    if (isLogSignal(line)) return line;
    from = stop + 1;
  }
  return null;
}

/** First signal node of a subtree, or -1. */
export function firstSignal(tape: Tape, index: SignalIndex, node: number): number {
  const at = lowerBound(index.nodes, node);
  const found = index.nodes[at];
  return found !== undefined && found < nextOf(tape, node) ? found : -1;
}

/** Offsets at which our marker prefix stands. */
export function markerOffsets(text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(MARKER_PREFIX); at >= 0; at = text.indexOf(MARKER_PREFIX, at + 1)) {
    offsets.push(at);
  }
  return offsets;
}

/** True when a marker of ours, or a look-alike, stands inside the node. */
export function holdsMarker(tape: Tape, offsets: readonly number[], node: number): boolean {
  const found = offsets[lowerBound(offsets, startOf(tape, node))];
  return found !== undefined && found < endOf(tape, node);
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
