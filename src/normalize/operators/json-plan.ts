import { cutLong } from "./cut.ts";
import { allParts, type JsonLimits, MARKER_KEY, NO_KEY, type Plan, type Planner } from "./json-edit.ts";
import { stubSize } from "./json-identity.ts";
import { shortenArray, shortenMap } from "./json-lists.ts";
import { indexSignals, markerOffsets, type SignalIndex } from "./json-signal.ts";
import { KIND, kindOf, sizeOf, sourceOf, type Tape } from "./json-spans.ts";

/**
 * Decides what of a JSON value is shown: which items of a list stand for the
 * rest, and which strings are cut. Works on sizes without white space, so that
 * the same value in another layout gets the same decisions (twice = once).
 */

/**
 * Plans the whole value.
 * @param ladder the limits of this attempt, then those of all wider ones
 */
export function planJson(
  tape: Tape,
  ladder: readonly [JsonLimits, ...JsonLimits[]],
  signals: () => SignalIndex,
): Plan {
  const planner: Planner = {
    tape,
    limits: ladder[0],
    ladder,
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
