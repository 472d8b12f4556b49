/**
 * Cuts a text into the pieces of the o200k pattern, within which byte pairs
 * are merged. The published pattern (P? stands for `[^\r\n\p{L}\p{N}]?`,
 * C for the English contractions):
 *
 *   P?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+C?
 * | P?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*C?
 * | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 *
 * is followed by hand, so that the work is linear in the text: a run of one
 * kind of character is scanned at most three times, whatever the input.
 */

/** Kinds of characters, as far as the pattern tells them apart. */
const OTHER = 1;
const UPPER = 2;
const LOWER = 3;
/** Letters without case: in both halves of a word. */
const CASELESS = 4;
/** Marks: like CASELESS inside a word, like OTHER elsewhere. */
const MARK = 5;
const NUMBER = 6;
const SPACE = 7;
const NEWLINE = 8;

const KIND_TESTS: readonly (readonly [RegExp, number])[] = [
  [/^[\r\n]/u, NEWLINE],
  [/^\p{White_Space}/u, SPACE],
  [/^[\p{Lu}\p{Lt}]/u, UPPER],
  [/^\p{Ll}/u, LOWER],
  [/^[\p{Lm}\p{Lo}]/u, CASELESS],
  [/^\p{M}/u, MARK],
  [/^\p{N}/u, NUMBER],
];

/** Kinds seen so far by code point; 0 means not looked up yet. */
const kinds = new Uint8Array(0x11_0000);

function kindOf(point: number): number {
  const known = kinds[point] ?? OTHER;
  if (known !== 0) return known;
  const char = String.fromCodePoint(point);
  const found = KIND_TESTS.find(([test]) => test.test(char))?.[1] ?? OTHER;
  kinds[point] = found;
  return found;
}

/** Kind of the character at `at`; 0 at the end of the text. */
function kindAt(text: string, at: number): number {
  return at < text.length ? kindOf(text.codePointAt(at) ?? 0) : 0;
}

/** Units of the character at `at`. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** End of the run of characters from `at` whose kinds are in the bit set `set`. */
function runEnd(text: string, at: number, set: number): number {
  let end = at;
  while (end < text.length && (set >>> kindOf(text.codePointAt(end) ?? 0)) & 1) end += widthAt(text, end);
  return end;
}

const bits = (...members: readonly number[]): number => members.reduce((set, kind) => set | (1 << kind), 0);
const HEAD_SET = bits(UPPER, CASELESS, MARK);
const TAIL_SET = bits(LOWER, CASELESS, MARK);
const BOTH_SET = bits(CASELESS, MARK);
const SYMBOL_SET = bits(OTHER, MARK);
const PREFIX_SET = bits(OTHER, MARK, SPACE);

/** End of head* tail+ from `at`, or -1; `headEnd` is where the head run ends. */
function lowerWordEnd(text: string, at: number, headEnd: number): number {
  const end = runEnd(text, headEnd, TAIL_SET);
  if (end > headEnd) return end;
  // The tail is empty: the head gives back characters up to its last caseless one.
  let last = headEnd;
  while (last > at) {
    const width = last - at > 1 && widthAt(text, last - 2) === 2 ? 2 : 1;
    if ((BOTH_SET >>> kindAt(text, last - width)) & 1) return last;
    last -= width;
  }
  return -1;
}

/** End of a contraction such as 's or 'll at `at`, else `at`. */
function contractionEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 39) return at;
  const one = text.charAt(at + 1);
  if (one !== "" && "sStTmMdD\u017f".includes(one)) return at + 2;
  const two = text.slice(at + 1, at + 3).toLowerCase();
  return two === "re" || two === "ve" || two === "ll" ? at + 3 : at;
}

/** End of a word at `at`, with or without one prefix character, or -1. */
function wordEnd(text: string, at: number, kind: number): number {
  const after = (PREFIX_SET >>> kind) & 1 ? at + widthAt(text, at) : -1;
  const afterHead = after < 0 ? -1 : runEnd(text, after, HEAD_SET);
  let end = after < 0 ? -1 : lowerWordEnd(text, after, afterHead);
  if (end < 0 && kind !== SPACE && kind !== OTHER) {
    const headEnd = runEnd(text, at, HEAD_SET);
    end = lowerWordEnd(text, at, headEnd);
    if (end < 0 && after < 0 && headEnd > at) end = headEnd;
  }
  if (end < 0 && afterHead > after) end = afterHead;
  return end < 0 ? -1 : contractionEnd(text, end);
}

/** End of white space at `at`: through its last newline, else all but one character before a word. */
function spaceEnd(text: string, at: number): number {
  let end = at;
  let lastNewline = -1;
  for (let kind = kindAt(text, end); kind === SPACE || kind === NEWLINE; kind = kindAt(text, end)) {
    if (kind === NEWLINE) lastNewline = end;
    end += 1;
  }
  if (lastNewline >= 0) return lastNewline + 1;
  return end === text.length || end - at === 1 ? end : end - 1;
}

/** End of up to three digits at `at`. */
function numberEnd(text: string, at: number): number {
  let end = at;
  for (let n = 0; n < 3 && kindAt(text, end) === NUMBER; n += 1) end += widthAt(text, end);
  return end;
}

/** Where the piece that starts at `at` ends; `at` must be inside the text. */
export function pieceEnd(text: string, at: number): number {
  const kind = kindAt(text, at);
  if (kind === NUMBER) return numberEnd(text, at);
  if (kind !== NEWLINE) {
    const end = wordEnd(text, at, kind);
    if (end >= 0) return end;
  }
  const symbols = text.charCodeAt(at) === 32 ? at + 1 : at;
  let end = runEnd(text, symbols, SYMBOL_SET);
  if (end === symbols) return spaceEnd(text, at);
  for (
    let code = text.charCodeAt(end);
    code === 10 || code === 13 || code === 47;
    code = text.charCodeAt(end)
  ) {
    end += 1;
  }
  return end;
}
