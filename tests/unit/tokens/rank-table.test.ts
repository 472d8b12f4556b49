import { describe, expect, test } from "bun:test";
import {
  extendHash,
  openRanks,
  packRanks,
  RANK_STAMP_BYTES,
  readStamp,
} from "../../../src/tokens/rank-table.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const TOKENS = ["a", "b", "ab", "abab", "\u0000", "long token of some length"].map(encode);

describe("the rank table", () => {
  const packed = packRanks(TOKENS, -5);
  const table = openRanks(packed.buffer);
  const find = (text: string): number | undefined => {
    const bytes = encode(text);
    return table?.find(bytes, 0, bytes.length, bytes.reduce(extendHash, 0));
  };

  test("gives every token its index as rank", () => {
    expect(TOKENS.map((token) => find(new TextDecoder().decode(token)))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("finds nothing that was not put in", () => {
    expect(["", "c", "ba", "aba", "ababa"].map(find)).toEqual([-1, -1, -1, -1, -1]);
  });

  test("is not fooled by an equal hash of other bytes", () => {
    const bytes = encode("zz");
    expect(table?.find(bytes, 0, 2, encode("ab").reduce(extendHash, 0))).toBe(-1);
  });

  test("derives the hash of a part from the hashes of prefixes", () => {
    const bytes = encode("xxabab");
    const prefix = [0];
    for (const byte of bytes) prefix.push(extendHash(prefix.at(-1) ?? 0, byte));
    const hash = (prefix[6] ?? 0) - Math.imul(prefix[2] ?? 0, table?.hashPowers[4] ?? 0);
    expect(table?.find(bytes, 2, 6, hash | 0)).toBe(3);
  });

  test("is stamped with its size and its source", () => {
    expect(readStamp(packed.subarray(0, RANK_STAMP_BYTES))).toEqual({
      totalBytes: packed.length,
      source: -5,
    });
    expect(readStamp(packed.subarray(0, 8))).toBeNull();
    expect(readStamp(new Uint8Array(RANK_STAMP_BYTES))).toBeNull();
  });
});
