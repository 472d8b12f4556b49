import { nativeCalls } from "../../src/store/native-calls.ts";
import { nodeCalls, type SystemCalls } from "../../src/store/system-calls.ts";

/** The calls through the C library of Linux; throws where they cannot be had, so that no test goes another way. */
export function nativeOnly(): SystemCalls {
  const calls = nativeCalls("libc.so.6", nodeCalls());
  if (calls === null) throw new Error("the C library cannot be called");
  return calls;
}
