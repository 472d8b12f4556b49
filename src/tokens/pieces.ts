/**
 * Cuts a text into the pieces of the o200k pattern, within which byte pairs
 * are merged.
 *
 * The pattern is the published one with two translations into this engine's
 * syntax: `\s` means Unicode white space there (with U+0085, without U+FEFF),
 * and the case folding of the contractions also takes the long s (U+017F).
 *
 * It is linear on any text: where neighbouring repeats overlap, the first one
 * gives back at most its own length once per run of such characters, and the
 * match that follows takes the run. tests/reliability/token-time holds it to that.
 */

const UPPER = String.raw`\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}`;
const LOWER = String.raw`\p{Ll}\p{Lm}\p{Lo}\p{M}`;
const SPACE = String.raw`\p{White_Space}`;
const CONTRACTION = String.raw`(?:'(?:[sS\u017ftTmMdD]|[rRvV][eE]|[lL][lL]))?`;

const O200K_PATTERN = [
  String.raw`[^\r\n\p{L}\p{N}]?[${UPPER}]*[${LOWER}]+${CONTRACTION}`,
  String.raw`[^\r\n\p{L}\p{N}]?[${UPPER}]+[${LOWER}]*${CONTRACTION}`,
  String.raw`\p{N}{1,3}`,
  String.raw` ?[^${SPACE}\p{L}\p{N}]+[\r\n/]*`,
  String.raw`[${SPACE}]*[\r\n]+`,
  String.raw`[${SPACE}]+(?![^${SPACE}])`,
  String.raw`[${SPACE}]+`,
].join("|");

// checked-pattern: a constant; tests/reliability/token-time holds it to linear time
const piece = new RegExp(O200K_PATTERN, "uy");

/** Where the piece that starts at `at` ends; `at` must be inside the text. */
export function pieceEnd(text: string, at: number): number {
  piece.lastIndex = at;
  // Half a surrogate pair at the end of a match is still a character of its own.
  return piece.test(text) ? piece.lastIndex : at + 1;
}
