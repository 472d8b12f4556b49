/**
 * Framing of journals. A record is LF + JSON + "~" + checksum + LF: the leading
 * LF keeps a torn tail from swallowing the next record, the checksum (seeded
 * with the journal's name, so that a swapped file reads as empty) lets a reader
 * skip what it cannot verify. JSON never contains a raw LF.
 */

import { fail, ok, type Result } from "../base/errors.ts";
import type { Hashes } from "../base/hash.ts";
import { JOURNAL_RECORD_MAX_BYTES } from "../base/limits.ts";

/** Anything with a tag; the tag names the kind of the record. */
export interface JournalRecord {
  readonly t: string;
  readonly [field: string]: unknown;
}

const LF = 10;
const TILDE = 126;
const SUM_LENGTH = 8;
const TAIL_LENGTH = SUM_LENGTH + 1;

/** The bytes of a batch of records, for one write. */
export function frame(hash: Hashes, journal: string, records: readonly JournalRecord[]): Result<Uint8Array> {
  const seed = seedOf(hash, journal);
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const record of records) {
    const json = encoder.encode(JSON.stringify(record));
    if (json.length > JOURNAL_RECORD_MAX_BYTES) return fail("too-large", "a journal record is too large");
    parts.push(json);
    length += json.length + TAIL_LENGTH + 2;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const json of parts) {
    bytes[at] = LF;
    bytes.set(json, at + 1);
    at += 1 + json.length;
    at += encoder.encodeInto(`~${sumText((hash.checksum(json) ^ seed) >>> 0)}\n`, bytes.subarray(at)).written;
  }
  return ok(bytes);
}

/** Reads the valid records of some bytes, in order; everything else is skipped. */
export function unframe(hash: Hashes, journal: string, bytes: Uint8Array): JournalRecord[] {
  const records: JournalRecord[] = [];
  eachRecord(hash, journal, bytes, (record) => records.push(record));
  return records;
}

/**
 * Hands every valid record over and returns how many bytes are settled: all up
 * to and including the last LF. What follows may still be in the making.
 */
export function eachRecord(
  hash: Hashes,
  journal: string,
  bytes: Uint8Array,
  take: (record: JournalRecord, at: number) => void,
): number {
  const seed = seedOf(hash, journal);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let start = 0;
  for (let end = bytes.indexOf(LF, start); end >= 0; end = bytes.indexOf(LF, start)) {
    const record = end - start > TAIL_LENGTH
      ? parseLine(hash, seed, decoder, bytes.subarray(start, end))
      : null;
    if (record !== null) take(record, start);
    start = end + 1;
  }
  return start;
}

function parseLine(hash: Hashes, seed: number, decoder: TextDecoder, line: Uint8Array): JournalRecord | null {
  const cut = line.length - TAIL_LENGTH;
  if (line[cut] !== TILDE || line.length > JOURNAL_RECORD_MAX_BYTES + TAIL_LENGTH) return null;
  const json = line.subarray(0, cut);
  const sum = readSum(line, cut + 1);
  if (sum < 0 || sum !== ((hash.checksum(json) ^ seed) >>> 0)) return null;
  try {
    const parsed: unknown = JSON.parse(decoder.decode(json));
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is JournalRecord {
  return typeof value === "object" && value !== null && "t" in value && typeof value.t === "string";
}

function seedOf(hash: Hashes, journal: string): number {
  return hash.checksum(new TextEncoder().encode(journal));
}

function sumText(sum: number): string {
  return sum.toString(16).padStart(SUM_LENGTH, "0");
}

/** Eight lower-case hexadecimal digits as a number, or -1. */
function readSum(line: Uint8Array, at: number): number {
  let sum = 0;
  for (let i = at; i < at + SUM_LENGTH; i += 1) {
    const byte = line[i] ?? 0;
    const digit = byte >= 48 && byte <= 57 ? byte - 48 : byte >= 97 && byte <= 102 ? byte - 87 : -1;
    if (digit < 0) return -1;
    sum = sum * 16 + digit;
  }
  return sum;
}
