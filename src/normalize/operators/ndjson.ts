import { isErrorClass, isLogSignal } from "../signal.ts";
import type { OperatorContext, StructuredOperator } from "../types.ts";
import { fillUnits, newsOrder } from "../fill.ts";
import { admit, fits } from "./admit.ts";
import { type CutLimits, FULL_CUT } from "./cut.ts";
import { gapProgress } from "./finished.ts";
import { gapsMarked, type GapWords, printGaps, shortenKept } from "./gaps.ts";
import { shapesOf } from "./json-columns.ts";
import { findOutliers } from "./json-outliers.ts";
import { indexSignals } from "./json-signal.ts";
import { scanJson } from "./json-scan.ts";
import { childrenOf, KIND, kindOf, type Tape } from "./json-spans.ts";
import { goTestRecords } from "./ndjson-gotest.ts";
import { fieldOf, levelOf } from "./ndjson-fields.ts";
import { type Gate, mostly } from "./mostly.ts";
import { pickRows, type Standout } from "./standouts.ts";
import { templateOf } from "./template.ts";

/**
 * JSON lines: the first records, the last one, and those that differ. Laws:
 * kept lines are verbatim (but for the cut of a very long one); every distinct
 * template of an error stays up to sixty; hidden lines are counted exactly.
 */

const LINES_MIN = 8;
const OBJECT_SHARE = 0.8;
const WORDS: GapWords = { hidden: "similar or routine record", kept: "differing" };
const OTHERS_WHOLE_MAX = 10;
const OTHERS_FIRST = 3;
const OTHERS_LAST = 6;
const LINE_UNITS = 2_000;

interface Limits {
  readonly sample: number;
  readonly outliers: number;
  readonly templates: number;
  /** Records kept of one error template when the errors are too many to keep them all. */
  readonly perTemplate: number;
  readonly testLines: number;
  /** Room for news among the lines that are no records. */
  readonly othersUnits: number;
  /** Records that say something new are shown while there is room. */
  readonly isFilled?: boolean;
  readonly cut: CutLimits;
}

interface Records {
  readonly lines: readonly string[];
  readonly tape: Tape;
  readonly items: readonly number[];
  /** Line of each item. */
  readonly lineOf: readonly number[];
  readonly others: readonly number[];
  readonly outliers: readonly Standout[];
}

/** See the laws above; declines a text that is not mostly JSON objects, one a line. */
export const projectNdjson: StructuredOperator = (text, context) => {
  if (!context.mayElide) return null;
  const lines = text.split("\n");
  const progress = gapProgress(lines, WORDS.hidden);
  if (progress !== "fresh") return progress === "finished" ? { text, elided: false } : null;
  const records = readRecords(lines, Math.max(LINES_MIN, context.jsonMinItems));
  if (!records) return null;
  for (const limits of attempts(context)) {
    const result = render(records, limits, gapsMarked(context.tool), context.lineAt);
    if (result !== null && fits(result, context)) return admit(text, result, context);
  }
  return null;
};

function attempts(context: OperatorContext): Limits[] {
  const sample = Math.max(1, context.jsonSample);
  const full: Limits = {
    sample,
    outliers: 40,
    templates: 60,
    perTemplate: 3,
    testLines: 30,
    othersUnits: 3_000,
    cut: FULL_CUT,
  };
  if (context.maxUnits === null) return [full];
  const short: CutLimits = { max: 700, head: 300, tail: 140, windows: 1 };
  const head: CutLimits = { max: 400, head: 260, tail: 60, windows: 0 };
  const ladder: Limits[] = [
    full,
    {
      ...full,
      outliers: 6,
      perTemplate: 1,
      testLines: 16,
      othersUnits: 1_000,
      cut: { max: 1_200, head: 500, tail: 250, windows: 2 },
    },
    { ...full, sample: 1, outliers: 3, perTemplate: 1, testLines: 8, othersUnits: 0, cut: short },
    // What happened is at the head of a record: many heads say more than few traces.
    { ...full, sample: 1, outliers: 3, perTemplate: 1, testLines: 8, othersUnits: 0, cut: head },
    {
      ...full,
      sample: 1,
      outliers: 1,
      perTemplate: 1,
      templates: 12,
      testLines: 4,
      othersUnits: 0,
      cut: short,
    },
  ];
  return ladder.flatMap((limits) => [{ ...limits, isFilled: true }, limits]);
}

