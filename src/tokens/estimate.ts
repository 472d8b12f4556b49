import { codePoints } from "../base/text.ts";

/**
 * Token estimate used by every threshold and ledger row: code points / 4,
 * rounded down, at least 1. Exact counts are `tokens/counter`.
 */
export function estimateTokens(text: string): number {
  return Math.max(1, Math.floor(codePoints(text) / 4));
}
