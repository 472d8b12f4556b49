import { countSuffix, isBarrier } from "../marker/grammar.ts";
import type { Line } from "./types.ts";

/**
 * Progress families: at least four consecutive lines that each carry a
 * spinner glyph, a percentage or a bar and are equal once those tokens and the
 * counters beside them are taken out. First and last stay, with a count.
 * Ordinary numbered lines are never a family: other digits must be equal.
 * Laws: never longer; twice equals once; counts add up.
 */

const MIN_FAMILY = 4;
const LINE_MAX_UNITS = 400;
const SIGN = /%|\[[=#>.\-* ]|[\u2500-\u28ff]/;
const TOKEN = /\d{1,3}(?:\.\d{1,4})? ?%|[⠀-⣿◐◓◑◒▏▎▍▌▋▊▉█▓▒░━╸╺]|\[[=#>.\-* ]{3,200}\]/;
const TOKENS = /\d{1,3}(?:\.\d{1,4})? ?%|[⠀-⣿◐◓◑◒▏▎▍▌▋▊▉█▓▒░━╸╺]+|\[[=#>.\-* ]{3,200}\]/g;
const COUNTERS =
  /\d{1,12}(?:\.\d{1,6})? ?(?:[KMGT]i?B|[kKMG]?B|bytes)(?:\/s|ps)?|\d{1,3}:\d\d(?::\d\d)?|\d{1,9}(?:\.\d{1,6})? ?(?:ms|s|m|it\/s|s\/it)\b|\(?\d{1,9}\/\d{1,9}\)?|eta \S{1,20}/gi;

/** Replaces progress families by their first and last line. */
export function foldProgress(lines: readonly Line[]): Line[] {
  const out: Line[] = [];
  let i = 0;
  let next: string | null = null;
  let hasNext = false;
  while (i < lines.length) {
    const key: string | null = hasNext ? next : familyKey(lines[i] as Line);
    hasNext = false;
    let end = i + 1;
    for (; key !== null && end < lines.length; end += 1) {
      next = familyKey(lines[end] as Line);
      // The key that ends a family begins the next one.
      hasNext = next !== key;
      if (hasNext) break;
    }
    const folded = end - i >= MIN_FAMILY ? fold(lines, i, end) : null;
    if (folded) out.push(...folded);
    else for (let k = i; k < end; k += 1) out.push(lines[k] as Line);
    i = end;
  }
  return out;
}

function familyKey(line: Line): string | null {
  const text = line.text;
  // Most lines have none of the signs; the patterns are for the rest.
  if (!SIGN.test(text)) return null;
  if (text.length > LINE_MAX_UNITS || !TOKEN.test(text) || isBarrier(text)) return null;
  return text.replace(TOKENS, "").replace(COUNTERS, "").replace(/\s+/g, " ").trim();
}

function fold(lines: readonly Line[], start: number, end: number): Line[] | null {
  const first = lines[start] as Line;
  const last = lines[end - 1] as Line;
  const suffix = countSuffix(end - start, "progress");
  let units = 0;
  let count = 0;
  for (let i = start; i < end; i += 1) {
    units += (lines[i] as Line).text.length + 1;
    count += (lines[i] as Line).count;
  }
  if (first.text.length + last.text.length + suffix.length + 2 >= units) return null;
  const rest = {
    text: last.text + suffix,
    from: (lines[start + 1] as Line).from,
    to: last.to,
    count: count - first.count,
  };
  return [first, rest];
}
