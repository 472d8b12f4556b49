/** Shapes of the hashes; the implementation comes with the Runtime. */

export interface Hashes {
  /** SHA-256 of the text's round-trip bytes (see `encodeText`), lower-case hex. */
  readonly content: (bytes: Uint8Array) => string;
  /** CRC-32, for damage by chance only. */
  readonly checksum: (bytes: Uint8Array) => number;
  /** HMAC-SHA-256 of parts, one behind the other, under the state secret, lower-case hex. */
  readonly keyed: (secret: Uint8Array, ...parts: readonly Uint8Array[]) => string;
}
