/** Comparison of bytes at the speed of the machine; buffers of a parked output can hold megabytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
