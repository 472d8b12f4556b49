/**
 * Whether a regular expression can blow up. Our own literals (build/check-regex)
 * and the patterns of a user (profiles, `recall --grep`) pass the same examination.
 */
import { type CharSet, emptySet, overlap, union } from "./char-set.ts";
import { parsePattern, type PatternNode } from "./pattern-parse.ts";

/** From this many repeats on, a bounded repeat counts as a loop. */
const LOOP = 10;

export interface PatternShape {
  /** An unbounded repeat holds another one; harmless when it is not ambiguous. */
  readonly nested: boolean;
  /** Two unbounded repeats that share characters stand side by side: polynomial time. */
  readonly adjacent: boolean;
  /** A loop can match one text in two ways: exponential time. */
  readonly ambiguous: boolean;
}

/** Null when the pattern cannot be read; such a pattern is not to be used. */
export function examinePattern(source: string, flags = ""): PatternShape | null {
  const node = parsePattern(source, flags);
  if (node === null) return null;
  return {
    nested: hasNested(node, false),
    adjacent: hasAdjacent(node),
    ambiguous: isAmbiguous(node, emptySet(), false),
  };
}

/** True for a pattern that a user may bring: readable, no ambiguous loop, no adjacent unbounded repeats. */
export function isSafePattern(source: string, flags = ""): boolean {
  const shape = examinePattern(source, flags);
  return shape !== null && !shape.ambiguous && !shape.adjacent;
}

function hasNested(node: PatternNode, inLoop: boolean): boolean {
  const isLoop = node.kind === "repeat" && node.max === Infinity;
  if (isLoop && inLoop) return true;
  return childrenOf(node).some((child) => hasNested(child, inLoop || isLoop));
}

/** `follow`: what can come next inside the loop that the node is part of. */
function isAmbiguous(node: PatternNode, follow: CharSet, inLoop: boolean): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "empty":
      return node.inside !== null && isAmbiguous(node.inside, emptySet(), false);
    case "choice":
      return (inLoop && optionsOverlap(node.options)) ||
        node.options.some((option) => isAmbiguous(option, follow, inLoop));
    case "sequence":
      return node.items.some((item, index) =>
        isAmbiguous(item, firstOfAll(node.items.slice(index + 1), follow), inLoop)
      );
    case "repeat": {
      const start = firstOf(node.body);
      if (inLoop && node.min !== node.max && overlap(start, follow)) return true;
      const again = node.max > 1 ? union(start, follow) : follow;
      return isAmbiguous(node.body, again, inLoop || node.max >= LOOP);
    }
  }
}

/** Fixed texts are compared character by character, everything else by its first one. */
function optionsOverlap(options: readonly PatternNode[]): boolean {
  return options.some((a, index) =>
    options.slice(index + 1).some((b) => {
      const [left, right] = [fixedSets(a), fixedSets(b)];
      if (left === null || right === null) return overlap(firstOf(a), firstOf(b));
      const shared = Math.min(left.length, right.length);
      return left.slice(0, shared).every((set, at) => overlap(set, right[at] ?? emptySet()));
    })
  );
}

/** One set for each character of a node of fixed length; null for any other. */
function fixedSets(node: PatternNode): readonly CharSet[] | null {
  if (node.kind === "set") return [node.set];
  if (node.kind === "empty") return [];
  if (node.kind !== "sequence") return null;
  const parts: CharSet[] = [];
  for (const item of node.items) {
    const sets = fixedSets(item);
    if (sets === null) return null;
    parts.push(...sets);
  }
  return parts;
}

function hasAdjacent(node: PatternNode): boolean {
  if (node.kind === "sequence") {
    let open: readonly CharSet[] = [];
    for (const item of node.items) {
      const lead = edgeLoops(item, "lead");
      if (lead.some((loop) => open.some((before) => overlap(loop, before)))) return true;
      const trail = edgeLoops(item, "trail");
      open = isNullable(item) ? [...open, ...trail] : trail;
    }
  }
  return childrenOf(node).some(hasAdjacent);
}

/** Alphabets of the unbounded repeats that can stand at one edge of the node. */
function edgeLoops(node: PatternNode, edge: "lead" | "trail"): readonly CharSet[] {
  switch (node.kind) {
    case "set":
    case "empty":
      return [];
    case "choice":
      return node.options.flatMap((option) => edgeLoops(option, edge));
    case "repeat":
      return node.max === Infinity ? [alphabetOf(node.body)] : edgeLoops(node.body, edge);
    case "sequence": {
      const loops: CharSet[] = [];
      for (const item of edge === "lead" ? node.items : node.items.toReversed()) {
        loops.push(...edgeLoops(item, edge));
        if (!isNullable(item)) break;
      }
      return loops;
    }
  }
}

/** True when the node can match the empty text. */
function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "empty":
      return true;
    case "choice":
      return node.options.some(isNullable);
    case "sequence":
      return node.items.every(isNullable);
    case "repeat":
      return node.min === 0 || isNullable(node.body);
  }
}

function firstOf(node: PatternNode): CharSet {
  switch (node.kind) {
    case "set":
      return node.set;
    case "empty":
      return emptySet();
    case "choice":
      return node.options.map(firstOf).reduce(union, emptySet());
    case "sequence":
      return firstOfAll(node.items, emptySet());
    case "repeat":
      return firstOf(node.body);
  }
}

function firstOfAll(items: readonly PatternNode[], follow: CharSet): CharSet {
  let set = emptySet();
  for (const item of items) {
    set = union(set, firstOf(item));
    if (!isNullable(item)) return set;
  }
  return union(set, follow);
}

function alphabetOf(node: PatternNode): CharSet {
  return node.kind === "set" ? node.set : childrenOf(node).map(alphabetOf).reduce(union, emptySet());
}

function childrenOf(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case "set":
      return [];
    case "empty":
      return node.inside === null ? [] : [node.inside];
    case "choice":
      return node.options;
    case "sequence":
      return node.items;
    case "repeat":
      return [node.body];
  }
}
