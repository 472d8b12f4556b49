import { codePoints } from "../../base/text.ts";
import { moreLines, moreMatches } from "../../marker/grammar.ts";
import { isCodeSignal, isErrorClass, isLogSignal } from "../signal.ts";
import type { GrepShape } from "./grep-shape.ts";
import { templateOf } from "./template.ts";

/**
 * The matches of one file: which are shown, which are counted. Law: kept and
 * counted lines add up to the lines of the file.
 */

/** One line of a file in the source. */
export interface Entry {
  readonly at: number;
  readonly line: number;
  readonly isMatch: boolean;
  /** A separator of the source stands before it. */
  readonly isCut: boolean;
}

export interface FileBlock {
  readonly kind: "file";
  readonly file: string;
  /** Line of the source that is the heading, or -1. */
  readonly heading: number;
  readonly entries: Entry[];
}

export interface OtherBlock {
  readonly kind: "other";
  readonly at: number[];
}

export type Block = FileBlock | OtherBlock;

export interface GrepLimits {
  /** Matches per file that are kept in any case. */
  readonly perFile: number;
  /** Matches beyond them that are kept for being signal. */
  readonly extra: number;
  /** Context lines kept on each side of a kept match. */
  readonly context: number;
}

/** Whether most matches are signal, so that being signal sets none apart. */
export interface Ambience {
  readonly manySignals: boolean;
  readonly manyDeclarations: boolean;
}

const CROWD_SHARE = 0.5;
const CODE_IN_CROWD = 5;
const SIGNAL_UNITS = 2_000;

export interface ShownFile {
  readonly lines: string[];
  readonly hiddenMatches: number;
  readonly hiddenPoints: number;
}

/** Files in order of first appearance, other lines where they stand. */
export function blocksOf(shape: GrepShape, sectionAt: (index: number) => boolean): Block[] {
  const blocks: Block[] = [];
  let files = new Map<string, FileBlock>();
  let heading = -1;
  let isCut = false;
  shape.lines.forEach((line, at) => {
    if (line.kind === "separator") isCut = true;
    if (line.kind === "heading") heading = at;
    if (line.kind === "other") {
      const last = blocks[blocks.length - 1];
      if (last?.kind === "other") last.at.push(at);
      else blocks.push({ kind: "other", at: [at] });
      if (sectionAt(at)) files = new Map();
    }
    if (line.kind !== "hit") return;
    let block = files.get(line.hit.file);
    if (!block) {
      block = {
        kind: "file",
        file: line.hit.file,
        heading: shape.form === "heading" ? heading : -1,
        entries: [],
      };
      files.set(line.hit.file, block);
      blocks.push(block);
    }
    block.entries.push({ at, line: line.hit.line, isMatch: line.hit.isMatch, isCut });
    isCut = false;
  });
  return blocks;
}

/** What a match says: nothing in particular, a declaration, a report, an error. */
export const SAYS = { nothing: 0, declares: 1, reports: 2, fails: 3 } as const;

/** One class per line of the source; only matches are looked at. */
export function classify(texts: readonly string[], blocks: readonly Block[]): Uint8Array {
  const classes = new Uint8Array(texts.length);
  for (const block of blocks) {
    if (block.kind !== "file") continue;
    for (const entry of block.entries) {
      if (entry.isMatch) classes[entry.at] = classOf(textAt(texts, entry.at));
    }
  }
  return classes;
}

function classOf(text: string): number {
  if (isLogSignal(text)) return isErrorClass(text) ? SAYS.fails : SAYS.reports;
  return isCodeSignal(text) ? SAYS.declares : SAYS.nothing;
}

/** @param matches how many of the lines are matches */
export function ambienceOf(classes: Uint8Array, matches: number): Ambience {
  let signals = 0;
  let declarations = 0;
  for (const says of classes) {
    if (says >= SAYS.reports) signals += 1;
    else if (says === SAYS.declares) declarations += 1;
  }
  return {
    manySignals: signals > CROWD_SHARE * matches,
    manyDeclarations: declarations > CROWD_SHARE * matches,
  };
}

function textAt(texts: readonly string[], at: number): string {
  const text = texts[at] ?? "";
  return text.length > SIGNAL_UNITS ? text.slice(0, SIGNAL_UNITS) : text;
}

