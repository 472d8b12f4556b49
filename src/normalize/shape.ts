/**
 * The shape of a line: what stays when names and numbers are taken out. Lines
 * of one shape are items of one kind; a line whose shape is rare in its text
 * is news. Native string operations only: this runs cold in every hook call,
 * where a loop over characters costs ten times as much.
 */

const SHAPE_UNITS = 160;
/** A word that stands in this many lines belongs to the kind, not to the item. */
const FREQUENT = 3;

// line-capped
const VALUES = /\S*[\d/\\]\S*/g;
const BETWEEN = /[\s#]*/y;
const WORD = /[^\s#]+/y;

interface Parts {
  readonly indent: number;
  readonly first: string;
  readonly second: string;
  readonly last: string;
}

/**
 * One key per text: equal keys, same kind of line. Made of the indent, the
 * first two words that are no values, if they are frequent, and the last word.
 * @param isWanted false: the line takes no part and gets null
 */
export function lineShapes(texts: readonly string[], isWanted: (at: number) => boolean): (string | null)[] {
  const parts: (Parts | null)[] = [];
  const frequency = new Map<string, number>();
  for (let at = 0; at < texts.length; at += 1) {
    const part = isWanted(at) ? partsOf(texts[at] as string) : null;
    parts.push(part);
    if (part === null) continue;
    frequency.set(part.first, (frequency.get(part.first) ?? 0) + 1);
    if (part.second !== part.first) frequency.set(part.second, (frequency.get(part.second) ?? 0) + 1);
  }
  const common = (word: string): string => ((frequency.get(word) ?? 0) >= FREQUENT ? word : "*");
  return parts.map((part, at) => {
    if (part === null) return null;
    const first = common(part.first);
    const second = common(part.second);
    // Nothing of it is known: a kind of its own.
    if (first === "*" && (second === "*" || part.second === "")) return `${at}`;
    return `${part.indent}|${first} ${second}|${part.last}`;
  });
}

function partsOf(text: string): Parts {
  const start = text.length > SHAPE_UNITS ? text.slice(0, SHAPE_UNITS) : text;
  const trimmed = start.trimStart();
  const plain = trimmed.replace(VALUES, "#");
  // Positions instead of a list of all words: of most lines two are needed.
  const firstAt = after(BETWEEN, plain, 0);
  const firstEnd = after(WORD, plain, firstAt);
  const secondAt = after(BETWEEN, plain, firstEnd);
  const secondEnd = after(WORD, plain, secondAt);
  const hasThird = after(BETWEEN, plain, secondEnd) < plain.length;
  const hasWords = firstAt < plain.length;
  return {
    indent: Math.min(8, start.length - trimmed.length),
    first: plain.slice(firstAt, firstEnd),
    second: plain.slice(secondAt, secondEnd),
    last: hasWords && !hasThird ? "" : plain.slice(plain.lastIndexOf(" ") + 1),
  };
}

/** End of the match at a position, or the position itself. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
