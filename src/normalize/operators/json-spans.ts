import { JSON_MAX_DEPTH, JSON_MAX_UNITS } from "../../base/limits.ts";

/**
 * Strict JSON scanner that keeps spans of the source instead of values, so that
 * numbers, escapes, duplicate keys and key order never change on the way out.
 * Laws: linear, one pass, no recursion; anything that is not JSON gives null.
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

export function kindOf(tape: Tape, node: number): number {
  return tape.kinds[node] ?? 0;
}

export function startOf(tape: Tape, node: number): number {
  return tape.starts[node] ?? 0;
}

export function endOf(tape: Tape, node: number): number {
  return tape.ends[node] ?? 0;
}

/** The node after the subtree of `node`. */
export function nextOf(tape: Tape, node: number): number {
  return tape.nexts[node] ?? 0;
}

export function sizeOf(tape: Tape, node: number): number {
  return tape.sizes[node] ?? 0;
}

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

/** Nodes that room is made for at the start; the room grows when a text has more. */
const CAPACITY_MAX = 1 << 20;

interface Builder {
  count: number;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  nexts: Int32Array;
  sizes: Int32Array;
  readonly hazards: Hazards;
}

/**
 * Scans the value that starts at or after `from`.
 * @returns the tape, whose node 0 is the value, or null
 */
export function scanJson(text: string, from = 0): Tape | null {
  if (text.length - from > JSON_MAX_UNITS) return null;
  const capacity = Math.min(CAPACITY_MAX, 16 + ((text.length - from) >> 3));
  const builder: Builder = {
    count: 0,
    kinds: new Uint8Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    nexts: new Int32Array(capacity),
    sizes: new Int32Array(capacity),
    hazards: { backslash: -1, control: -1 },
  };
  const open: number[] = [];
  let at = skipSpace(text, from);
  for (;;) {
    const node = builder.count;
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) {
      if (open.length >= JSON_MAX_DEPTH) return null;
      push(builder, code === 0x7b ? KIND.object : KIND.array, at);
      builder.sizes[node] = 2;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== code + 2) {
        open.push(node);
        if (code === 0x5b) continue;
        at = scanKey(text, at, builder);
        if (at < 0) return null;
        continue;
      }
      at += 1;
    } else {
      const end = scanLeaf(text, at, code, builder.hazards);
      if (end < 0) return null;
      push(builder, leafKind(code), at);
      builder.sizes[node] = end - at;
      at = end;
    }
    builder.ends[node] = at;
    builder.nexts[node] = builder.count;
    at = closeAndStep(text, at, open, builder);
    if (at === FAILED) return null;
    if (at === FINISHED) return finish(text, builder);
  }
}

const FAILED = -1;
const FINISHED = -2;

/** After a complete value: closes finished containers and steps to the start of the next value. */
function closeAndStep(text: string, from: number, open: number[], builder: Builder): number {
  let at = from;
  for (;;) {
    const parent = open[open.length - 1];
    if (parent === undefined) return FINISHED;
    at = skipSpace(text, at);
    const isObject = builder.kinds[parent] === KIND.object;
    const code = text.charCodeAt(at);
    if (code === 0x2c) {
      at = skipSpace(text, at + 1);
      return isObject ? scanKey(text, at, builder) : at;
    }
    if (code !== (isObject ? 0x7d : 0x5d)) return FAILED;
    at += 1;
    builder.ends[parent] = at;
    builder.nexts[parent] = builder.count;
    builder.sizes[parent] = containerSize(builder, parent);
    open.pop();
  }
}

/** Brackets, children, and one comma or colon between any two of them. */
function containerSize(builder: Builder, node: number): number {
  let size = 1;
  for (let child = node + 1; child < builder.count; child = builder.nexts[child] ?? builder.count) {
    size += (builder.sizes[child] ?? 0) + 1;
  }
  return size;
}

