import { KEEP } from "./keep.ts";
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
/** A group with more different masks than this has no usual one. */
const MASKS_SHARE = 0.3;
const RARE_SHARE = 0.01;
const NOTABLE_PER_KIND = 2;
/** Of what is shown, words of trouble take at most this much. */
const NOTABLE_SHARE = 0.2;
const STANDOUTS_PER_SHAPE = 12;
/** What a line costs beside its length. */
const LINE_COST_UNITS = 12;
/** A line whose news have fallen below this share of what they were waits. */
const STALE_SHARE = 0.5;

// line-capped
const DIGITS = /\d/g;
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

function unitsUnder(texts: readonly string[], { share, leastUnits, mostUnits }: Fill): number {
  let units = 0;
  for (const text of texts) units += text.length + 1;
  return Math.min(mostUnits, Math.max(leastUnits, Math.floor(units * share)));
}

/** UTF-16 units up to which these lines of a log are filled. */
export function fillUnits(texts: readonly string[]): number {
  return unitsUnder(texts, FILL);
}

/** UTF-16 units up to which these lines of a table are filled. */
export function tableUnits(texts: readonly string[]): number {
  return unitsUnder(texts, TABLE_FILL);
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
  let shown = 0;
  const isOpen = (at: number): boolean => classes[at] === KEEP.noise && !options.isShown(at);
  for (let at = 0; at < texts.length; at += 1) {
    if (!isOpen(at)) shown += (texts[at] as string).length + 1;
  }
  const most = fillUnits(texts);
  if (shown >= most) return;
  const add = (at: number, until = most): void => {
    const units = (texts[at] as string).length + 1;
    if (!isOpen(at) || shown + units > until) return;
    shown += units;
    classes[at] = KEEP.rare;
  };
  const groups = maskGroups(texts, options);
  const mostNotable = Math.min(most, shown + Math.floor(most * NOTABLE_SHARE));
  for (const at of notableLines(groups)) add(at, mostNotable);
  for (const at of standoutLines(groups)) add(at);
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

/** Lines of one shape that are equal but for their digits; of a group of many masks, every line is one. */
interface Masks {
  readonly masks: Map<string, number[]>;
  size: number;
  isDiverse: boolean;
}

/** After so many lines a group shows whether it has a usual mask; a mask is a copy of its line. */
const DIVERSE_AFTER = 500;
const DIVERSE_SHARE = 0.6;

/** One native pass for each line: this runs cold. */
function maskGroups(texts: readonly string[], { shapes, isNoise }: FillOptions): ReadonlyMap<string, Masks> {
  const groups = new Map<string, Masks>();
  for (let at = 0; at < texts.length; at += 1) {
    const shape = shapes[at];
    const text = texts[at] as string;
    if (shape === null || shape === undefined || text.length > LINE_UNITS || isNoise(at)) continue;
    let group = groups.get(shape);
    if (!group) groups.set(shape, group = { masks: new Map(), size: 0, isDiverse: false });
    group.size += 1;
    if (group.size === DIVERSE_AFTER) group.isDiverse = group.masks.size > DIVERSE_AFTER * DIVERSE_SHARE;
    const mask = group.isDiverse ? text : text.replace(DIGITS, "0");
    const members = group.masks.get(mask);
    if (members) members.push(at);
    else group.masks.set(mask, [at]);
  }
  return groups;
}

/** The first lines of each kind that speak of trouble without being signal. */
function notableLines(groups: ReadonlyMap<string, Masks>): number[] {
  const counts = new Map<string, number>();
  const out: number[] = [];
  for (const { masks } of groups.values()) {
    for (const [mask, members] of masks) {
      if (!isNotable(mask)) continue;
      const template = templateOf(mask);
      const count = counts.get(template) ?? 0;
      if (count >= NOTABLE_PER_KIND) continue;
      const first = members.slice(0, NOTABLE_PER_KIND - count);
      counts.set(template, count + first.length);
      out.push(...first);
    }
  }
  return out.sort((a, b) => a - b);
}

/** Lines that differ from the others of their shape in a word or in how long a number is; shapes in turn. */
function standoutLines(groups: ReadonlyMap<string, Masks>): number[] {
  const picked: number[][] = [];
  for (const { masks, size, isDiverse } of groups.values()) {
    if (isDiverse || size < MEMBERS_MIN || masks.size > size * MASKS_SHARE) continue;
    const most = Math.max(1, Math.floor(size * RARE_SHARE));
    const rare: number[] = [];
    for (const members of masks.values()) if (members.length <= most) rare.push(...members);
    picked.push(rare.slice(0, STANDOUTS_PER_SHAPE));
  }
  const out: number[] = [];
  for (let n = 0; n < STANDOUTS_PER_SHAPE; n += 1) {
    for (const rows of picked) out.push(...rows.slice(n, n + 1));
  }
  return out;
}

export interface NewsOptions {
  readonly isShown: (at: number) => boolean;
  /** Asked of lines that are not shown. */
  readonly isCandidate: (at: number) => boolean;
}

/** Lines that say something new beside those that are shown, by the news in their words for their length. */
export function newsOrder(texts: readonly string[], { isShown, isCandidate }: NewsOptions): number[] {
  let mayBeNews = false;
  for (let at = 0; at < texts.length && !mayBeNews; at += 1) {
    mayBeNews = !isShown(at) && (texts[at] as string).length <= LINE_UNITS && isCandidate(at);
  }
  if (!mayBeNews) return [];
  const frequency = new Map<string, number>();
  const words = texts.map((text, at): readonly string[] => {
    if (!isShown(at) && (text.length > LINE_UNITS || !isCandidate(at))) return [];
    const found = new Set(text.slice(0, LINE_UNITS).match(WORDS) ?? []);
    for (const word of found) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    return [...found];
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
    if (isShown(at)) continue;
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
