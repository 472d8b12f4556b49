/**
 * Independent reader of a projection: walks the output beside the original
 * and checks that every line is shown, counted or declared, with exact ranges.
 * Knows the marker wording only, none of the code that writes it.
 */

const RANGE =
  /^\[context-kernel: elided lines (\d+)-(\d+)(?:: (\d+) [^(]*(?:\([^)]*\)[^(]*)?lines \(~\d+ token\)(?:; numbering [^;]*)?(?:; kept (\d+) .* lines)?)?\]$/;
const CONTINUES = /^\[context-kernel: continues at line (\d+)\]$/;
const COUNTED =
  /^([\s\S]*) {2}\[x (\d+)(?: (alternating pairs|progress updates|repetitions of (\d+) lines))?\]$/;
const SIMILAR = /^\[\+(\d+) similar lines: /;

/** Problems found; empty when the output accounts for every line. */
export function auditProjection(original: string, output: string): string[] {
  const lines = original.split("\n").map((line) => line.trimEnd());
  const shown = output.split("\n");
  const problems: string[] = [];
  const isBlank = (n: number): boolean => n <= lines.length && lines[n - 1] === "";
  let at = 1;
  /** Lines that `[+N similar lines]` announced outside a range and that were not met yet. */
  let owed = 0;
  const skipBlanks = (): void => {
    while (isBlank(at)) at += 1;
  };
  for (let i = 0; i < shown.length && problems.length < 5; i += 1) {
    const text = shown[i] as string;
    const range = RANGE.exec(text);
    if (range && !isOriginal(text)) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      skipOwed(from);
      if (at !== from) problems.push(`marker says ${from}, but line ${at} is next: ${text}`);
      const kept = Number(range[4] ?? 0);
      if (range[3] !== undefined && Number(range[3]) + kept !== to - from + 1) {
        problems.push(`${range[3]} hidden + ${kept} kept is not ${from}-${to}`);
      }
      if (kept > 0) {
        i = readKept(i + 1, from, to, kept);
      }
      at = to + 1;
      continue;
    }
    const goes = CONTINUES.exec(text);
    if (goes && !isOriginal(text)) {
      if (Number(goes[1]) !== at) problems.push(`says continues at ${goes[1]}, but line ${at} is next`);
      continue;
    }
    const similar = isOriginal(text) ? null : SIMILAR.exec(text);
    if (similar) {
      owed += Number(similar[1]);
      continue;
    }
    if (text === "") {
      skipBlanks();
      continue;
    }
    if (text !== lines[at - 1]) skipBlanks();
    if (text !== lines[at - 1] && owed > 0) {
      const next = find(text, at, lines.length);
      if (next > 0) skipOwed(next);
    }
    const counted = text === lines[at - 1] ? null : COUNTED.exec(text);
    if (counted) at += span(counted);
    else if (text === lines[at - 1]) at += 1;
    else {problems.push(
        `line ${at} is ${JSON.stringify((lines[at - 1] ?? "").slice(0, 60))}, shown is ${
          JSON.stringify(text.slice(0, 60))
        }`,
      );}
  }
  skipBlanks();
  if (owed > 0) skipOwed(lines.length + 1);
  if (owed !== 0) problems.push(`${owed} similar lines were announced and not found`);
  if (problems.length === 0 && at !== lines.length + 1) {
    problems.push(`ends at line ${at} of ${lines.length}`);
  }
  return problems;

  /** Goes on to a line, over blank lines and lines that a group counts. */
  function skipOwed(to: number): void {
    while (at < to && (isBlank(at) || owed > 0)) {
      if (!isBlank(at)) owed -= 1;
      at += 1;
    }
  }

  /** The text stands in the original at this place: then it is nobody's marker. */
  function isOriginal(text: string): boolean {
    return lines[at - 1] === text;
  }

  /** Lines between a marker with `kept` and the next range or continuation; they must be an ordered part of from..to. */
  function readKept(start: number, from: number, to: number, kept: number): number {
    let cursor = from;
    let seen = 0;
    let k = start;
    for (; k < shown.length && seen < kept; k += 1) {
      const text = shown[k] as string;
      const similar = SIMILAR.exec(text);
      // What a group counts is among the hidden lines.
      if (similar) continue;
      const counted = COUNTED.exec(text);
      const base = counted?.[1] ?? text;
      let hit = find(text, cursor, to);
      if (hit < 0 && counted) {
        hit = find(base, cursor, to);
        // Earlier lines of a period were read one by one.
        const group = counted[3] === "alternating pairs" ? 2 : Number(counted[4] ?? 1);
        seen += Number(counted[2]) * group - (counted[3] === "progress updates" ? 1 : group - 1);
      } else seen += 1;
      if (hit < 0) {
        problems.push(`kept line is not in ${from}-${to}: ${JSON.stringify(text.slice(0, 80))}`);
        return k;
      }
      cursor = hit + 1;
    }
    if (seen !== kept) problems.push(`marker says ${kept} kept lines, ${seen} were found`);
    return k - 1;
  }

  function find(text: string, from: number, to: number): number {
    for (let n = from; n <= to; n += 1) if (lines[n - 1] === text) return n;
    return -1;
  }
}

function span(counted: RegExpExecArray): number {
  const count = Number(counted[2]);
  if (counted[3] === "alternating pairs") return count * 2 - 1;
  if (counted[4] !== undefined) return (count - 1) * Number(counted[4]) + 1;
  return counted[3] === "progress updates" ? count - 1 : count;
}
