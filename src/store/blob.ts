/**
 * Blobs: content that is written once and verified whenever it is read.
 * Header, description, then raw DEFLATE (RFC 1951). No checksum of a codec is
 * trusted: a blob counts only if its length and SHA-256 are exactly as
 * declared, and what it declares is bounded first.
 *
 *   0  "CKB1"                     16  created, Unix milliseconds (float64)
 *   4  codec (0 stored, 1 raw)    24  SHA-256 of the raw bytes
 *   5  content (0 UTF-8, 1 wide,  56  CRC-32 of bytes 0..55 and description
 *      2 bytes)                   60  description, JSON
 *   6  description length (u16)    …  body
 *   8  raw length (u32)
 *  12  body length (u32)          all little endian
 */

import { isWide } from "../base/encode.ts";
import { BLOB_HEADER_MAX_BYTES, INFLATE_UNBOUNDED_MAX_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { toHex } from "./layout.ts";

/** Small facts about a blob; strings and numbers only. */
export type BlobFacts = Readonly<Record<string, string | number>>;

export interface BlobHeader {
  readonly codec: "stored" | "deflate";
  readonly content: "utf8" | "wide" | "bytes";
  readonly rawBytes: number;
  readonly bodyBytes: number;
  readonly createdMs: number;
  readonly sha256: string;
  readonly facts: BlobFacts;
  /** Where the body begins. */
  readonly bodyAt: number;
}

const MAGIC = [0x43, 0x4b, 0x42, 0x31];
const FIXED_BYTES = 60;
const CODECS = ["stored", "deflate"] as const;
const CONTENTS = ["utf8", "wide", "bytes"] as const;

export interface Sealing {
  readonly facts: BlobFacts;
  readonly createdMs: number;
  readonly codec?: "stored" | "deflate";
  /** Not text: says so in the header. */
  readonly isBinary?: boolean;
}

/** The bytes of a blob file. */
export function seal(rt: Runtime, raw: Uint8Array, how: Sealing): Uint8Array {
  const body = how.codec === "stored" ? raw : rt.deflate(raw);
  const facts = new TextEncoder().encode(JSON.stringify(how.facts));
  const file = new Uint8Array(FIXED_BYTES + facts.length + body.length);
  const view = new DataView(file.buffer);
  file.set(MAGIC, 0);
  file[4] = how.codec === "stored" ? 0 : 1;
  file[5] = how.isBinary === true ? 2 : isWide(raw) ? 1 : 0;
  view.setUint16(6, facts.length, true);
  view.setUint32(8, raw.length, true);
  view.setUint32(12, body.length, true);
  view.setFloat64(16, how.createdMs, true);
  file.set(fromHex(rt.hash.content(raw)), 24);
  file.set(facts, FIXED_BYTES);
  view.setUint32(56, headerSum(rt, file, facts.length), true);
  file.set(body, FIXED_BYTES + facts.length);
  return file;
}

/** Reads the header from the first bytes of a file (`BLOB_HEADER_MAX_BYTES` always suffice), or null. */
export function readHeader(rt: Runtime, file: Uint8Array): BlobHeader | null {
  if (file.length < FIXED_BYTES || MAGIC.some((byte, i) => file[i] !== byte)) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const codec = CODECS[file[4] ?? 255];
  const content = CONTENTS[file[5] ?? 255];
  const factBytes = view.getUint16(6, true);
  if (codec === undefined || content === undefined) return null;
  if (FIXED_BYTES + factBytes > Math.min(file.length, BLOB_HEADER_MAX_BYTES)) return null;
  if (view.getUint32(56, true) !== headerSum(rt, file, factBytes)) return null;
  const facts = parseFacts(file.subarray(FIXED_BYTES, FIXED_BYTES + factBytes));
  if (facts === null) return null;
  return {
    codec,
    content,
    rawBytes: view.getUint32(8, true),
    bodyBytes: view.getUint32(12, true),
    createdMs: view.getFloat64(16, true),
    sha256: toHex(file.subarray(24, 56)),
    facts,
    bodyAt: FIXED_BYTES + factBytes,
  };
}

/** The body, if the file is exactly as long as its header says and declares no more than the cap. */
export function bodyOf(file: Uint8Array, header: BlobHeader, maxRawBytes: number): Uint8Array | null {
  if (header.rawBytes > maxRawBytes || file.length !== header.bodyAt + header.bodyBytes) return null;
  return file.subarray(header.bodyAt);
}

/** Accepts raw bytes only with the declared length and hash. */
export function verified(rt: Runtime, header: BlobHeader, raw: Uint8Array | null): Uint8Array | null {
  if (raw === null || raw.length !== header.rawBytes) return null;
  if (header.content !== "bytes" && (header.content === "wide") !== isWide(raw)) return null;
  return rt.hash.content(raw) === header.sha256 ? raw : null;
}

/** Opens a blob of any size with the bounded codec. */
export async function openBlob(
  rt: Runtime,
  file: Uint8Array,
  maxRawBytes: number,
): Promise<Uint8Array | null> {
  const header = readHeader(rt, file);
  const body = header === null ? null : bodyOf(file, header, maxRawBytes);
  if (header === null || body === null) return null;
  if (header.codec === "stored") return verified(rt, header, body);
  const { inflateBounded } = await import("./inflate.ts");
  return verified(rt, header, inflateBounded(body, header.rawBytes));
}

/**
 * Opens a small blob at once with the engine's codec. That codec has no bound
 * of its own, so the size of the body bounds it.
 */
export function openSmallBlob(rt: Runtime, file: Uint8Array, maxRawBytes: number): Uint8Array | null {
  const header = readHeader(rt, file);
  const body = header === null ? null : bodyOf(file, header, maxRawBytes);
  if (header === null || body === null) return null;
  if (header.codec === "stored") return verified(rt, header, body);
  return body.length > INFLATE_UNBOUNDED_MAX_BYTES ? null : verified(rt, header, rt.inflate(body));
}

function headerSum(rt: Runtime, file: Uint8Array, factBytes: number): number {
  const covered = new Uint8Array(56 + factBytes);
  covered.set(file.subarray(0, 56), 0);
  covered.set(file.subarray(FIXED_BYTES, FIXED_BYTES + factBytes), 56);
  return rt.hash.checksum(covered);
}

function parseFacts(bytes: Uint8Array): BlobFacts | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    const facts: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(parsed)) {
      if (typeof value === "string" || typeof value === "number") facts[name] = value;
    }
    return facts;
  } catch {
    return null;
  }
}

function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
