import { isBlank } from "../base/text.ts";
import { KEEP } from "./keep.ts";
import { addValue, type Column, isOpen, newColumn, pickRows, standoutsOf } from "./operators/standouts.ts";
import { templateOf } from "./operators/template.ts";
import { isNotable } from "./signal.ts";

/**
 * What else is shown while there is room: of lines that no rule asks for,
 * those that differ from the others of their shape in a value, and then those
 * that say the most words which nothing shown says.
 */

const LINE_UNITS = 400;
/** Lines of one shape from which their columns are compared. */
const MEMBERS_MIN = 8;
const FIELDS_MAX = 24;
const NOTABLE_PER_KIND = 2;
/** Of what is shown, words of trouble take at most this much. */
const NOTABLE_SHARE = 0.2;
const STANDOUTS_PER_SHAPE = 12;
/** What a line costs beside its length. */
const LINE_COST_UNITS = 12;
/** A line whose news have fallen below this share of what they were waits. */
const STALE_SHARE = 0.5;

// line-capped
const WORDS = /[A-Za-z\u00c0-\uffff]{3,40}/g;

/** Up to how much of a text is shown, while nothing must stay beyond it. */
interface Fill {
  readonly share: number;
  readonly leastUnits: number;
  readonly mostUnits: number;
}

const FILL: Fill = { share: 0.6, leastUnits: 5_000, mostUnits: 24_000 };
/** Rows of a table differ in names, which make every one of them new: less of those, and few of a long one. */
const TABLE_FILL: Fill = { share: 0.4, leastUnits: 3_000, mostUnits: 6_000 };
/** From so many lines of one shape on, names are no news. */
const LIST_MIN = 20;

function fillUnits(units: number, { share, leastUnits, mostUnits }: Fill): number {
  return Math.min(mostUnits, Math.max(leastUnits, Math.floor(units * share)));
}

/** UTF-16 units that may be shown of a table of so many. */
export function tableUnits(units: number): number {
  return fillUnits(units, TABLE_FILL);
}

export interface FillOptions {
  /** Shape of each line, null for those that take no part (see shape.ts). */
  readonly shapes: readonly (string | null)[];
  readonly isShown: (at: number) => boolean;
  readonly isNoise: (at: number) => boolean;
}

/** Raises noise lines to `rare` until so much of the text is shown. */
export function fillRoom(texts: readonly string[], classes: Uint8Array, options: FillOptions): void {
  const { shapes } = options;
  let all = 0;
  let shown = 0;
  const isOpen = (at: number): boolean => classes[at] === KEEP.noise && !options.isShown(at);
  for (let at = 0; at < texts.length; at += 1) {
    const units = (texts[at] as string).length + 1;
    all += units;
    if (!isOpen(at)) shown += units;
  }
  const most = fillUnits(all, FILL);
  if (shown >= most) return;
  const add = (at: number, until = most): void => {
    const units = (texts[at] as string).length + 1;
    if (!isOpen(at) || shown + units > until) return;
    shown += units;
    classes[at] = KEEP.rare;
  };
  const mostNotable = Math.min(most, shown + Math.floor(most * NOTABLE_SHARE));
  for (const at of notableLines(texts, options.isNoise)) add(at, mostNotable);
  for (const at of standoutLines(texts, options)) add(at);
  if (shown >= most) return;
  const counts = new Map<string, number>();
  for (const shape of shapes) if (shape !== null) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const isListed = (at: number): boolean => (counts.get(shapes[at] ?? "") ?? 0) >= LIST_MIN;
  const news = newsOrder(texts, {
    isShown: (at) => !isOpen(at),
    isCandidate: (at) => shapes[at] !== null && !isListed(at) && !options.isNoise(at),
  });
  for (const at of news) add(at);
}

