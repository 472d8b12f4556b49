/**
 * Every line that we put into a tool result is written and recognised here.
 * Wording: English, fixed; other programs and our own tests parse it.
 */

/** First characters of everything of ours. */
export const MARKER_PREFIX = "[context-kernel:";

const FOOTER = /^\[context-kernel: \d+ -> \d+ token, -\d+%\](?: \[(?:ELIDED copy|parked|not ours)[^\]]*\])*$/;
// A count behind a line, matches that were left out of a file, lines that are similar.
const COUNTED =
  / {2}\[x \d+(?: alternating pairs| repetitions of \d+ lines| progress updates)?\]$|^ {2}\[\+\d+ more (?:matches|lines|paths) in .*\]$|^\[\+\d+ similar lines: .*\]$/;
const LIST_MARKER = /^\[context-kernel: elided \d+ of \d+ (?:matches|paths|objects|values|rows) /;

/** True when the line is a whole footer of ours, not merely text that contains the prefix. */
export function isFooter(line: string): boolean {
  return line.startsWith(MARKER_PREFIX) && FOOTER.test(line);
}

/** True for a line that starts like a marker of ours (possibly forged): such lines bound every rewrite. */
export function isMarkerLine(line: string): boolean {
  return line.startsWith(MARKER_PREFIX);
}

/** A line that no rewrite may merge, group or hide: a marker, or a line that ends in a count of ours. */
export function isBarrier(line: string): boolean {
  if (line.startsWith(MARKER_PREFIX)) return true;
  return line.endsWith("]") && COUNTED.test(line);
}

/** True for the marker of a projected list; such a text is finished. */
export function isListMarker(line: string): boolean {
  return line.startsWith(MARKER_PREFIX) && LIST_MARKER.test(line);
}

export interface Numbering {
  readonly first: string;
  readonly last: string;
  readonly step: string;
  /** The number after which exactly one gap stands, if there is one. */
  readonly gapAfter?: string;
}

export interface ElisionFacts {
  readonly from: number;
  readonly to: number;
  readonly hidden: number;
  readonly kind: string;
  readonly tokens: number;
  readonly numbering?: Numbering;
  /** Lines of from..to that are shown, when one marker stands for several gaps. */
  readonly kept?: { readonly count: number; readonly kind: string };
}

/** The first marker of a text. `hidden` + `kept.count` lines make up `from`..`to` exactly. */
export function elisionMarker(facts: ElisionFacts): string {
  let text =
    `${MARKER_PREFIX} elided lines ${facts.from}-${facts.to}: ${facts.hidden} ${facts.kind} lines (~${facts.tokens} token)`;
  const numbering = facts.numbering;
  if (numbering) {
    text += numbering.gapAfter === undefined
      ? `; numbering continuous ${numbering.first}→${numbering.last}`
      : `; numbering ${numbering.first}→${numbering.last} with gap after ${numbering.gapAfter}`;
    if (numbering.step !== "1" && numbering.step !== "-1") text += ` step ${numbering.step}`;
  }
  if (facts.kept && facts.kept.count > 0) text += `; kept ${facts.kept.count} ${facts.kept.kind} lines`;
  return `${text}]`;
}

/** Further gaps of the same text. */
export function gapMarker(from: number, to: number): string {
  return `${MARKER_PREFIX} elided lines ${from}-${to}]`;
}

/** Says where the numbering goes on after hidden lines. */
export function continuesMarker(line: number): string {
  return `${MARKER_PREFIX} continues at line ${line}]`;
}

/** Stands inside a cut line; counts code points. */
export function cutMarker(hiddenPoints: number): string {
  return ` …${MARKER_PREFIX} elided ${hiddenPoints} chars of this line]… `;
}

/** First line of a search output of which matches are hidden, `perFile` of each file at least being shown. */
export function grepMarker(
  hidden: number,
  total: number,
  files: number,
  tokens: number,
  perFile: number,
): string {
  return `${MARKER_PREFIX} elided ${hidden} of ${total} matches in ${files} files (~${tokens} token): first ${perFile} kept per file, no file dropped]`;
}

/** Matches grouped by folder, where even one per file is too much. */
export function grepFoldersMarker(
  hidden: number,
  total: number,
  files: number,
  tokens: number,
  perFolder: number,
): string {
  return `${MARKER_PREFIX} elided ${hidden} of ${total} matches in ${files} files (~${tokens} token): first ${perFolder} kept per directory, no directory dropped]`;
}

/** Below the matches shown of a file: how many more it has. */
export function moreMatches(count: number, file: string): string {
  return `  [+${count} more matches in ${file}]`;
}

/** Context or other lines that are not matches. */
export function moreLines(count: number, file: string): string {
  return `  [+${count} more lines in ${file}]`;
}

/** Below the names shown of a folder: how many more it has. */
export function morePaths(count: number, folder: string): string {
  return `  [+${count} more paths in ${folder}]`;
}

/** Stands in a JSON list for its hidden objects and names their keys. */
export function objectsMarker(
  hidden: number,
  total: number,
  tokens: number,
  keys: readonly string[],
): string {
  const shown = keys.slice(0, 12).join(", ") + (keys.length > 12 ? ", …" : "");
  return `${MARKER_PREFIX} elided ${hidden} of ${total} objects (~${tokens} token) with keys {${shown}}]`;
}

/** Stands in a JSON list for its hidden values and their range, as written. */
export function valuesMarker(
  hidden: number,
  total: number,
  range?: { readonly min: string; readonly max: string },
): string {
  return `${MARKER_PREFIX} elided ${hidden} of ${total} values${
    range ? `, min ${range.min}, max ${range.max}` : ""
  }]`;
}

/** Stands before an item that is kept for being different. */
export function keptItemMarker(index: number): string {
  return `${MARKER_PREFIX} item ${index} kept: differs]`;
}

/** Last line of a file list of which names are hidden. */
export function pathsMarker(hidden: number, total: number, folders: number): string {
  return `${MARKER_PREFIX} elided ${hidden} of ${total} paths in ${folders} directories]`;
}

/** Stands for the hidden links of a menu. */
export function linksMarker(count: number, tokens: number): string {
  return `${MARKER_PREFIX} elided ${count} link/navigation lines (~${tokens} token)]`;
}

/** Stands for lines of one template, behind those of them that are shown. */
export function similarLines(count: number, template: string): string {
  return `[+${count} similar lines: ${template}]`;
}

/** What a repeated line carries. */
export function countSuffix(
  count: number,
  form: "run" | "pairs" | "progress" | { readonly period: number },
): string {
  if (form === "run") return `  [x ${count}]`;
  if (form === "pairs") return `  [x ${count} alternating pairs]`;
  if (form === "progress") return `  [x ${count} progress updates]`;
  return `  [x ${count} repetitions of ${form.period} lines]`;
}

export const READ_HINT = " [ELIDED copy: re-read this file for all of it, or a range with offset/limit]";

/** The program as one word of a shell, the same in a hint and in the permission for it. */
export function programWord(program: string): string {
  return /^[A-Za-z0-9_./:+@%=-]+$/.test(program) ? program : `"${program.replace(/["$`]/g, "\\$&")}"`;
}

