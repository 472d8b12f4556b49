import { JSON_MAX_DEPTH, JSON_MAX_UNITS } from "../../base/limits.ts";
import { KIND, type Kind, type Tape } from "./json-spans.ts";
import { FAILED, type Hazards, scanNumber, scanString, skipSpace } from "./json-tokens.ts";

/**
 * Strict JSON scanner. Laws: linear, one pass, no recursion; anything that is
 * not JSON gives null.
 */

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

/** Beside FAILED: the value has ended. */
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