/** The first lines of each kind that speak of trouble without being signal. */
function notableLines(texts: readonly string[], isNoise: (at: number) => boolean): number[] {
  const counts = new Map<string, number>();
  const out: number[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] as string;
    if (text.length > LINE_UNITS || !isNotable(text) || isNoise(at)) continue;
    const template = templateOf(text);
    const count = counts.get(template) ?? 0;
    counts.set(template, count + 1);
    if (count < NOTABLE_PER_KIND) out.push(at);
  }
  return out;
}

/** Lines with a rare or an extreme value among the lines of their shape; shapes in turn. */
function standoutLines(texts: readonly string[], { shapes, isNoise }: FillOptions): number[] {
  const groups = new Map<string, number[]>();
  shapes.forEach((shape, at) => {
    if (shape === null || isNoise(at) || (texts[at] as string).length > LINE_UNITS) return;
    const members = groups.get(shape);
    if (members) members.push(at);
    else groups.set(shape, [at]);
  });
  const picked: number[][] = [];
  for (const members of groups.values()) {
    if (members.length < MEMBERS_MIN) continue;
    const columns: Column[] = [];
    members.forEach((at, row) => {
      fieldsOf(texts[at] as string).forEach((field, n) => {
        const column = columns[n] ??= newColumn(String(n));
        if (isOpen(column)) addValue(column, field, row);
      });
    });
    picked.push(pickRows(standoutsOf(columns), STANDOUTS_PER_SHAPE).map((row) => members[row] as number));
  }
  const out: number[] = [];
  for (let n = 0; n < STANDOUTS_PER_SHAPE; n += 1) {
    for (const rows of picked) out.push(...rows.slice(n, n + 1));
  }
  return out;
}

/** Fields between white space; of `key=value` the value, of `(12.5ms)` the number. */
function fieldsOf(text: string): string[] {
  return text.trim().split(/\s+/, FIELDS_MAX).map((field) => {
    const value = field.slice(field.lastIndexOf("=") + 1);
    const number = /^[([]?(-?\d[\d.]{0,15})(?:[a-zA-Zµ%]{0,4})[)\],;:]{0,3}$/.exec(value);
    return number ? number[1] as string : value;
  });
}

export interface NewsOptions {
  readonly isShown: (at: number) => boolean;
  /** Asked of lines that are not shown. */
  readonly isCandidate: (at: number) => boolean;
}

/** Lines that say something new beside those that are shown, by the news in their words for their length. */
export function newsOrder(texts: readonly string[], { isShown, isCandidate }: NewsOptions): number[] {
  const frequency = new Map<string, number>();
  const words = texts.map((text) => {
    if (isBlank(text)) return [];
    const found = [...new Set(text.slice(0, LINE_UNITS).match(WORDS) ?? [])];
    for (const word of found) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    return found;
  });
  const known = new Set<string>();
  const tell = (at: number): void => {
    for (const word of words[at] as readonly string[]) known.add(word);
  };
  const scoreOf = (at: number): number => {
    let sum = 0;
    for (const word of words[at] as readonly string[]) {
      if (!known.has(word)) sum += Math.log2(1 + texts.length / (frequency.get(word) ?? 1));
    }
    return sum / ((texts[at] as string).length + LINE_COST_UNITS);
  };
  for (let at = 0; at < texts.length; at += 1) if (isShown(at)) tell(at);
  const queue: Scored[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    if (isShown(at) || (texts[at] as string).length > LINE_UNITS || !isCandidate(at)) continue;
    const score = scoreOf(at);
    if (score > 0) queue.push({ at, score });
  }
  queue.sort(byScore);
  const first: number[] = [];
  const later: Scored[] = [];
  for (const { at, score } of queue) {
    const now = scoreOf(at);
    if (now >= score * STALE_SHARE) {
      first.push(at);
      tell(at);
    } else if (now > 0) later.push({ at, score: now });
  }
  later.sort(byScore);
  return [...first, ...later.map(({ at }) => at)];
}

interface Scored {
  readonly at: number;
  readonly score: number;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.at - b.at;
}
