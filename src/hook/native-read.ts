/**
 * `read(2)` of the C library. Loading `node:fs` costs a passing call a fifth of
 * an empty program; this costs half of that (`bun run bench cold-start`).
 */

import { dlopen, FFIType } from "bun:ffi";

/** Set by build/compile.ts where the target has one that is loaded already; elsewhere there is none. */
declare const C_LIBRARY: string | undefined;

/** Bytes read into the buffer, 0 at the end, a negative number when it failed. */
export type NativeRead = (descriptor: number, into: Uint8Array, bytes: number) => number;

/** The function, or null where it cannot be had; then `node:fs` has to do. */
export function nativeRead(): NativeRead | null {
  if (typeof C_LIBRARY !== "string" || C_LIBRARY === "") return null;
  try {
    const { read } =
      dlopen(C_LIBRARY, { read: { args: ["i32", "ptr", "u64"], returns: FFIType.i64_fast } }).symbols;
    return (descriptor, into, bytes) => Number(read(descriptor, into, bytes));
  } catch {
    return null;
  }
}
