/**
 * The flat o200k rank table: token bytes → rank, as one block of memory that
 * is used where it lies, without parsing. `build/ranks.ts` writes it with
 * `packRanks`; the counter reads it with `openRanks`. Both sides of the
 * format are in this file and nowhere else. It is kept small because loading
 * it is most of what a short count costs.
 *
 * Layout (little-endian): header words · slots · the blob offset of every
 * eighth token · the length of every token, one byte each · the blob, all
 * token bytes by rank. A slot holds 14 bits of the hash and, in the 18 bits
 * below, rank + 1; 0 is a free slot; a collision goes to the next slot.
 */

const MAGIC = 0x524b_4354;
const FORMAT = 1;
const HEADER_WORDS = 8;
/** The start of a table that `readStamp` needs. */
export const RANK_STAMP_BYTES = HEADER_WORDS * 4;
const SLOT_BITS = 18;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;
const PRINT_MASK = (1 << (32 - RANK_BITS)) - 1;
/** An offset is stored for every 2^3 tokens. */
const MARK_BITS = 3;
const BASE = 0x0100_0193;

/** Header fields that tell whether a stored table is complete and made from a given source. */
export interface RankTableStamp {
  readonly totalBytes: number;
  readonly source: number;
}

export interface RankTable {
  readonly maxTokenBytes: number;
  /** `hashPowers[n]`: what moves a prefix hash over n bytes. */
  readonly hashPowers: Int32Array;
  /** Rank of `bytes[from, to)` whose hash is `hash`, or -1. */
  readonly find: (bytes: Uint8Array, from: number, to: number, hash: number) => number;
}

/**
 * Hash of a byte string extended by one byte; start with 0. The hash of a part
 * is `prefix[to] - prefix[from] * hashPowers[to - from]`, in 32-bit arithmetic.
 */
export function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte + 1) | 0;
}

/** Spreads the polynomial hash over all 32 bits. */
function spread(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x21f0_aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a_2d97);
  return h ^ (h >>> 15);
}

/** The parts of a table as views on one buffer. */
interface Parts {
  readonly header: Int32Array;
  readonly slots: Int32Array;
  readonly marks: Int32Array;
  readonly lengths: Uint8Array;
  readonly blob: Uint8Array;
}

/** Byte offsets of the parts of a table with `count` tokens. */
function layout(count: number): { slots: number; marks: number; lengths: number; blob: number } {
  const slots = RANK_STAMP_BYTES;
  const marks = slots + (SLOT_MASK + 1) * 4;
  const lengths = marks + ((count >> MARK_BITS) + 1) * 4;
  return { slots, marks, lengths, blob: lengths + count };
}

function partsOf(buffer: ArrayBuffer, count: number): Parts {
  const at = layout(count);
  return {
    header: new Int32Array(buffer, 0, HEADER_WORDS),
    slots: new Int32Array(buffer, at.slots, SLOT_MASK + 1),
    marks: new Int32Array(buffer, at.marks, (count >> MARK_BITS) + 1),
    lengths: new Uint8Array(buffer, at.lengths, count),
    blob: new Uint8Array(buffer, at.blob),
  };
}

/** Builds the table; the rank of a token is its index. `source` is any 32-bit tag of the input. */
export function packRanks(tokens: readonly Uint8Array[], source: number): Uint8Array<ArrayBuffer> {
  const count = tokens.length;
  const blobBytes = tokens.reduce((sum, token) => sum + token.length, 0);
  const maxTokenBytes = tokens.reduce((max, token) => Math.max(max, token.length), 0);
  if (count > SLOT_MASK || count >= RANK_MASK || maxTokenBytes > 255) throw new Error("the ranks do not fit");
  const buffer = new ArrayBuffer(layout(count).blob + blobBytes);
  const { header, slots, marks, lengths, blob } = partsOf(buffer, count);
  header.set([MAGIC, FORMAT, SLOT_BITS, count, blobBytes, maxTokenBytes, source | 0, 0]);
  let offset = 0;
  for (const [rank, token] of tokens.entries()) {
    if (rank % (1 << MARK_BITS) === 0) marks[rank >> MARK_BITS] = offset;
    lengths[rank] = token.length;
    blob.set(token, offset);
    offset += token.length;
    const mixed = spread(token.reduce(extendHash, 0));
    let slot = mixed >>> (32 - SLOT_BITS);
    while (slots[slot] !== 0) slot = (slot + 1) & SLOT_MASK;
    slots[slot] = ((mixed & PRINT_MASK) << RANK_BITS) | (rank + 1);
  }
  return new Uint8Array(buffer);
}

/** Reads the stamp from the first bytes of a stored table, or null when they are not ours. */
export function readStamp(start: Uint8Array): RankTableStamp | null {
  if (start.length < RANK_STAMP_BYTES) return null;
  const view = new DataView(start.buffer, start.byteOffset);
  const word = (index: number): number => view.getInt32(index * 4, true);
  if (word(0) !== MAGIC || word(1) !== FORMAT || word(2) !== SLOT_BITS) return null;
  return { totalBytes: layout(word(3)).blob + word(4), source: word(6) };
}

/** Opens a table in place; null when the bytes are not a complete table of this format. */
export function openRanks(table: ArrayBuffer): RankTable | null {
  if (readStamp(new Uint8Array(table))?.totalBytes !== table.byteLength) return null;
  const header = new Int32Array(table, 0, HEADER_WORDS);
  const maxTokenBytes = header[5] ?? 0;
  const { slots, marks, lengths, blob } = partsOf(table, header[3] ?? 0);

  const hashPowers = new Int32Array(maxTokenBytes + 1);
  hashPowers[0] = 1;
  for (let n = 1; n <= maxTokenBytes; n += 1) hashPowers[n] = Math.imul(hashPowers[n - 1] ?? 0, BASE);

  const find = (bytes: Uint8Array, from: number, to: number, hash: number): number => {
    const mixed = spread(hash);
    const print = mixed & PRINT_MASK;
    for (let slot = mixed >>> (32 - SLOT_BITS);; slot = (slot + 1) & SLOT_MASK) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return -1;
      if (entry >>> RANK_BITS !== print) continue;
      const rank = (entry & RANK_MASK) - 1;
      if (lengths[rank] !== to - from) continue;
      const mark = rank >> MARK_BITS;
      let start = marks[mark] ?? 0;
      for (let r = mark << MARK_BITS; r < rank; r += 1) start += lengths[r] ?? 0;
      let k = from;
      while (k < to && blob[start + k - from] === bytes[k]) k += 1;
      if (k === to) return rank;
    }
  };
  return { maxTokenBytes, hashPowers, find };
}
