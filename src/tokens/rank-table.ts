/**
 * The flat o200k rank table: token bytes → rank, as one block of memory that
 * is used where it lies, without parsing. `build/ranks.ts` writes it with
 * `packRanks`; the counter reads it with `openRanks`. Both sides of the
 * format are in this file and nowhere else.
 *
 * Layout (little-endian): 8 header words, 2^slotBits slots, count + 1 offsets,
 * the bytes of all tokens. A slot holds 14 bits of the hash and rank + 1 in
 * the 18 bits below; 0 is a free slot; collisions go to the next slot.
 */

const MAGIC = 0x524b_4354;
const FORMAT = 1;
const HEADER_WORDS = 8;
/** The start of a table that `readStamp` needs. */
export const RANK_STAMP_BYTES = HEADER_WORDS * 4;
const SLOT_BITS = 19;
const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;
const PRINT_MASK = (1 << (32 - RANK_BITS)) - 1;
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

/** Hash of a byte string extended by one byte; start with 0. The hash of a part is
 * `prefix[to] - prefix[from] * hashPowers[to - from]`, in 32-bit arithmetic. */
export function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte + 1) | 0;
}

/** Spreads the polynomial hash over all 32 bits. */
function spread(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x21f0_aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a_2d97);
  return h ^ (h >>> 15);
}

/** Builds the table; the rank of a token is its index. `source` is any 32-bit tag of the input. */
export function packRanks(tokens: readonly Uint8Array[], source: number): Uint8Array<ArrayBuffer> {
  const blobBytes = tokens.reduce((sum, token) => sum + token.length, 0);
  const maxTokenBytes = tokens.reduce((max, token) => Math.max(max, token.length), 0);
  const slots = 1 << SLOT_BITS;
  const words = HEADER_WORDS + slots + tokens.length + 1;
  const buffer = new ArrayBuffer(words * 4 + blobBytes);
  const all = new Int32Array(buffer, 0, words);
  const blob = new Uint8Array(buffer, words * 4);
  all.set([MAGIC, FORMAT, SLOT_BITS, tokens.length, blobBytes, maxTokenBytes, source | 0, 0]);
  let offset = 0;
  for (const [rank, token] of tokens.entries()) {
    all[HEADER_WORDS + slots + rank] = offset;
    blob.set(token, offset);
    offset += token.length;
    const mixed = spread(token.reduce(extendHash, 0));
    let slot = mixed >>> (32 - SLOT_BITS);
    while (all[HEADER_WORDS + slot] !== 0) slot = (slot + 1) & (slots - 1);
    all[HEADER_WORDS + slot] = ((mixed & PRINT_MASK) << RANK_BITS) | (rank + 1);
  }
  all[HEADER_WORDS + slots + tokens.length] = offset;
  return new Uint8Array(buffer);
}

/** Reads the stamp from the first bytes of a stored table, or null when they are not ours. */
export function readStamp(start: Uint8Array): RankTableStamp | null {
  if (start.length < RANK_STAMP_BYTES) return null;
  const view = new DataView(start.buffer, start.byteOffset);
  const word = (index: number): number => view.getInt32(index * 4, true);
  if (word(0) !== MAGIC || word(1) !== FORMAT || word(2) !== SLOT_BITS) return null;
  return { totalBytes: (HEADER_WORDS + (1 << SLOT_BITS) + word(3) + 1) * 4 + word(4), source: word(6) };
}

/** Opens a table in place; null when the bytes are not a complete table of this format. */
export function openRanks(table: ArrayBuffer): RankTable | null {
  const stamp = readStamp(new Uint8Array(table));
  if (stamp === null || stamp.totalBytes !== table.byteLength) return null;
  const slotMask = (1 << SLOT_BITS) - 1;
  const header = new Int32Array(table, 0, HEADER_WORDS);
  const count = header[3] ?? 0;
  const maxTokenBytes = header[5] ?? 0;
  const slots = new Int32Array(table, HEADER_WORDS * 4, slotMask + 1);
  const offsets = new Int32Array(table, (HEADER_WORDS + slotMask + 1) * 4, count + 1);
  const blob = new Uint8Array(table, (HEADER_WORDS + slotMask + 1 + count + 1) * 4);

  const hashPowers = new Int32Array(maxTokenBytes + 1);
  hashPowers[0] = 1;
  for (let n = 1; n <= maxTokenBytes; n += 1) hashPowers[n] = Math.imul(hashPowers[n - 1] ?? 0, BASE);

  const find = (bytes: Uint8Array, from: number, to: number, hash: number): number => {
    const mixed = spread(hash);
    const print = mixed & PRINT_MASK;
    for (let slot = mixed >>> (32 - SLOT_BITS);; slot = (slot + 1) & slotMask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return -1;
      if (entry >>> RANK_BITS !== print) continue;
      const rank = (entry & RANK_MASK) - 1;
      const start = offsets[rank] ?? 0;
      if ((offsets[rank + 1] ?? 0) - start !== to - from) continue;
      let k = from;
      while (k < to && blob[start + k - from] === bytes[k]) k += 1;
      if (k === to) return rank;
    }
  };
  return { maxTokenBytes, hashPowers, find };
}
