/**
 * Text helpers without domain words. Everything here is linear in the length
 * of its input and never splits a surrogate pair.
 */

const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Number of code points: a surrogate pair counts once, a lone surrogate once. */
export function codePoints(text: string): number {
  // Nearly all texts have none; the engine's own search is many times faster than a loop.
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        pairs += 1;
        i += 1;
      }
    }
  }
  return text.length - pairs;
}

/** Moves an index back by one when it would split a surrogate pair. */
export function safeIndex(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return Math.max(0, Math.min(index, text.length));
  const before = text.charCodeAt(index - 1);
  const at = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && at >= 0xdc00 && at <= 0xdfff ? index - 1 : index;
}

/** The first `units` UTF-16 units, without half a surrogate pair at the end. */
export function head(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, safeIndex(text, units));
}

/** The last `units` UTF-16 units, without half a surrogate pair at the start. */
export function tail(text: string, units: number): string {
  return text.length <= units ? text : text.slice(safeIndex(text, text.length - units));
}

const INK = /\S/;

/** True for a line of white space only. */
export function isBlank(line: string): boolean {
  // Most lines are told by their first character; none is copied.
  return line.length === 0 || (line.charCodeAt(0) <= 32 || line.charCodeAt(0) > 127) && !INK.test(line);
}

/** Spaces and tabs at the beginning of a line, each counted as one. */
export function indentOf(text: string): number {
  let indent = 0;
  while (text.charCodeAt(indent) === 32 || text.charCodeAt(indent) === 9) indent += 1;
  return indent;
}

/** Parts of a path after either kind of slash. */
export function baseName(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return path.slice(cut + 1);
}

/** Lower-case extension with its dot, or "" when there is none. */
export function extension(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** Refers to a group by its number or name, which change when patterns are joined. */
const REFERENCE = /\\[1-9k]/;

/**
 * Whether one of some patterns (without `g` and `y`) matches. Those of equal flags are
 * joined: each pattern costs a compilation and a call for each of many lines.
 */
export function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  const sources = new Map<string, string[]>();
  const joined: RegExp[] = [];
  for (const pattern of patterns) {
    const { source, flags } = pattern;
    if (REFERENCE.test(source)) joined.push(pattern);
    else {
      const equal = sources.get(flags);
      if (equal) equal.push(source);
      else sources.set(flags, [source]);
    }
  }
  // checked-pattern: each part is one, of ours or accepted from the user; alternatives take the sum of their times
  for (const [flags, parts] of sources) joined.push(new RegExp(parts.join("|"), flags));
  const { 0: only, length } = joined;
  if (only === undefined) return () => false;
  return length === 1 ? (text) => only.test(text) : (text) => {
    for (let i = 0; i < length; i += 1) if ((joined[i] as RegExp).test(text)) return true;
    return false;
  };
}
