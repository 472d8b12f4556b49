import type { ProfileItems } from "./profile.ts";

/** The rows of a list in a text, sorted into kinds, and the lines that belong to a row. */

const LINE_UNITS = 2_000;
const PLACE_WITHIN_LINES = 250;
const HEADING_WITHIN_LINES = 400;
const MORE_LINES = 4;
/** Of a message that is a kind, this much counts. */
const KIND_UNITS = 48;

export interface List {
  readonly items: ProfileItems;
  /** Lines of distinct rows. */
  readonly rows: readonly number[];
  /** Rows of each kind: serious kinds first, then the rare ones. */
  readonly kinds: readonly (readonly number[])[];
}

/** @param serious patterns of findings that come first */
export function listOf(items: ProfileItems, serious: readonly RegExp[], texts: readonly string[]): List {
  const rows: number[] = [];
  const seen = new Set<string>();
  const kinds = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS || !items.row.test(text)) continue;
    const place = placeOf(items, i, texts);
    const key = place < 0 ? text : `${text}\n${texts[place]}`;
    if (seen.has(key)) continue;
    seen.add(key);
    rows.push(i);
    const kind = kindOf(items, text);
    if (kind === null) continue;
    const members = kinds.get(kind);
    if (members) members.push(i);
    else kinds.set(kind, [i]);
  }
  const isSerious = (members: readonly number[]): boolean =>
    serious.some((pattern) => pattern.test(texts[members[0] as number] as string));
  // Rare kinds say more; the common ones are shown anyhow.
  const all = [...kinds.values()].sort((a, b) => a.length - b.length);
  return {
    items,
    rows,
    kinds: [...all.filter(isSerious), ...all.filter((members) => !isSerious(members))],
  };
}

/** All rows of a short list, the first and last ones of a long one. */
export function shownRows({ items, rows }: List): readonly number[] {
  if (isShort({ items, rows })) return rows;
  return rows.filter((_, n) => n < items.first || n >= rows.length - items.last);
}

export function isShort({ items, rows }: Pick<List, "items" | "rows">): boolean {
  return rows.length <= items.keepUpTo;
}

/** Lines without which a row says little: the heading above, the place and the rest of the message below. */
export function companions(items: ProfileItems, at: number, texts: readonly string[]): readonly number[] {
  const out: number[] = [];
  const heading = headingOf(items, at, texts);
  if (heading >= 0) out.push(heading);
  const place = placeOf(items, at, texts);
  if (place >= 0) out.push(place);
  for (let i = at + 1; items.more && i <= at + MORE_LINES && items.more.test(texts[i] ?? ""); i += 1) {
    out.push(i);
  }
  return out;
}

/** The line above that a row belongs to, -1 for none. */
export function headingOf(items: ProfileItems, at: number, texts: readonly string[]): number {
  return items.heading ? near(items.heading, items.row, at, -1, texts) : -1;
}

function placeOf(items: ProfileItems, at: number, texts: readonly string[]): number {
  return items.place ? near(items.place, items.row, at, 1, texts) : -1;
}

function kindOf(items: ProfileItems, text: string): string | null {
  const found = items.kind?.exec(text);
  if (!found) return null;
  const kind = found.slice(1).join(" ");
  if (!items.masked) return kind;
  // Threads and ids in brackets go, and so do measures; short numbers may be codes.
  const plain = kind.replace(/\[[^\]]{0,200}\]/g, "").replace(
    /\b[0-9a-f]{6,40}\b|\d{1,9}\.\d{1,9}|\d{3,}/gi,
    "#",
  );
  return (items.masked === "numbers" ? plain.replace(/\d+/g, "#") : plain).trim().slice(0, KIND_UNITS);
}

/** The nearest line in one direction that matches; downwards only before the next row. -1 for none. */
function near(
  pattern: RegExp,
  row: RegExp,
  at: number,
  step: 1 | -1,
  texts: readonly string[],
): number {
  const within = step > 0 ? PLACE_WITHIN_LINES : HEADING_WITHIN_LINES;
  for (let i = at + step; i >= 0 && i < texts.length && Math.abs(i - at) <= within; i += step) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS) continue;
    if (pattern.test(text)) return i;
    if (step > 0 && row.test(text)) return -1;
  }
  return -1;
}
