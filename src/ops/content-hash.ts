import { encodeText } from "../base/encode.ts";
import type { Runtime } from "../base/runtime.ts";

/** First hexadecimal characters of a text's hash. */
export function shortHash(rt: Runtime, text: string, length: number): string {
  return rt.hash.content(encodeText(text)).slice(0, length);
}

/** The hash of a text by which deliveries are compared: 24 hexadecimal characters. */
export function contentHash(rt: Runtime, text: string): string {
  return shortHash(rt, text, 24);
}
