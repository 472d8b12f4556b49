import { KIND, kindOf, sourceOf, type Tape } from "./json-spans.ts";

/** Least and greatest of a list of numbers, as written; nothing when one is not a number. */
export function rangeOf(tape: Tape, nodes: readonly number[]): { min: string; max: string } | undefined {
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
