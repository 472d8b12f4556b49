import { programWords, type ShellSegment, shellSegments } from "../normalize/shell-words.ts";

/**
 * A command that already asks for an exact part of a text: its output passes
 * as it is. Told by shell words in command position, never by substring.
 */

const MAX_LINES = 200;

/** True for `ck-bin recall …`, `sed -n …`, `awk 'NR…'`, `head`/`tail` of one file, and pipes that end in one of them. */
export function isExplicitExtraction(command: string): boolean {
  const segments = shellSegments(command);
  if (!segments || segments.length === 0) return false;
  const producing = segments.filter((segment) =>
    !["cd", "export", "set", "true"].includes(segment.words[0] ?? "")
  );
  if (producing.length === 0) return false;
  for (let i = 0; i < producing.length; i += 1) {
    const segment = producing[i] as ShellSegment;
    const words = programWords(segment.words);
    if (segment.piped) {
      const next = producing[i + 1];
      if (!next || !isSource(words) || !isCut(programWords(next.words), true)) return false;
      i += 1;
    } else if (!isRecall(words) && !isCut(words, false)) return false;
  }
  return true;
}

function isRecall(words: readonly string[]): boolean {
  const program = words[0] ?? "";
  if (/^ck-bin/.test(program)) return words[1] === "recall";
  return /^python[\d.]*$/.test(program)
    ? /(?:^|[\\/])recall\.py$/.test(words[1] ?? "")
    : program === "recall.py";
}

/** What may stand before a cut: the file itself in one form or another. */
function isSource(words: readonly string[]): boolean {
  if (isRecall(words)) return true;
  if (words[0] === "cat" || words[0] === "nl") return operands(words).length === 1;
  if (words[0] === "git") return words[1] === "show" && /^[^\s:]{1,200}:./.test(words[2] ?? "");
  return isCut(words, false) ||
    (words[0] === "tail" && /^\+\d{1,9}$/.test(words[2] ?? "") && words[1] === "-n");
}

/** @param piped the text comes through a pipe, so no file is named */
function isCut(words: readonly string[], piped: boolean): boolean {
  const files = piped ? 0 : 1;
  switch (words[0]) {
    case "sed":
      return isSed(words);
    case "awk":
    case "gawk":
    case "mawk":
      return /^\s{0,20}NR/.test(operands(words.slice(1), ["-F", "-v"])[0] ?? "");
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
    const short = /^-(?:n ?)?(\d{1,9})$/.exec(word) ?? /^--lines=(\d{1,9})$/.exec(word);
    if (short) lines = Number(short[1]);
    else if (word === "-n" || word === "--lines") {
      const value = words[i += 1] ?? "";
      if (!/^\d{1,9}$/.test(value)) return false;
      lines = Number(value);
    } else if (word.startsWith("-") && word !== "-") {
      if (word !== "-q") return false;
    } else rest.push(word);
  }
  return rest.length === files && lines <= MAX_LINES;
}

function operands(words: readonly string[], valued: readonly string[] = []): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    if (valued.includes(word)) i += 1;
    else if (!word.startsWith("-") && i >= 0) out.push(word);
  }
  return words[0] !== undefined && !words[0].startsWith("-") && valued.length === 0 ? out.slice(1) : out;
}