/** The lines as one scanned list, or null when too few of them are JSON objects. */
function readRecords(lines: readonly string[], min: number): Records | null {
  let filled = 0;
  let candidates: number[] = [];
  lines.forEach((line, at) => {
    if (line.trim() === "") return;
    filled += 1;
    if (looksLikeObject(line)) candidates.push(at);
  });
  if (filled < min || candidates.length < OBJECT_SHARE * filled) return null;
  let tape = scanTogether(lines, candidates);
  if (!tape) {
    candidates = candidates.filter((at) => isObject(lines[at] ?? ""));
    if (candidates.length < OBJECT_SHARE * filled || candidates.length === 0) return null;
    tape = scanTogether(lines, candidates);
    if (!tape) return null;
  }
  const items = childrenOf(tape, 0);
  if (items.length !== candidates.length) return null;
  const found = new Set(candidates);
  const others: number[] = [];
  lines.forEach((line, at) => {
    if (!found.has(at) && line.trim() !== "") others.push(at);
  });
  return {
    lines,
    tape,
    items,
    lineOf: candidates,
    others,
    outliers: findOutliers({ tape, items, shapes: shapesOf(tape, items) }, indexSignals(tape), 1, true),
  };
}

/** Most lines look like objects. */
export const mayBeNdjson: Gate = (lines) => mostly(lines, OBJECT_SHARE, looksLikeObject);

function looksLikeObject(line: string): boolean {
  const trimmed = line.trim();
  return trimmed.startsWith("{") && trimmed.endsWith("}");
}

function scanTogether(lines: readonly string[], at: readonly number[]): Tape | null {
  const joined = `[${at.map((index) => lines[index] ?? "").join(",")}]`;
  const tape = scanJson(joined);
  return tape && tape.ends[0] === joined.length ? tape : null;
}

function isObject(line: string): boolean {
  const tape = scanJson(line);
  return tape !== null && kindOf(tape, 0) === KIND.object && line.slice(tape.ends[0] ?? 0).trim() === "";
}

function render(
  records: Records,
  limits: Limits,
  gaps: number,
  lineAt?: (line: number) => number,
): string | null {
  const { lines, items, lineOf } = records;
  const keep = new Uint8Array(lines.length);
  const keepItem = (index: number): void => {
    keep[lineOf[index] ?? 0] = 1;
  };
  for (let index = 0; index < Math.min(limits.sample, items.length); index += 1) keepItem(index);
  keepItem(items.length - 1);
  errorRecords(records, limits).forEach(keepItem);
  goTestRecords(records.tape, items, limits.testLines).forEach(keepItem);
  pickRows(records.outliers.filter((outlier) => outlier.kind !== "error"), limits.outliers).forEach(
    keepItem,
  );
  keepOthers(records, limits, keep);
  if (limits.isFilled) keepNews(records, limits.cut, keep);
  return printGaps(shortenKept(lines, keep, limits.cut), keep, WORDS, gaps, lineAt);
}

/** Records of class error: all while they are few, else the first of each template. */
function errorRecords(records: Records, limits: Limits): number[] {
  const templates = new Map<number, string>();
  for (const outlier of records.outliers) {
    if (outlier.kind !== "error" || templates.has(outlier.row)) continue;
    // The first signal is often the level, which is the same in all of them.
    templates.set(outlier.row, `${messageTemplate(records, outlier.row)}\n${outlier.key}`);
  }
  records.items.forEach((item, index) => {
    if (levelOf(records.tape, item) !== "error" || templates.has(index)) return;
    templates.set(index, messageTemplate(records, index));
  });
  const all = [...templates.keys()].sort((a, b) => a - b);
  if (all.length <= limits.templates && limits.perTemplate > 1) return all;
  const seen = new Map<string, number>();
  return all.filter((index) => {
    const template = templates.get(index) ?? "";
    const count = seen.get(template) ?? 0;
    if (count >= limits.perTemplate || (count === 0 && seen.size >= limits.templates)) return false;
    seen.set(template, count + 1);
    return true;
  });
}

