/**
 * The token counter under test and two oracles: the published o200k pattern
 * as a regular expression, and the tiktoken package.
 */
import { get_encoding } from "tiktoken";
import { ensureRanks } from "../../build/ranks.ts";
import { createCounter, type TokenCounter } from "../../src/tokens/counter.ts";

const UPPER = String.raw`\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}`;
const LOWER = String.raw`\p{Ll}\p{Lm}\p{Lo}\p{M}`;
const SPACE = String.raw`\p{White_Space}`;
// Case folding of the original also takes the long s (U+017F).
const CONTRACTION = String.raw`(?:'[sS\u017f]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?`;

/** The published split pattern of o200k_base, in this engine's syntax. */
const O200K_PATTERN = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?[${UPPER}]*[${LOWER}]+${CONTRACTION}`,
    String.raw`[^\r\n\p{L}\p{N}]?[${UPPER}]+[${LOWER}]*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^${SPACE}\p{L}\p{N}]+[\r\n/]*`,
    String.raw`[${SPACE}]*[\r\n]+`,
    String.raw`[${SPACE}]+(?![^${SPACE}])`,
    String.raw`[${SPACE}]+`,
  ].join("|"),
  "gu",
);

/** The pieces of a text according to the published pattern. */
export function patternPieces(text: string): string[] {
  return text.match(O200K_PATTERN) ?? [];
}

/** tiktoken is quadratic in one piece and crashes on very long ones. */
const SAFE_PIECE_UNITS = 3_000;

const tiktoken = get_encoding("o200k_base");

/** Tokens according to tiktoken, or null for a text that it cannot be trusted with. */
export function oracleTokens(text: string): number | null {
  if (patternPieces(text).some((piece) => piece.length > SAFE_PIECE_UNITS)) return null;
  return tiktoken.encode_ordinary(text).length;
}

/** The generated table, built when it is not there. */
export async function rankTable(): Promise<ArrayBuffer> {
  return await Bun.file(ensureRanks()).arrayBuffer();
}

/** Our counter over the generated table. */
export async function testCounter(): Promise<TokenCounter> {
  return createCounter(await rankTable());
}