function finish(text: string, builder: Builder): Tape {
  return {
    text,
    count: builder.count,
    kinds: builder.kinds,
    starts: builder.starts,
    ends: builder.ends,
    nexts: builder.nexts,
    sizes: builder.sizes,
  };
}

function push(builder: Builder, kind: Kind, start: number): void {
  const node = builder.count;
  if (node === builder.kinds.length) grow(builder);
  builder.kinds[node] = kind;
  builder.starts[node] = start;
  builder.count = node + 1;
}

function grow(builder: Builder): void {
  const capacity = builder.kinds.length * 2;
  const kinds = new Uint8Array(capacity);
  kinds.set(builder.kinds);
  builder.kinds = kinds;
  for (const name of ["starts", "ends", "nexts", "sizes"] as const) {
    const wider = new Int32Array(capacity);
    wider.set(builder[name]);
    builder[name] = wider;
  }
}

/** A key and its colon; the result is where the value starts, or -1. */
function scanKey(text: string, at: number, builder: Builder): number {
  if (text.charCodeAt(at) !== 0x22) return FAILED;
  const end = scanString(text, at, builder.hazards);
  if (end < 0) return FAILED;
  const node = builder.count;
  push(builder, KIND.key, at);
  builder.sizes[node] = end - at;
  builder.ends[node] = end;
  builder.nexts[node] = node + 1;
  const colon = skipSpace(text, end);
  return text.charCodeAt(colon) === 0x3a ? skipSpace(text, colon + 1) : FAILED;
}

function leafKind(code: number): Kind {
  if (code === 0x22) return KIND.string;
  return code === 0x2d || (code >= 0x30 && code <= 0x39) ? KIND.number : KIND.literal;
}

function scanLeaf(text: string, at: number, code: number, hazards: Hazards): number {
  if (code === 0x22) return scanString(text, at, hazards);
  if (code === 0x74) return text.startsWith("true", at) ? at + 4 : FAILED;
  if (code === 0x66) return text.startsWith("false", at) ? at + 5 : FAILED;
  if (code === 0x6e) return text.startsWith("null", at) ? at + 4 : FAILED;
  return scanNumber(text, at);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** Next places where a string could go wrong; searched again only once they are passed. */
interface Hazards {
  backslash: number;
  control: number;
}

const CONTROL = /[\0-\x1f]/g;

/** A string without escapes costs a few native searches; any other is read character by character. */
function scanString(text: string, start: number, hazards: Hazards): number {
  const quote = text.indexOf('"', start + 1);
  if (quote < 0) return FAILED;
  if (hazards.backslash < start) {
    const found = text.indexOf("\\", start);
    hazards.backslash = found < 0 ? text.length : found;
  }
  if (hazards.control < start) {
    CONTROL.lastIndex = start;
    hazards.control = CONTROL.exec(text)?.index ?? text.length;
  }
  if (quote < hazards.backslash && quote < hazards.control) return quote + 1;
  return readString(text, start);
}

function readString(text: string, start: number): number {
  const length = text.length;
  for (let at = start + 1; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return FAILED;
    if (code !== 0x5c) continue;
    at += 1;
    const escaped = text.charCodeAt(at);
    if (escaped === 0x75) {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (!isHex(text.charCodeAt(at + digit))) return FAILED;
      }
      at += 4;
    } else if (!SIMPLE_ESCAPES.has(escaped)) {
      return FAILED;
    }
  }
  return FAILED;
}

/** `"` `\` `/` b f n r t */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function skipDigits(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x30 && code <= 0x39)) return at;
    at += 1;
  }
}

function scanNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  const whole = at;
  at = skipDigits(text, at);
  if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === 0x30)) return FAILED;
  if (text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    at = skipDigits(text, fraction);
    if (at === fraction) return FAILED;
  }
  const exponent = text.charCodeAt(at);
  if (exponent === 0x65 || exponent === 0x45) {
    const sign = text.charCodeAt(at + 1);
    const digits = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
    at = skipDigits(text, digits);
    if (at === digits) return FAILED;
  }
  return at;
}
