/**
 * Bounded decompression, for commands: a hook reads no parked text. The only
 * user of `node:zlib`, which costs as much to load as a whole hook and comes
 * with the first call. It stops at the bound, so a stream that lies about its
 * length costs no more than an honest one.
 */

/** Output grows by this much; memory beyond the bound is at most one such step. */
const STEP_BYTES = 65_536;
/** No DEFLATE stream grows by more than this factor. */
const MAX_GROWTH = 1_032;
/** What cannot be shrunk grows by headers of blocks, far less than this share and these bytes. */
const MAX_OVERHEAD_SHARE = 0.05;
const MAX_OVERHEAD_BYTES = 1_024;

/** What `info: true` returns; the published types do not say so. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/** Exactly `rawBytes` bytes, or null for anything else: damage, a longer stream, a shorter one, bytes behind the end. */
export function inflateBounded(body: Uint8Array, rawBytes: number): Uint8Array | null {
  if (body.length === 0 || rawBytes > body.length * MAX_GROWTH) return null;
  if (body.length > rawBytes * (1 + MAX_OVERHEAD_SHARE) + MAX_OVERHEAD_BYTES) return null;
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  try {
    const { buffer, engine } = inflateRawSync(body, {
      info: true,
      maxOutputLength: Math.max(1, rawBytes),
      chunkSize: STEP_BYTES,
    }) as unknown as Inflated;
    if (buffer.length !== rawBytes || engine.bytesWritten !== body.length) return null;
    // A plain array: a slice of a Buffer is no copy, and who changes it would change the text.
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  } catch {
    return null;
  }
}
