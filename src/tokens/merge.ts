import { extendHash, type RankTable } from "./rank-table.ts";

/**
 * Byte-pair merging of one piece, counting what is left. The pair with the
 * lowest rank merges first, the leftmost one among equals, until no pair of
 * neighbours is a token. Two ways with the same result: a scan for the
 * minimum (short pieces) and a linked list with a heap, O(n log n) (long
 * ones, where the scan would be quadratic).
 */

/** Pieces up to this many bytes are merged by scanning. */
const SCAN_MAX_BYTES = 96;
/** No pair here, or none that is a token; above every rank. */
const NO_RANK = 0x7fff_ffff;

/** One piece as UTF-8 bytes, with the hash of each prefix; reused from piece to piece. */
export interface PieceBytes {
  bytes: Uint8Array;
  prefix: Int32Array;
  length: number;
}

/** An empty piece with room for `capacity` bytes. */
export function pieceBytes(capacity: number): PieceBytes {
  return { bytes: new Uint8Array(capacity), prefix: new Int32Array(capacity + 1), length: 0 };
}

/** Encodes `text[from, to)`; half a surrogate pair becomes U+FFFD, as TextEncoder has it. */
export function encodePiece(piece: PieceBytes, text: string, from: number, to: number): void {
  const room = (to - from) * 3;
  if (piece.bytes.length < room) Object.assign(piece, pieceBytes(room * 2));
  const { bytes, prefix } = piece;
  let length = 0;
  let hash = 0;
  for (let i = from; i < to; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      const point = scalarAt(text, i);
      if (point > 0xffff) i += 1;
      const end = encodeScalar(bytes, length, point);
      for (; length < end; length += 1) {
        hash = extendHash(hash, bytes[length] ?? 0);
        prefix[length + 1] = hash;
      }
      continue;
    }
    bytes[length] = unit;
    length += 1;
    hash = extendHash(hash, unit);
    prefix[length] = hash;
  }
  piece.length = length;
}

/** Code point at `at`; U+FFFD for half a surrogate pair. */
function scalarAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

/** Writes a code point above 0x7f at `at` and returns where its bytes end. */
function encodeScalar(bytes: Uint8Array, at: number, point: number): number {
  const more = point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
  bytes[at] = ((0xff00 >> (more + 1)) & 0xff) | (point >> (6 * more));
  for (let k = 1; k <= more; k += 1) bytes[at + k] = 0x80 | ((point >> (6 * (more - k))) & 63);
  return at + more + 1;
}

/** Rank of the token that is exactly `bytes[from, to)`, or NO_RANK. */
function rankOf(table: RankTable, { bytes, prefix }: PieceBytes, from: number, to: number): number {
  if (to - from > table.maxTokenBytes) return NO_RANK;
  const hash = ((prefix[to] ?? 0) - Math.imul(prefix[from] ?? 0, table.hashPowers[to - from] ?? 0)) | 0;
  const rank = table.find(bytes, from, to, hash);
  return rank < 0 ? NO_RANK : rank;
}

/** Tokens of the piece. */
export function countPiece(table: RankTable, piece: PieceBytes): number {
  if (piece.length < 2 || rankOf(table, piece, 0, piece.length) !== NO_RANK) return 1;
  return piece.length <= SCAN_MAX_BYTES ? mergeByScan(table, piece) : mergeByHeap(table, piece);
}

const scanStarts = new Int32Array(SCAN_MAX_BYTES + 1);
const scanRanks = new Int32Array(SCAN_MAX_BYTES + 1);

function mergeByScan(table: RankTable, piece: PieceBytes): number {
  const starts = scanStarts;
  const ranks = scanRanks;
  let parts = piece.length;
  for (let i = 0; i <= parts; i += 1) starts[i] = i;
  const pairRank = (i: number): number =>
    i + 2 > parts ? NO_RANK : rankOf(table, piece, starts[i] ?? 0, starts[i + 2] ?? 0);
  for (let i = 0; i < parts; i += 1) ranks[i] = pairRank(i);
  while (parts > 1) {
    let best = 0;
    for (let i = 1; i < parts - 1; i += 1) if ((ranks[i] ?? 0) < (ranks[best] ?? 0)) best = i;
    if (ranks[best] === NO_RANK) break;
    starts.copyWithin(best + 1, best + 2, parts + 1);
    ranks.copyWithin(best + 1, best + 2, parts);
    parts -= 1;
    ranks[best] = pairRank(best);
    if (best > 0) ranks[best - 1] = pairRank(best - 1);
  }
  return parts;
}

/** Positions fit below this factor in a heap key of rank and position. */
const POSITION_SPAN = 2 ** 32;

function mergeByHeap(table: RankTable, piece: PieceBytes): number {
  const length = piece.length;
  // Part i runs from byte i to next[i]; pair[i] is the rank of part i with its right neighbour.
  const next = new Int32Array(length + 1);
  const before = new Int32Array(length + 1);
  const pair = new Int32Array(length).fill(NO_RANK);
  const heap = minHeap(length * 2);
  for (let i = 0; i <= length; i += 1) {
    next[i] = i + 1;
    before[i] = i - 1;
  }
  const rate = (at: number): void => {
    const right = next[at] ?? length;
    const rank = right >= length ? NO_RANK : rankOf(table, piece, at, next[right] ?? length);
    pair[at] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITION_SPAN + at);
  };
  for (let i = 0; i < length - 1; i += 1) rate(i);
  let parts = length;
  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const at = key % POSITION_SPAN;
    if (pair[at] !== (key - at) / POSITION_SPAN) continue;
    const right = next[at] ?? length;
    const after = next[right] ?? length;
    next[at] = after;
    before[after] = at;
    pair[right] = NO_RANK;
    parts -= 1;
    rate(at);
    const left = before[at] ?? -1;
    if (left >= 0) rate(left);
  }
  return parts;
}

interface MinHeap {
  readonly push: (key: number) => void;
  /** The smallest key, or -1 when empty. */
  readonly pop: () => number;
}

/** Binary heap of non-negative numbers with a fixed capacity. */
function minHeap(capacity: number): MinHeap {
  const keys = new Float64Array(capacity);
  let size = 0;
  const push = (key: number): void => {
    let at = size;
    size += 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const upKey = keys[up] ?? 0;
      if (upKey <= key) break;
      keys[at] = upKey;
      at = up;
    }
    keys[at] = key;
  };
  const pop = (): number => {
    if (size === 0) return -1;
    const top = keys[0] ?? -1;
    size -= 1;
    const key = keys[size] ?? 0;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1;
      const childKey = keys[child] ?? 0;
      if (childKey >= key) break;
      keys[at] = childKey;
      at = child;
    }
    keys[at] = key;
    return top;
  };
  return { push, pop };
}
