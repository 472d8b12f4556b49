/**
 * The shape of a line: what stays when names and numbers are taken out. Lines
 * of one shape are items of one kind; a line whose shape is rare in its text
 * is news. One pass over the characters, no strings made: this runs for every
 * line of a large output.
 */

const SHAPE_UNITS = 400;
const MAX_TOKENS = 14;
/** FNV-1a, 32 bit. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

const WORD = 1;
const NUMBER = 2;
const PATH = 3;

/**
 * A number that is equal for lines of one kind: indent, the first two words
 * and the last one as they are, other tokens by class (word, number, path,
 * punctuation), repeated classes once. Two kinds can share a number by
 * accident; then a line counts as less rare than it is.
 */
export function lineShape(text: string): number {
  const end = Math.min(text.length, SHAPE_UNITS);
  let at = 0;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  let hash = mix(BASIS, Math.min(at, 8));
  let tokens = 0;
  let previous = 0;
  let lastWord = 0;
  while (at < end && tokens < MAX_TOKENS) {
    if (isSpace(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let digits = false;
    let path = false;
    let letters = true;
    let exact = BASIS;
    let frame = BASIS;
    let inLetters = false;
    const start = at;
    for (; at < end; at += 1) {
      const unit = text.charCodeAt(at);
      if (isSpace(unit)) break;
      exact = mix(exact, unit);
      if (isLetter(unit)) {
        if (!inLetters) frame = mix(frame, 119);
        inLetters = true;
        continue;
      }
      inLetters = false;
      frame = mix(frame, unit);
      if (unit >= 48 && unit <= 57) digits = true;
      else if (unit === 47 || unit === 92) path = true;
      else if (unit === 46 && at > start && at + 1 < end && !isSpace(text.charCodeAt(at + 1))) path = true;
      else if (unit === 58 && text.charCodeAt(at + 1) === 58) path = true;
      // A comma, colon or full stop at the end belongs to the word before it.
      if (unit !== 44 && unit !== 58 && unit !== 46) letters = false;
    }
    const isWord = letters && !digits && !path;
    const kind = path ? PATH : digits ? NUMBER : WORD;
    lastWord = isWord ? exact : 0;
    tokens += 1;
    if (isWord && tokens <= 2) {
      hash = mix(hash, exact);
      previous = 0;
    } else if (!isWord && !path && !digits && (tokens <= 2 || at - start <= 3)) {
      hash = mix(hash, frame);
      previous = 0;
    } else if (kind !== previous) {
      hash = mix(hash, kind);
      previous = kind;
    }
  }
  return tokens > 2 ? mix(hash, lastWord) : hash;
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, PRIME);
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/** ASCII letters, `_`, `-` and everything beyond ASCII. */
function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 45 ||
    unit > 127;
}
