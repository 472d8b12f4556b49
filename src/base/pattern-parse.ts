/**
 * Regular expression -> tree, as far as its repeats matter. Groups keep no
 * number and assertions no meaning; what cannot be read yields null.
 */
import {
  addPoint,
  addRange,
  type CharSet,
  classSet,
  complement,
  dotSet,
  emptySet,
  fullSet,
  union,
} from "./char-set.ts";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  /** Matches the empty text; `inside` is the body of a lookaround. */
  | { readonly kind: "empty"; readonly inside: PatternNode | null }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number };

interface Cursor {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  at: number;
}

const MAX_DEPTH = 50;

class Unreadable extends Error {}

/** Null when the pattern is no valid regular expression or uses what this reader does not know. */
export function parsePattern(source: string, flags = ""): PatternNode | null {
  if (flags.includes("v")) return null;
  const cursor: Cursor = { source, ignoreCase: flags.includes("i"), dotAll: flags.includes("s"), at: 0 };
  try {
    new RegExp(source, flags); // checked-pattern: compiled for its syntax only, never run
    const node = parseChoice(cursor, 0);
    return cursor.at === source.length ? node : null;
  } catch {
    return null;
  }
}

function parseChoice(cursor: Cursor, depth: number): PatternNode {
  if (depth > MAX_DEPTH) throw new Unreadable();
  const options = [parseSequence(cursor, depth)];
  while (cursor.source[cursor.at] === "|") {
    cursor.at += 1;
    options.push(parseSequence(cursor, depth));
  }
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function parseSequence(cursor: Cursor, depth: number): PatternNode {
  const items: PatternNode[] = [];
  while (cursor.at < cursor.source.length && !"|)".includes(cursor.source[cursor.at] ?? "")) {
    items.push(parseRepeat(cursor, parseAtom(cursor, depth)));
  }
  return { kind: "sequence", items };
}

function parseRepeat(cursor: Cursor, body: PatternNode): PatternNode {
  const bounds = parseBounds(cursor);
  if (bounds === null) return body;
  if (cursor.source[cursor.at] === "?") cursor.at += 1;
  return { kind: "repeat", body, ...bounds };
}

function parseBounds(cursor: Cursor): { min: number; max: number } | null {
  const sign = cursor.source[cursor.at];
  if (sign === "*" || sign === "+" || sign === "?") {
    cursor.at += 1;
    return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
  }
  const braces = /^\{(\d{1,9})(,?)(\d{0,9})\}/.exec(cursor.source.slice(cursor.at, cursor.at + 24));
  if (braces === null) return null;
  cursor.at += braces[0].length;
  const min = Number(braces[1]);
  if (braces[2] === "") return { min, max: min };
  return { min, max: braces[3] === "" ? Infinity : Number(braces[3]) };
}

function parseAtom(cursor: Cursor, depth: number): PatternNode {
  const unit = cursor.source[cursor.at] ?? "";
  switch (unit) {
    case "(":
      return parseGroup(cursor, depth);
    case "[":
      return { kind: "set", set: parseClass(cursor) };
    case "^":
    case "$":
      cursor.at += 1;
      return { kind: "empty", inside: null };
    case ".":
      cursor.at += 1;
      return { kind: "set", set: dotSet(cursor.dotAll) };
    case "\\":
      return parseEscape(cursor);
    default: {
      const point = cursor.source.codePointAt(cursor.at) ?? 0;
      cursor.at += point > 0xffff ? 2 : 1;
      return pointNode(cursor, point);
    }
  }
}

function parseGroup(cursor: Cursor, depth: number): PatternNode {
  const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]{1,100}>|[a-z-]{1,8}:))?/.exec(
    cursor.source.slice(cursor.at, cursor.at + 110),
  )?.[0] ?? "(";
  cursor.at += opening.length;
  const body = parseChoice(cursor, depth + 1);
  if (cursor.source[cursor.at] !== ")") throw new Unreadable();
  cursor.at += 1;
  const isLookaround = opening.endsWith("=") || opening.endsWith("!");
  return isLookaround ? { kind: "empty", inside: body } : body;
}

