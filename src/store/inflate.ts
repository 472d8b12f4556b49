/**
 * Bounded decompression. The only importer of `fflate`, loaded when a blob is
 * read outside a hook. Compressed bytes go in by small steps, so a stream that
 * lies about its length is cut off one step after the bound.
 */

import { Inflate } from "fflate/browser";

/** Small enough that one step of the worst stream stays near the cap. */
const LONG_STEP_BYTES = 16_384;
/** While a stream grows steeply. */
const SHORT_STEP_BYTES = 2_048;
const STEEP_GROWTH = 16;
/** No DEFLATE stream grows by more than this factor. */
const MAX_GROWTH = 1_032;
/** What cannot be shrunk grows by headers of blocks, far less than this share and these bytes. */
const MAX_OVERHEAD_SHARE = 0.05;
const MAX_OVERHEAD_BYTES = 1_024;

/** Exactly `rawBytes` bytes, or null for anything else: damage, a longer stream, a shorter one, bytes behind the end. */
export function inflateBounded(body: Uint8Array, rawBytes: number): Uint8Array | null {
  if (body.length === 0 || rawBytes > body.length * MAX_GROWTH) return null;
  if (body.length > rawBytes * (1 + MAX_OVERHEAD_SHARE) + MAX_OVERHEAD_BYTES) return null;
  const out = new Uint8Array(rawBytes);
  let filled = 0;
  let isTooLong = false;
  const stream = new Inflate((chunk) => {
    if (filled + chunk.length > rawBytes) isTooLong = true;
    else out.set(chunk, filled);
    filled += chunk.length;
  });
  try {
    let step = SHORT_STEP_BYTES;
    for (let at = 0; at < body.length && !isTooLong;) {
      const end = Math.min(body.length, at + step);
      const before = filled;
      stream.push(body.subarray(at, end), end === body.length);
      step = filled - before > (end - at) * STEEP_GROWTH ? SHORT_STEP_BYTES : LONG_STEP_BYTES;
      at = end;
    }
  } catch {
    return null;
  }
  return !isTooLong && filled === rawBytes ? out : null;
}
