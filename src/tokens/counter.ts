import { COUNT_EXACT_MAX_UNITS, COUNT_PIECE_MAX_UNITS, COUNT_SAMPLES } from "../base/limits.ts";
import { safeIndex } from "../base/text.ts";
import { countPiece, encodePiece, pieceBytes } from "./merge.ts";
import { pieceEnd } from "./pieces.ts";
import { openRanks } from "./rank-table.ts";

/**
 * The exact o200k_base token count of a text, from a flat rank table that the
 * caller has loaded. Special tokens such as `<|endoftext|>` count as the text
 * they are. o200k is not the tokeniser of every model: a figure says which one
 * it was counted with.
 */

export interface TokenCount {
  readonly tokens: number;
  /** False when the text was above a limit and the number is approximate. */
  readonly exact: boolean;
}

/**
 * Counts a text in time O(n log n), whatever the text is. Exact up to
 * COUNT_EXACT_MAX_UNITS, or the limit handed in; a longer text is counted in
 * samples. A single piece (a run of one kind of character) is merged whole up
 * to COUNT_PIECE_MAX_UNITS, a longer one in parts.
 */
export type TokenCounter = (text: string, exactMaxUnits?: number) => TokenCount;

/** A counter over the table's bytes; throws when they are no complete table of this format. */
export function createCounter(bytes: ArrayBuffer): TokenCounter {
  const table = openRanks(bytes);
  if (table === null) throw new Error("the token rank table is damaged or of another format");
  const piece = pieceBytes(1024);

  const countAll = (text: string): TokenCount => {
    let tokens = 0;
    let exact = true;
    for (let at = 0; at < text.length;) {
      let end = pieceEnd(text, at);
      if (end - at > COUNT_PIECE_MAX_UNITS) {
        end = safeIndex(text, at + COUNT_PIECE_MAX_UNITS);
        exact = false;
      }
      encodePiece(piece, text, at, end);
      tokens += countPiece(table, piece);
      at = end;
    }
    return { tokens, exact };
  };

  return (text, exactMaxUnits = COUNT_EXACT_MAX_UNITS) =>
    text.length <= exactMaxUnits ? countAll(text) : countSamples(text, exactMaxUnits, countAll);
}

/** Counts evenly spread parts, `units` long in all, and scales the sum up to the whole. */
function countSamples(text: string, units: number, countAll: (text: string) => TokenCount): TokenCount {
  const partUnits = Math.max(1, Math.floor(units / COUNT_SAMPLES));
  const stride = (text.length - partUnits) / (COUNT_SAMPLES - 1);
  let tokens = 0;
  for (let n = 0; n < COUNT_SAMPLES; n += 1) {
    const from = safeIndex(text, Math.floor(n * stride));
    tokens += countAll(text.slice(from, safeIndex(text, from + partUnits))).tokens;
  }
  return { tokens: Math.round(tokens * (text.length / (partUnits * COUNT_SAMPLES))), exact: false };
}
