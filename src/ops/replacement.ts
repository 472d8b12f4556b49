import { codePoints } from "../base/text.ts";
import { countLookAlikes, footer } from "../marker/grammar.ts";
import { estimateTokens } from "../tokens/estimate.ts";

/** What stands for an output, its footer, and whether it is worth the host's while. Pure. */

export interface Replacement {
  readonly parts: readonly string[];
  readonly elided: boolean;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly beforePoints: number;
  readonly afterPoints: number;
  readonly keys: readonly string[];
}

/** Below this share and this many tokens a saving is not worth a changed text. */
const MIN_SHARE = 0.2;
const MIN_SAVED_TOKENS = 200;

/** True when so many tokens saved are worth a changed text. */
export function isWorthIt(beforeTokens: number, afterTokens: number): boolean {
  if (afterTokens >= beforeTokens) return false;
  const saved = beforeTokens - afterTokens;
  return saved >= MIN_SAVED_TOKENS || saved >= MIN_SHARE * beforeTokens;
}

/** An original with what is asked of it several times; it can be long. */
export interface Measured {
  readonly text: string;
  readonly points: number;
  readonly tokens: number;
  readonly lookAlikes: number;
}

/** Measures an original. */
export function measure(text: string): Measured {
  return { text, points: codePoints(text), tokens: estimateTokens(text), lookAlikes: countLookAlikes(text) };
}

/** Text, blank line, footer; the footer counts itself. */
export function withFooter(text: string, original: string, hint: string): string {
  return footed(text, measure(original), hint, false);
}

/** Text with the footer of an original; in a list the footer is the last element. */
export function footed(text: string, original: Measured, hint: string, asList: boolean): string {
  const gap = asList ? "\n" : "\n\n";
  const { tokens, lookAlikes } = original;
  let line = footer(tokens, tokens, hint, lookAlikes);
  for (let i = 0; i < 2; i += 1) {
    line = footer(tokens, estimateTokens(`${text}${gap}${line}`), hint, lookAlikes);
  }
  return `${text}${gap}${line}`;
}
