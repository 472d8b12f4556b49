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

/** A line without its values. Most lines of a text share one with others. */
interface Kind {
  readonly indent: number;
  readonly first: string;
  readonly second: string;
  readonly last: string;
  lines: number;
  /** The key of its lines, null when each is a kind of its own. */
  key: string | null;
}

/**
 * One key per text: equal keys, same kind of line. Made of the indent, the
 * first two words that are no values, if they are frequent, and the last word.
 * @param isWanted false: the line takes no part and gets null
 */
export function lineShapes(texts: readonly string[], isWanted: (at: number) => boolean): (string | null)[] {
  const kinds = new Map<string, Kind>();
  const kindOf = texts.map((text, at): Kind | null => {
    if (!isWanted(at)) return null;
    const plain = (text.length > SHAPE_UNITS ? text.slice(0, SHAPE_UNITS) : text).replace(VALUES, "#");
    let kind = kinds.get(plain);
    if (kind === undefined) kinds.set(plain, kind = readKind(plain));
    kind.lines += 1;
    return kind;
  });
  const frequency = new Map<string, number>();
  for (const { first, second, lines } of kinds.values()) {
    frequency.set(first, (frequency.get(first) ?? 0) + lines);
    if (second !== first) frequency.set(second, (frequency.get(second) ?? 0) + lines);
  }
  const common = (word: string): string => ((frequency.get(word) ?? 0) >= FREQUENT ? word : "*");
  for (const kind of kinds.values()) {
    const first = common(kind.first);
    const second = common(kind.second);
    const isUnknown = first === "*" && (second === "*" || kind.second === "");
    if (!isUnknown) kind.key = `${kind.indent}|${first} ${second}|${kind.last}`;
  }
  return kindOf.map((kind, at) => kind === null ? null : kind.key ?? `${at}`);
}

function readKind(text: string): Kind {
  const plain = text.trimStart();
  // Positions instead of a list of all words: of most lines two are needed.
  const firstAt = after(BETWEEN, plain, 0);
  const firstEnd = after(WORD, plain, firstAt);
  const secondAt = after(BETWEEN, plain, firstEnd);
  const secondEnd = after(WORD, plain, secondAt);
  const hasThird = after(BETWEEN, plain, secondEnd) < plain.length;
  const hasWords = firstAt < plain.length;
  return {
    indent: Math.min(8, text.length - plain.length),
    first: plain.slice(firstAt, firstEnd),
    second: plain.slice(secondAt, secondEnd),
    last: hasWords && !hasThird ? "" : plain.slice(plain.lastIndexOf(" ") + 1),
    lines: 0,
    key: null,
  };
}

/** End of the match at a position, or the position itself. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
