/**
 * Coarse sets of characters for the examination of patterns: every ASCII
 * character, white space beyond ASCII, and everything else beyond ASCII.
 * Coarse means that two sets may seem to overlap when they do not, never the
 * other way round.
 */

export type CharSet = Uint8Array;

const ASCII = 128;
const WIDE_SPACE = 128;
const WIDE_OTHER = 129;
const SIZE = 130;
const LINE_ENDS = "\n\r";

/** No character. */
export function emptySet(): CharSet {
  return new Uint8Array(SIZE);
}

/** Every character. */
export function fullSet(): CharSet {
  return new Uint8Array(SIZE).fill(1);
}

/** Adds one code point, or both of its cases. */
export function addPoint(set: CharSet, point: number, ignoreCase: boolean): void {
  if (point >= ASCII) {
    set[/\s/u.test(String.fromCodePoint(point)) ? WIDE_SPACE : WIDE_OTHER] = 1;
    return;
  }
  set[point] = 1;
  if (!ignoreCase) return;
  const letter = String.fromCharCode(point);
  set[letter.toLowerCase().charCodeAt(0)] = 1;
  set[letter.toUpperCase().charCodeAt(0)] = 1;
}

/** Adds the code points `from` to `to`, both included, or both cases of them. */
export function addRange(set: CharSet, from: number, to: number, ignoreCase: boolean): void {
  for (let point = from; point <= Math.min(to, ASCII - 1); point += 1) addPoint(set, point, ignoreCase);
  if (to >= ASCII) {
    set[WIDE_SPACE] = 1;
    set[WIDE_OTHER] = 1;
  }
}

/** `.`: everything but line ends, or everything. */
export function dotSet(dotAll: boolean): CharSet {
  const set = fullSet();
  if (!dotAll) { for (const end of LINE_ENDS) set[end.charCodeAt(0)] = 0; }
  return set;
}

/** `d`, `D`, `w`, `W`, `s`, `S`; null for any other letter. */
export function classSet(letter: string): CharSet | null {
  const set = emptySet();
  switch (letter.toLowerCase()) {
    case "d":
      addRange(set, 0x30, 0x39, false);
      break;
    case "w":
      addRange(set, 0x30, 0x39, false);
      addRange(set, 0x41, 0x5a, false);
      addRange(set, 0x61, 0x7a, false);
      set[0x5f] = 1;
      break;
    case "s":
      for (const point of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]) set[point] = 1;
      set[WIDE_SPACE] = 1;
      break;
    default:
      return null;
  }
  return letter === letter.toLowerCase() ? set : complement(set);
}

/** Characters beyond ASCII stay in: the set may have named only some of them. */
export function complement(set: CharSet): CharSet {
  return set.map((member, index) => index === WIDE_OTHER ? 1 : 1 - member);
}

/** Characters of either set. */
export function union(a: CharSet, b: CharSet): CharSet {
  return a.map((member, index) => member | (b[index] ?? 0));
}

/** True when some character is in both. */
export function overlap(a: CharSet, b: CharSet): boolean {
  return a.some((member, index) => member === 1 && b[index] === 1);
}

/** A character of the set, printable where possible; null for the empty set. */
export function memberOf(set: CharSet): string | null {
  for (const wanted of "a0 -.,:/x") if (set[wanted.charCodeAt(0)] === 1) return wanted;
  for (let point = 0x20; point < ASCII; point += 1) if (set[point] === 1) return String.fromCharCode(point);
  for (let point = 0; point < 0x20; point += 1) if (set[point] === 1) return String.fromCharCode(point);
  if (set[WIDE_OTHER] === 1) return "é";
  return set[WIDE_SPACE] === 1 ? "\u00a0" : null;
}
