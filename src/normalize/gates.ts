import type { Line } from "./types.ts";

/**
 * A quick look before a structured operator reads the whole text: some lines
 * from the beginning, the middle and the end. A gate may let a text through
 * that the operator then declines; it must not stop one that it would accept.
 */

const RUN_LINES = 24;
const SHARE = 0.3;

/** Some non-blank lines: runs from five places, since tables and lists stand together. */
export function sampleLines(lines: readonly Line[]): readonly string[] {
  const out: string[] = [];
  if (lines.length <= RUN_LINES * 5) {
    for (const { text } of lines) if (text.trim() !== "") out.push(text);
    return out;
  }
  for (let part = 0; part < 5; part += 1) {
    const start = Math.floor(((lines.length - RUN_LINES) * part) / 4);
    for (let i = start; i < start + RUN_LINES; i += 1) {
      const text = (lines[i] as Line).text;
      if (text.trim() !== "") out.push(text);
    }
  }
  return out;
}

function share(sample: readonly string[], holds: (line: string) => boolean): boolean {
  let hits = 0;
  for (const line of sample) if (holds(line)) hits += 1;
  return hits > 0 && hits >= sample.length * SHARE;
}

/** A JSON value begins somewhere near the top; header lines of HTTP may be many. */
export function mayBeJson(sample: readonly string[]): boolean {
  const lines = sample[0]?.startsWith("HTTP/") ? sample : sample.slice(0, 12);
  return lines.some((line) => /^\s{0,4}\ufeff?[[{]/.test(line.slice(0, 8)));
}

export function mayBeNdjson(sample: readonly string[]): boolean {
  return share(sample, (line) => line.trimStart().startsWith("{"));
}

/** `file:12:text`, `file-12-text`, `file:12`, `12:text` below a heading, or `dir/file:text`. */
export function mayBeGrep(sample: readonly string[]): boolean {
  return share(sample, (line) => {
    const start = line.slice(0, 420);
    return /^(?:[A-Za-z]:)?(?:[^\s:][^:]{0,400})?[:-]?\d{1,7}(?:[:-]|$)/.test(start) ||
      /^[^\s:]{1,400}:\S/.test(start) ||
      /^[^\s:]{0,400}[./\\][^\s:]{1,100}:/.test(start);
  });
}

/** Paths without spaces, long listings, trees, sizes before a path. */
export function mayBePaths(sample: readonly string[]): boolean {
  return share(
    sample,
    (line) =>
      /^[-dlbcps][rwxsStT-]{9}|^[ MTADRCU?!]{2} \S|^[│├└|`]|^\s{0,20}[\d.,]{1,15}[KMGTB]?\s{1,8}\S{1,400}$|^\s{0,20}\d+ .{0,60}:\d\d /
        .test(line) ||
      (!line.trim().includes(" ") && line.length < 1_000),
  );
}

/** Two wide gaps, a bar, two tabs or two commas in a line. */
export function mayBeTable(sample: readonly string[]): boolean {
  return share(sample, (line) => {
    const start = line.slice(0, 600).trim();
    return /[|│┃]/.test(start) || / {2,30}\S.{0,200}? {2,30}\S/.test(start) || /\t.{0,400}?\t/.test(start) ||
      /,.{0,400}?,/.test(start);
  });
}
