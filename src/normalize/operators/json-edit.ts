import type { CutLimits } from "./cut.ts";
import type { Stub } from "./json-identity.ts";
import type { SignalIndex } from "./json-signal.ts";
import { childrenOf, KIND, kindOf, type Tape } from "./json-spans.ts";

/** Shapes of a plan for a JSON value: what is cut, what a shortened list shows. */

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

/** What the deciding functions share. */
export interface Planner {
  readonly tape: Tape;
  readonly limits: JsonLimits;
  /** The limits and then all wider ones: a list that these leave whole may still be worth shortening by those. */
  readonly ladder: readonly JsonLimits[];
  readonly offsets: readonly number[];
  readonly signals: () => SignalIndex;
  readonly edits: Map<number, Edit>;
  readonly sizes: Map<number, number>;
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