const MESSAGES: readonly string[] = ["msg", "message", "event", "log", "text"];

/** Where a service begins, is ready or ends: what a reader looks for before all routine. */
// line-capped
const TURN =
  /\b(?:[Ss]tarted\b|[Ll]istening\b|[Rr]eady (?:to|for)\b|[Ss]hut(?:ting )?down\b|[Ss]topp(?:ed|ing)\b|[Aa]pplied \d)/;

function messageOf({ tape, items }: Records, index: number): string | undefined {
  for (const name of MESSAGES) {
    const text = fieldOf(tape, items[index] ?? 0, name);
    if (text !== undefined) return text.slice(0, LINE_UNITS);
  }
  return undefined;
}

function messageTemplate(records: Records, index: number): string {
  const text = messageOf(records, index);
  return text === undefined ? "" : templateOf(text);
}

/** The first record of every message, then records with new words, while there is room. */
function keepNews(records: Records, cut: CutLimits, keep: Uint8Array): void {
  const { lines, items, lineOf } = records;
  let left = fillUnits(lines);
  const costOf = (at: number): number => Math.min((lines[at] ?? "").length, cut.max) + 1;
  for (let at = 0; at < lines.length; at += 1) if (keep[at] === 1) left -= costOf(at);
  const add = (at: number): void => {
    const units = costOf(at);
    if (keep[at] === 1 || units > left) return;
    left -= units;
    keep[at] = 1;
  };
  const seen = new Set<string>();
  const isFirst = (index: number): boolean => {
    const template = messageTemplate(records, index);
    return template !== "" && !seen.has(template) && Boolean(seen.add(template));
  };
  const order = items.map((_, index) => index);
  for (const index of order.filter((index) => keep[lineOf[index] ?? 0] === 1)) isFirst(index);
  const firsts = order.filter(isFirst);
  const isTurn = (index: number): boolean => TURN.test(messageOf(records, index) ?? "");
  for (const index of firsts.filter(isTurn)) add(lineOf[index] ?? 0);
  // Where room is short, messages of the whole time are shown, not those of its beginning.
  const rest = firsts.filter((index) => keep[lineOf[index] ?? 0] !== 1);
  const needed = rest.reduce((sum, index) => sum + costOf(lineOf[index] ?? 0), 0);
  const step = Math.max(1, needed / Math.max(1, left));
  for (let n = 0; n < rest.length; n += step) add(lineOf[rest[Math.floor(n)] ?? 0] ?? 0);
  for (const at of newsOrder(lines, { isShown: (at) => keep[at] === 1, isCandidate: () => true })) add(at);
}

/** Lines that are no records: all while they are few, else the first and last ones, signal and news. */
function keepOthers(records: Records, limits: Limits, keep: Uint8Array): void {
  const { lines, others } = records;
  if (others.length <= OTHERS_WHOLE_MAX) {
    for (const at of others) keep[at] = 1;
    return;
  }
  for (const at of [...others.slice(0, OTHERS_FIRST), ...others.slice(-OTHERS_LAST)]) keep[at] = 1;
  const seen = new Map<string, number>();
  for (const at of others) {
    const line = (lines[at] ?? "").slice(0, LINE_UNITS);
    if (!isLogSignal(line)) continue;
    const template = templateOf(line);
    const count = seen.get(template) ?? 0;
    const most = isErrorClass(line) ? 3 : 1;
    if (count >= most || (count === 0 && seen.size >= limits.templates)) continue;
    seen.set(template, count + 1);
    keep[at] = 1;
  }
  const texts = others.map((at) => lines[at] ?? "");
  const news = newsOrder(texts, { isShown: (n) => keep[others[n] as number] === 1, isCandidate: () => true });
  let room = limits.othersUnits;
  for (const n of news) {
    room -= (texts[n] as string).length + 1;
    if (room < 0) return;
    keep[others[n] as number] = 1;
  }
}
