import { C_LIBRARY, openCLibrary } from "../store/c-library.ts";

/** Bytes read into the buffer, 0 at the end, a negative number when it failed. */
export type NativeRead = (descriptor: number, into: Uint8Array) => number;

/**
 * `read(2)` of the C library, or null where it cannot be had. Loading
 * `node:fs` costs a passing call a fifth of an empty program, this a fortieth
 * (`bun run bench cold-start`).
 */
export function nativeRead(): NativeRead | null {
  const c = openCLibrary(C_LIBRARY, { read: { args: ["i32", "ptr", "u64"], returns: "i64_fast" } });
  return c && ((descriptor, into) => Number(c.call.read(descriptor, c.addressOf(into), into.length)));
}
