/**
 * Bounded decompression. The only importer of `fflate`, loaded when a blob is
 * read outside a hook. Compressed bytes go in by small steps, so a stream that
 * lies about its length is cut off one step after the bound.
 */

import { Inflate } from "fflate/browser";

const STEP_BYTES = 4_096;

/** Exactly `rawBytes` bytes, or null for anything else: damage, a longer stream, a shorter one, bytes behind the end. */
export function inflateBounded(body: Uint8Array, rawBytes: number): Uint8Array | null {
  const out = new Uint8Array(rawBytes);
  let filled = 0;
  let isTooLong = false;
  const stream = new Inflate((chunk) => {
    if (filled + chunk.length > rawBytes) isTooLong = true;
    else out.set(chunk, filled);
    filled += chunk.length;
  });
  try {
    for (let at = 0; at < body.length && !isTooLong; at += STEP_BYTES) {
      const end = Math.min(body.length, at + STEP_BYTES);
      stream.push(body.subarray(at, end), end === body.length);
    }
  } catch {
    return null;
  }
  return !isTooLong && filled === rawBytes ? out : null;
}