/** The lines of a search, taken apart once for all attempts. */
export interface Lines {
  readonly source: readonly string[];
  /** What stands behind the prefix. */
  readonly payloads: readonly string[];
  readonly classes: Uint8Array;
}

/** The shown lines of one file, with what is hidden counted below them; all of them where that would save nothing. */
export function showFile(block: FileBlock, lines: Lines, limits: GrepLimits, ambience: Ambience): ShownFile {
  const { source } = lines;
  const kept = keptMatches(block, lines, limits, ambience);
  const shown = withContext(block, kept, limits.context);
  const label = block.file === "" ? "this file" : block.file;
  let hiddenMatches = 0;
  let hiddenLines = 0;
  let hiddenPoints = 0;
  for (const [index, entry] of block.entries.entries()) {
    if (shown.has(index)) continue;
    if (entry.isMatch) hiddenMatches += 1;
    else hiddenLines += 1;
    hiddenPoints += codePoints(source[entry.at] ?? "") + 1;
  }
  const notes = [
    ...(hiddenMatches > 0 ? [moreMatches(hiddenMatches, label)] : []),
    ...(hiddenLines > 0 ? [moreLines(hiddenLines, label)] : []),
  ];
  if (codePoints(notes.join("\n")) + 1 >= hiddenPoints) {
    return { lines: printEntries(block, source, null), hiddenMatches: 0, hiddenPoints: 0 };
  }
  return { lines: [...printEntries(block, source, shown), ...notes], hiddenMatches, hiddenPoints };
}

function keptMatches(block: FileBlock, lines: Lines, limits: GrepLimits, ambience: Ambience): Set<number> {
  const kept = new Set<number>();
  const seen = new Set<string>();
  const extras: { index: number; rank: number }[] = [];
  let declarations = 0;
  for (const [index, entry] of block.entries.entries()) {
    if (!entry.isMatch) continue;
    if (kept.size < limits.perFile) {
      kept.add(index);
      if (ambience.manySignals) seen.add(templateOf(textAt(lines.payloads, entry.at)));
      continue;
    }
    if (limits.extra === 0) break;
    const says = lines.classes[entry.at] ?? SAYS.nothing;
    if (says >= SAYS.reports) {
      const template = ambience.manySignals ? templateOf(textAt(lines.payloads, entry.at)) : "";
      if (ambience.manySignals && seen.has(template)) continue;
      seen.add(template);
      extras.push({ index, rank: SAYS.fails - says });
    } else if (says === SAYS.declares && (!ambience.manyDeclarations || declarations < CODE_IN_CROWD)) {
      declarations += 1;
      extras.push({ index, rank: SAYS.fails });
    }
  }
  extras.sort((a, b) => a.rank - b.rank || a.index - b.index);
  for (const extra of extras.slice(0, limits.extra)) kept.add(extra.index);
  return kept;
}

/** Adds to each kept match the context lines that are nearest to it. */
function withContext(block: FileBlock, kept: ReadonlySet<number>, width: number): Set<number> {
  const shown = new Set(kept);
  if (width === 0) return shown;
  const { entries } = block;
  for (const index of kept) {
    walk(entries, index, -1, width, shown);
    walk(entries, index, 1, width, shown);
  }
  return shown;
}

/** Takes neighbours that follow line by line, up to halfway to the next match. */
function walk(
  entries: readonly Entry[],
  from: number,
  step: 1 | -1,
  width: number,
  shown: Set<number>,
): void {
  let taken = 0;
  for (let index = from + step; taken < width; index += step) {
    const entry = entries[index];
    const neighbour = entries[index - step];
    if (!entry || !neighbour || entry.isMatch || Math.abs(entry.line - neighbour.line) !== 1) return;
    shown.add(index);
    taken += 1;
  }
}

/** The lines of a block in order, with the source's separators between groups that are apart. */
function printEntries(
  block: FileBlock,
  source: readonly string[],
  shown: ReadonlySet<number> | null,
): string[] {
  const lines: string[] = block.heading >= 0 ? [source[block.heading] ?? ""] : [];
  let isCut = false;
  let isFirst = true;
  for (const [index, entry] of block.entries.entries()) {
    isCut ||= entry.isCut;
    if (shown && !shown.has(index)) continue;
    if (isCut && !isFirst) lines.push("--");
    lines.push(source[entry.at] ?? "");
    isCut = false;
    isFirst = false;
  }
  return lines;
}
