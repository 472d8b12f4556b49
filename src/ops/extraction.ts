import { baseName } from "../base/text.ts";
import { programWords, type ShellSegment, shellSegments } from "../normalize/shell-words.ts";

/**
 * A command that already asks for an exact part of a text: its output passes
 * as it is. Told by shell words in command position, never by substring.
 */

const MAX_LINES = 200;
/** They print nothing, or only what the command itself says. */
const SILENT = new Set(["cd", "export", "set", "true", "echo", "printf"]);
/** What a recalled text may go through and still be recalled text. */
const FILTERS = new Set(
  "grep egrep fgrep rg sed awk gawk mawk head tail cut sort uniq tr nl cat wc less".split(" "),
);

/**
 * True for `ck-bin recall …`, `sed -n …`, `awk 'NR…'`, `head`/`tail` of one file, and pipes that end in one of them.
 * @param program path of this executable, which may have another name
 */
export function isExplicitExtraction(command: string, program = "ck-bin"): boolean {
  const own = baseName(program).replace(/\.exe$/i, "");
  const lines = pipelines(shellSegments(command) ?? []).filter((line) => !isSilent(line));
  return lines.length > 0 && lines.every((line) => isExtraction(line, own));
}

/** Words of the programs of each pipeline. */
function pipelines(segments: readonly ShellSegment[]): (readonly string[])[][] {
  const lines: (readonly string[])[][] = [];
  let open: (readonly string[])[] = [];
  for (const segment of segments) {
    open.push(programWords(segment.words));
    if (segment.piped) continue;
    lines.push(open);
    open = [];
  }
  return open.length > 0 ? [...lines, open] : lines;
}

function isSilent(line: readonly (readonly string[])[]): boolean {
  return line.length === 1 && SILENT.has(line[0]?.[0] ?? "");
}

function isExtraction(line: readonly (readonly string[])[], own: string): boolean {
  const [first = [], ...rest] = line;
  if (isRecall(first, own)) return rest.every((words) => FILTERS.has(words[0] ?? ""));
  const last = rest.at(-1);
  if (last === undefined) return isCut(first, 1);
  return isSource(first) && isCut(last, 0) && rest.every((words) => isCut(words, 0) || isSkip(words, 0));
}

function isRecall(words: readonly string[], own: string): boolean {
  const program = words[0] ?? "";
  if (program === own || /^ck-bin(?:[-.]|$)/.test(program)) return words[1] === "recall";
  return /^python[\d.]*$/.test(program)
    ? /(?:^|[\\/])recall\.py$/.test(words[1] ?? "")
    : program === "recall.py";
}

/** What may stand before a cut: the file itself in one form or another. */
function isSource(words: readonly string[]): boolean {
  if (words[0] === "cat" || words[0] === "nl") return isOneFile(operands(words.slice(1)));
  if (words[0] === "git") return words[1] === "show" && /^[^\s:]{1,200}:./.test(words[2] ?? "");
  return isCut(words, 1) || isSkip(words, 1);
}

/** `tail -n +A`: all from a line on, so no cut by itself. */
function isSkip(words: readonly string[], files: number): boolean {
  if (words[0] !== "tail") return false;
  const isApart = words[1] === "-n" || words[1] === "--lines";
  const count = isApart ? words[2] ?? "" : (words[1] ?? "").replace(/^(?:-n|--lines=)/, "");
  return /^\+\d{1,9}$/.test(count) && words.length === (isApart ? 3 : 2) + files;
}

/** @param files how many files it names: none when the text comes through a pipe */
function isCut(words: readonly string[], files: number): boolean {
  switch (words[0]) {
    case "sed":
      return isSed(words);
    case "awk":
    case "gawk":
    case "mawk":
      return !words.includes("-f") && /^\s{0,20}NR/.test(operands(words.slice(1), ["-F", "-v"])[0] ?? "");
    case "head":
    case "tail":
      return isSmallEnd(words, files);
    default:
      return false;
  }
}

function isSed(words: readonly string[]): boolean {
  for (const word of words.slice(1)) {
    if (word === "--quiet" || word === "--silent") return true;
    if (!word.startsWith("-") || word === "-") return false;
    if (/^-[A-Za-z]*n/.test(word)) return true;
  }
  return false;
}

function isSmallEnd(words: readonly string[], files: number): boolean {
  let lines = 10;
  const rest: string[] = [];
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i] as string;
    const short = /^-n?(\d{1,9})$/.exec(word) ?? /^--lines=(\d{1,9})$/.exec(word);
    if (short) lines = Number(short[1]);
    else if (word === "-n" || word === "--lines") {
      const value = words[i += 1] ?? "";
      if (!/^\d{1,9}$/.test(value)) return false;
      lines = Number(value);
    } else if (word.startsWith("-") && word !== "-") {
      if (word !== "-q") return false;
    } else rest.push(word);
  }
  return lines <= MAX_LINES && (files === 0 ? rest.length === 0 : isOneFile(rest));
}

/** One name that the shell does not expand to several. */
function isOneFile(names: readonly string[]): boolean {
  return names.length === 1 && !/[*?]/.test(names[0] as string);
}

/** Words that are no options, without the values of those options that take one. */
function operands(words: readonly string[], valued: readonly string[] = []): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    if (valued.includes(word)) i += 1;
    else if (!word.startsWith("-")) out.push(word);
  }
  return out;
}
