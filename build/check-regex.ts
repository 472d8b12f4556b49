/**
 * Every regular expression of `src`: refused when a loop in it is ambiguous
 * (exponential time) or when it is built at run time outside the one place for
 * patterns of users; listed when unbounded repeats stand side by side or
 * inside each other. tests/reliability/regex.test.ts times every literal.
 */
import { examinePattern } from "../src/base/pattern.ts";
import { exitWith, type Finding } from "./finding.ts";
import type { RegexLiteral } from "./lexer.ts";
import { readSources, type SourceFile } from "./sources.ts";

/** On the line of a pattern, on the line above it, or at the top of a file with `: file`. */
const LINE_CAPPED = "// line-capped";
const FILE_CAPPED = "// line-capped: file";
const FILE_HEAD_LINES = 40;
/** On the line of `new RegExp(…)`: the pattern passed `isSafePattern`, or is made of escaped text. */
const CHECKED_PATTERN = "// checked-pattern";

export interface ListedRegex extends RegexLiteral {
  readonly path: string;
  /** The pattern only ever sees one line of at most 2,000 characters. */
  readonly lineCapped: boolean;
}

/** Every literal of `src`. */
export function listRegexes(sources: readonly SourceFile[] = readSources("src")): readonly ListedRegex[] {
  return sources.flatMap((file) => {
    const lines = file.text.split("\n");
    const wholeFile = lines.slice(0, FILE_HEAD_LINES).some((line) => line.startsWith(FILE_CAPPED));
    return file.scanned.regexes.map((regex) => ({
      ...regex,
      path: file.path,
      lineCapped: wholeFile || isMarked(lines, regex.line),
    }));
  });
}

/** A mark counts beside the literal, or alone on the line above. */
function isMarked(lines: readonly string[], line: number): boolean {
  return (lines[line - 1] ?? "").includes(LINE_CAPPED) ||
    (lines[line - 2] ?? "").trimStart().startsWith(LINE_CAPPED);
}

export function checkRegex(sources: readonly SourceFile[] = readSources("src")): readonly Finding[] {
  const findings: Finding[] = [];
  for (const regex of listRegexes(sources)) {
    const shape = examinePattern(regex.source, regex.flags);
    const where = { path: regex.path, line: regex.line };
    if (shape === null) findings.push({ ...where, says: `cannot be examined: /${regex.source}/` });
    else if (shape.ambiguous) {
      findings.push({ ...where, says: `a loop matches one text in two ways: /${regex.source}/` });
    }
  }
  return [...findings, ...sources.flatMap(checkBuilt)];
}

function checkBuilt(file: SourceFile): readonly Finding[] {
  const lines = file.text.split("\n");
  return file.scanned.code.split("\n").flatMap((line, index) => {
    if (!/\bRegExp\s{0,9}\(/.test(line.slice(0, 2_000))) return [];
    const marked = [lines[index], lines[index - 1]].some((text) => text?.includes(CHECKED_PATTERN));
    return marked ? [] : [{
      path: file.path,
      line: index + 1,
      says: `a pattern built at run time needs ${CHECKED_PATTERN} and a check before it`,
    }];
  });
}

/** Literals with adjacent or nested unbounded repeats, for a look by a person. */
export function noteworthyRegexes(regexes: readonly ListedRegex[] = listRegexes()): readonly string[] {
  return regexes.flatMap((regex) => {
    const shape = examinePattern(regex.source, regex.flags);
    const words = [shape?.adjacent ? "adjacent" : "", shape?.nested ? "nested" : ""].filter((word) =>
      word !== ""
    );
    return words.length === 0 ? [] : [`${regex.path}:${regex.line}: ${words.join(", ")}: /${regex.source}/`];
  });
}

if (import.meta.main) {
  for (const line of noteworthyRegexes()) console.error(`listed: ${line}`);
  exitWith("regex", checkRegex());
}
