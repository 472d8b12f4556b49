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

/** Class of an ASCII character: what it makes of its token. */
const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
const SLASH = 4;
/** Comma, colon, full stop: at the end of a word they belong to it. */
const STOP = 5;
const OTHER = 6;
const CLASSES = new Uint8Array(128).fill(OTHER);
for (const unit of [9, 32]) CLASSES[unit] = SPACE;
for (let unit = 65; unit <= 90; unit += 1) CLASSES[unit] = CLASSES[unit + 32] = LETTER;
for (const unit of [45, 95]) CLASSES[unit] = LETTER;
for (let unit = 48; unit <= 57; unit += 1) CLASSES[unit] = DIGIT;
for (const unit of [47, 92]) CLASSES[unit] = SLASH;
for (const unit of [44, 46, 58]) CLASSES[unit] = STOP;

/**
 * A number that is equal for lines of one kind: indent, the first two words
 * and the last one as they are, other tokens by class (word, number, path,
 * punctuation), repeated classes once. Two kinds can share a number by
 * accident; then a line counts as less rare than it is.
 */
export function lineShape(text: string): number {
  const end = text.length < SHAPE_UNITS ? text.length : SHAPE_UNITS;
  let at = 0;
  let unit = 0;
  let hash = BASIS;
  let tokens = 0;
  let previous = 0;
  let lastWord = 0;
  while (at < end && tokens < MAX_TOKENS) {
    unit = text.charCodeAt(at);
    if (unit === 32 || unit === 9) {
      at += 1;
      if (tokens === 0 && at <= 8) hash = Math.imul(hash ^ 1, PRIME);
      continue;
    }
    const start = at;
    let seen = 0;
    let exact = BASIS;
    let inner = 0;
    for (; at < end; at += 1) {
      unit = text.charCodeAt(at);
      const kind = unit < 128 ? CLASSES[unit] as number : LETTER;
      if (kind === SPACE) break;
      // A stop that something follows joins a path, a version or a number.
      if ((seen & (1 << STOP)) !== 0 && inner === STOP) seen |= 1 << SLASH;
      seen |= 1 << kind;
      inner = kind;
      exact = Math.imul(exact ^ unit, PRIME);
    }
    tokens += 1;
    const isPath = (seen & (1 << SLASH)) !== 0;
    const hasDigit = (seen & (1 << DIGIT)) !== 0;
    const isWord = !isPath && !hasDigit && (seen & (1 << OTHER)) === 0;
    lastWord = isWord ? exact : 0;
    if (isPath || hasDigit) {
      const kind = isPath ? PATH : NUMBER;
      if (kind !== previous) hash = Math.imul(hash ^ kind, PRIME);
      previous = kind;
    } else if (tokens <= 2 || (!isWord && at - start <= 3)) {
      hash = Math.imul(hash ^ exact, PRIME);
      previous = 0;
    } else if (previous !== WORD) {
      hash = Math.imul(hash ^ WORD, PRIME);
      previous = WORD;
    }
  }
  return tokens > 2 ? Math.imul(hash ^ lastWord, PRIME) : hash;
}
