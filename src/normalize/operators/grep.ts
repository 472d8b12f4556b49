import { codePoints } from "../../base/text.ts";
import { grepMarker, MARKER_PREFIX, moreLines } from "../../marker/grammar.ts";
import { isLogSignal } from "../signal.ts";
import type { OperatorContext, StructuredOperator } from "../types.ts";
import { admit, fits } from "./admit.ts";
import { type CutLimits, cutLong, FULL_CUT } from "./cut.ts";
import { listProgress } from "./finished.ts";
import { projectCounts } from "./grep-counts.ts";
import {
  type Ambience,
  ambienceOf,
  type Block,
  blocksOf,
  classify,
  type GrepLimits,
  type Lines,
  type OtherBlock,
  showFile,
} from "./grep-files.ts";
import { projectFolders } from "./grep-folders.ts";
import { type GrepShape, readGrep } from "./grep-shape.ts";

/**
 * Search output: every file keeps its first matches with their context, the
 * rest is counted per file. Laws: no file disappears; kept and counted matches
 * add up to the input; error lines of the search itself stay.
 */

/** Stands in every line that was cut. */
const CUT_SIGN = ` …${MARKER_PREFIX} elided `;
const FLOOR_LINES = 40;
const OTHERS_WHOLE_MAX = 20;
const OTHERS_FIRST = 5;
const OTHERS_SIGNAL_MAX = 40;

const SHORT_CUT: CutLimits = { max: 320, head: 140, tail: 60, windows: 0 };

interface Attempt extends GrepLimits {
  readonly cut: CutLimits;
  readonly floor: number;
}

/** A search output, taken apart once for all attempts. */
interface Search {
  readonly lines: Lines;
  readonly shape: GrepShape;
  readonly blocks: readonly Block[];
  readonly ambience: Ambience;
  readonly files: number;
  readonly matches: number;
  readonly others: number;
}

/** See the laws above; declines what is no search output. */
export const projectGrep: StructuredOperator = (text, context) => {
  // A Read needs its line numbers, which a regrouped list has not.
  if (!context.mayElide || context.tool === "Read") return null;
  const source = text.split("\n");
  const progress = listProgress(source);
  if (progress !== "fresh") return progress === "finished" ? { text, elided: false } : null;
  const shape = readGrep(source, context.command);
  if (!shape) return null;
  if (text.includes(CUT_SIGN)) return { text, elided: false };
  if (shape.form === "count") return projectCounts(text, source, shape, context);
  const search = takeApart(source, shape);
  for (const attempt of attempts(context)) {
    if (context.maxUnits !== null && !mayFit(search, attempt, context.maxUnits)) continue;
    const result = render(search, attempt);
    // Nothing to hide: every file is there, and nothing else may drop one.
    if (result === null && fits(text, context)) return { text, elided: false };
    if (result !== null && fits(result, context)) return admit(text, result, context);
  }
  return fits(text, context) ? null : projectFolders(text, search.blocks, {
    source,
    context,
    showOthers: (block) => showOthers(search, block).lines,
  });
};

function attempts(context: OperatorContext): Attempt[] {
  const perFile = Math.max(1, context.grepPerFile);
  const full: Attempt = {
    perFile,
    extra: 20,
    context: Number.POSITIVE_INFINITY,
    cut: FULL_CUT,
    floor: Math.floor(FLOOR_LINES * Math.min(1, context.rate.scale)),
  };
  if (context.maxUnits === null) return [full];
  return [
    full,
    { ...full, extra: 5, context: 3, floor: 10, cut: { max: 600, head: 240, tail: 120, windows: 1 } },
    { ...full, perFile: Math.min(3, perFile), extra: 2, context: 1, floor: 0, cut: SHORT_CUT },
    { ...full, perFile: Math.min(2, perFile), extra: 1, context: 0, floor: 0, cut: SHORT_CUT },
    { ...full, perFile: 1, extra: 0, context: 0, floor: 0, cut: SHORT_CUT },
  ];
}