/**
 * @param program absolute path of the binary; quoted only when it needs it, as a shell reads it back
 * @param term how long recall holds, as a length of time: "24h"
 */
export function parkedHint(program: string, key: string, term: string): string {
  return ` [parked ${term}: ${programWord(program)} recall ${key} --grep PATTERN | --lines A-B]`;
}

/**
 * The last line of a replacement. The percentage is rounded down, and 100 only
 * when nothing is left.
 */
export function footer(before: number, after: number, hint: string, lookAlikes: number): string {
  const percent = before <= 0
    ? 0
    : after <= 0
    ? 100
    : Math.max(0, Math.min(99, Math.floor((100 * (before - after)) / before)));
  const foreign = lookAlikes > 0 ? ` [not ours: ${lookAlikes} look-alike lines in the original]` : "";
  return `${MARKER_PREFIX} ${before} -> ${after} token, -${percent}%]${hint}${foreign}`;
}

export const DELTA = {
  unchanged: (hash: string): string =>
    `${MARKER_PREFIX} file UNCHANGED since your last read (hash ${hash}); that copy is valid. Read again for the full text]`,
  changed: `${MARKER_PREFIX} file CHANGED since your last read; diff against that copy:]`,
  identicalCommand: (hash: string): string =>
    `${MARKER_PREFIX} output IDENTICAL to an earlier run of this command (hash ${hash}); that copy is valid. Run again for the full text]`,
  identicalMcp: (hash: string): string =>
    `${MARKER_PREFIX} output IDENTICAL to an earlier run of this MCP call (hash ${hash}); that copy is valid. Call again for the full text]`,
} as const;

/** How everything begins that could be taken for ours, our notes to the model included. */
const LOOK_ALIKE = "[context-kernel";

/** Lines of a foreign text that could be taken for ours. */
export function countLookAlikes(text: string): number {
  let count = 0;
  let at = text.indexOf(LOOK_ALIKE);
  while (at >= 0) {
    count += 1;
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = text.indexOf(LOOK_ALIKE, end);
  }
  return count;
}
