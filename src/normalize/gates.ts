import type { Line, OperatorContext } from "./types.ts";

/**
 * A quick look before a structured operator reads the whole text: some lines
 * from the beginning, the middle and the end. A gate may let a text through
 * that the operator then declines; it must not stop one that it would accept.
 */

const RUN_LINES = 24;
const SHARE = 0.3;
const SEARCH = /\b(?:[efr]?grep|rg|ugrep|ag|ack)\b/;

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

function share(sample: readonly string[], holds: (line: string) => boolean, least = SHARE): boolean {
  let hits = 0;
  for (const line of sample) if (holds(line)) hits += 1;
  return hits > 0 && hits >= sample.length * least;
}

/** A JSON value begins somewhere near the top; header lines of HTTP may be many. */
export function mayBeJson(sample: readonly string[]): boolean {
  const lines = sample[0]?.startsWith("HTTP/") ? sample : sample.slice(0, 12);
  return lines.some((line) => /^\s{0,4}\ufeff?[[{]/.test(line.slice(0, 8)));
}

export function mayBeNdjson(sample: readonly string[]): boolean {
  return share(sample, (line) => line.trimStart().startsWith("{"));
}

/** `file:12:text`, `file-12-text`, `file:12`, or `12:text` below a heading; a time stamp is none of these. */
export function mayBeGrep(sample: readonly string[], context: OperatorContext): boolean {
  // Without -n a search prints `file:text`, which only the command can tell.
  if (context.tool === "Grep" || SEARCH.test(context.command ?? "")) return true;
  return share(
    sample,
    (line) =>
      /^(?:[A-Za-z]:)?[^\s:]{0,300}[A-Za-z_][^:]{0,200}?[:-]\d{1,7}(?:[:-]|$)|^\d{1,7}[:-](?!\d)/.test(
        line.slice(0, 520),
      ),
  );
}

/** Paths without spaces, long listings, trees, sizes before a path. */
export function mayBePaths(sample: readonly string[]): boolean {
  return share(
    sample,
    (line) =>
      /^[-dlbcps][rwxsStT-]{9}|^[ MTADRCU?!]{2} \S|^[│├└|`]|^\s{0,20}[\d.,]{1,15}[KMGTB]?\s{1,8}\S{1,400}$|^\s{0,20}\d+ .{0,60}:\d\d /
        .test(line) ||
      (!line.trim().includes(" ") && line.length < 1_000) ||
      (/^\s{0,20}(?:\.{0,2}[\\/]|[A-Za-z]:[\\/]|[\w .-]{1,80}[\\/])/.test(line.slice(0, 120)) &&
        !/[:;] |[.:;,]$/.test(line.slice(0, 400))),
  );
}

/** Half of the lines have a bar, or two tabs, or three commas, or two wide gaps. */
export function mayBeTable(sample: readonly string[]): boolean {
  return TABLE_SIGNS.some((sign) => share(sample, (line) => sign.test(line.slice(0, 600)), TABLE_SHARE));
}

const TABLE_SHARE = 0.5;
const TABLE_SIGNS = [
  /[|│┃]/,
  /\t.{0,400}?\t/,
  /^[^,]{0,200},[^,]{0,200},[^,]{0,200},/,
  /\S {2,60}\S.{0,200}? {2,60}\S/,
];

/** A page with links. */
export function mayHaveLinks(sample: readonly string[]): boolean {
  return sample.some((line) => line.includes("http") || line.includes("]("));
}