function parseEscape(cursor: Cursor): PatternNode {
  const letter = cursor.source[cursor.at + 1] ?? "";
  if (letter === "b" || letter === "B") {
    cursor.at += 2;
    return { kind: "empty", inside: null };
  }
  if (letter >= "1" && letter <= "9") return parseBackreference(cursor);
  if (letter === "k" && cursor.source[cursor.at + 2] === "<") return parseBackreference(cursor);
  return { kind: "set", set: parseEscapedSet(cursor) };
}

/** A backreference may be any text of any length. */
function parseBackreference(cursor: Cursor): PatternNode {
  const text = /^\\(?:\d{1,3}|k<[^>]{1,100}>)/.exec(cursor.source.slice(cursor.at, cursor.at + 110))?.[0];
  cursor.at += text?.length ?? 2;
  return { kind: "repeat", body: { kind: "set", set: fullSet() }, min: 0, max: Infinity };
}

function parseClass(cursor: Cursor): CharSet {
  cursor.at += 1;
  const negated = cursor.source[cursor.at] === "^";
  if (negated) cursor.at += 1;
  let set = emptySet();
  while (cursor.source[cursor.at] !== "]") {
    if (cursor.at >= cursor.source.length) throw new Unreadable();
    const from = parseClassMember(cursor);
    const isRange = cursor.source[cursor.at] === "-" && cursor.source[cursor.at + 1] !== "]";
    if (typeof from === "number" && isRange) {
      cursor.at += 1;
      const to = parseClassMember(cursor);
      if (typeof to === "number") addRange(set, from, to, cursor.ignoreCase);
      else set = union(set, to);
    }
    if (typeof from === "number") addPoint(set, from, cursor.ignoreCase);
    else set = union(set, from);
  }
  cursor.at += 1;
  return negated ? complement(set) : set;
}

/** A code point, or a set for `\d` and its like. */
function parseClassMember(cursor: Cursor): number | CharSet {
  if (cursor.source[cursor.at] !== "\\") {
    const point = cursor.source.codePointAt(cursor.at) ?? 0;
    cursor.at += point > 0xffff ? 2 : 1;
    return point;
  }
  if (cursor.source[cursor.at + 1] === "b") {
    cursor.at += 2;
    return 0x08;
  }
  return parseEscaped(cursor);
}

function parseEscapedSet(cursor: Cursor): CharSet {
  const escaped = parseEscaped(cursor);
  if (typeof escaped !== "number") return escaped;
  const set = emptySet();
  addPoint(set, escaped, cursor.ignoreCase);
  return set;
}

const NAMED_ESCAPES: Readonly<Record<string, number>> = {
  t: 0x09,
  n: 0x0a,
  v: 0x0b,
  f: 0x0c,
  r: 0x0d,
  "0": 0,
};

function parseEscaped(cursor: Cursor): number | CharSet {
  const rest = cursor.source.slice(cursor.at + 1, cursor.at + 120);
  const letter = rest[0] ?? "";
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(rest);
  if (hex !== null) {
    cursor.at += 1 + hex[0].length;
    return parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "0", 16);
  }
  const property = /^[pP]\{[^}]{1,100}\}/.exec(rest);
  if (property !== null) {
    cursor.at += 1 + property[0].length;
    return fullSet();
  }
  if (letter === "c") {
    cursor.at += 3;
    return (rest.charCodeAt(1) || 0) % 32;
  }
  cursor.at += 2;
  return classSet(letter) ?? NAMED_ESCAPES[letter] ?? letter.charCodeAt(0);
}

function pointNode(cursor: Cursor, point: number): PatternNode {
  const set = emptySet();
  addPoint(set, point, cursor.ignoreCase);
  return { kind: "set", set };
}