function takeApart(source: readonly string[], shape: GrepShape): Search {
  const others = shape.lines.filter((line) => line.kind === "other").length;
  const hasSections = others <= OTHERS_WHOLE_MAX;
  const blocks = blocksOf(shape, (at) => hasSections && !isNotice(source[at] ?? ""));
  const payloads = source.map((line, at) => {
    const read = shape.lines[at];
    return read?.kind === "hit" ? line.slice(read.hit.at) : line;
  });
  const names = new Set<string>();
  let matches = 0;
  for (const block of blocks) {
    if (block.kind !== "file") continue;
    names.add(block.file);
    for (const entry of block.entries) if (entry.isMatch) matches += 1;
  }
  const classes = classify(payloads, blocks);
  return {
    lines: { source, payloads, classes },
    shape,
    blocks,
    ambience: ambienceOf(classes, matches),
    files: names.size,
    matches,
    others,
  };
}

/** A line of the search program about one file: it does not begin another part of the output. */
function isNotice(line: string): boolean {
  return line.startsWith("Binary file ") || line.startsWith("grep: ") || line.startsWith("rg: ");
}

/** False when the first matches of every file alone are too much; saves the work of printing them. */
function mayFit(search: Search, attempt: Attempt, maxUnits: number): boolean {
  let units = 0;
  for (const block of search.blocks) {
    if (block.kind !== "file") continue;
    let kept = 0;
    for (const entry of block.entries) {
      if (!entry.isMatch) continue;
      if (kept >= attempt.perFile) break;
      kept += 1;
      units += Math.min(search.lines.source[entry.at]?.length ?? 0, attempt.cut.head) + 1;
    }
    if (units > maxUnits) return false;
  }
  return true;
}

/** The text of one attempt, or null when it hides nothing. */
function render(search: Search, attempt: Attempt): string | null {
  const perFile = Math.max(attempt.perFile, Math.floor(attempt.floor / Math.max(1, search.files)));
  const limits: GrepLimits = { ...attempt, perFile };
  const lines: string[] = [];
  let hidden = 0;
  let points = 0;
  let isCutShort = false;
  for (const block of search.blocks) {
    if (block.kind === "other") {
      const shown = showOthers(search, block);
      lines.push(...shown.lines);
      points += shown.hiddenPoints;
      continue;
    }
    if (search.shape.form === "heading" && lines.length > 0) lines.push("");
    const shown = showFile(block, search.lines, limits, search.ambience);
    hidden += shown.hiddenMatches;
    points += shown.hiddenPoints;
    for (const line of shown.lines) {
      const short = cutLong(line, attempt.cut, false);
      isCutShort ||= short !== null;
      lines.push(short ?? line);
    }
  }
  if (points === 0) return isCutShort ? lines.join("\n") : null;
  const tokens = Math.max(1, Math.floor(points / 4));
  return [grepMarker(hidden, search.matches, search.files, tokens, perFile), ...lines].join("\n");
}

function showOthers(search: Search, block: OtherBlock): { lines: string[]; hiddenPoints: number } {
  const texts = block.at.map((at) => search.lines.source[at] ?? "");
  if (search.others <= OTHERS_WHOLE_MAX) return { lines: texts, hiddenPoints: 0 };
  const lines: string[] = [];
  let signals = 0;
  let count = 0;
  let points = 0;
  texts.forEach((text, index) => {
    const isKept = index < OTHERS_FIRST || (signals < OTHERS_SIGNAL_MAX && isLogSignal(text.slice(0, 2_000)));
    if (isKept) {
      signals += 1;
      lines.push(text);
    } else {
      count += 1;
      points += codePoints(text) + 1;
    }
  });
  const note = moreLines(count, "other output");
  if (count === 0 || note.length + 1 >= points) return { lines: texts, hiddenPoints: 0 };
  return { lines: [...lines, note], hiddenPoints: points };
}
