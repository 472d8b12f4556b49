/**
 * JSON as spans of its source instead of values, so that numbers, escapes,
 * duplicate keys and key order never change on the way out.
 */

/** `string` is a value; the name of a member is a `key`. */
export const KIND = { object: 1, array: 2, string: 3, number: 4, literal: 5, key: 6 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/**
 * Nodes of one value in source order: a subtree is the run of nodes from its
 * root up to `next`. In objects, keys and values alternate as children.
 */
export interface Tape {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly nexts: Int32Array;
  /** Units of a node without any white space between its tokens. */
  readonly sizes: Int32Array;
}

/** One of `KIND`. */
export function kindOf(tape: Tape, node: number): number {
  return tape.kinds[node] ?? 0;
}

/** Where the node begins in the text (UTF-16 units). */
export function startOf(tape: Tape, node: number): number {
  return tape.starts[node] ?? 0;
}

/** Where it ends, exclusive. */
export function endOf(tape: Tape, node: number): number {
  return tape.ends[node] ?? 0;
}

/** The node after the subtree of `node`. */
export function nextOf(tape: Tape, node: number): number {
  return tape.nexts[node] ?? 0;
}

/** Its units without white space between its tokens. */
export function sizeOf(tape: Tape, node: number): number {
  return tape.sizes[node] ?? 0;
}

/** Its text as written. */
export function sourceOf(tape: Tape, node: number): string {
  return tape.text.slice(startOf(tape, node), endOf(tape, node));
}

/** Children in source order (of an object: key, value, key, value …). */
export function childrenOf(tape: Tape, node: number): number[] {
  const children: number[] = [];
  const end = nextOf(tape, node);
  for (let child = node + 1; child < end; child = nextOf(tape, child)) children.push(child);
  return children;
}

/** What a string node says, escapes resolved. */
export function stringOf(tape: Tape, node: number): string {
  const inner = tape.text.slice(startOf(tape, node) + 1, endOf(tape, node) - 1);
  if (!inner.includes("\\")) return inner;
  const value: unknown = JSON.parse(sourceOf(tape, node));
  return typeof value === "string" ? value : inner;
}
