import { scanJson } from "./json-scan.ts";
import { endOf, type Tape } from "./json-spans.ts";

/**
 * Several JSON objects one after the other, each over several lines, as
 * `jq '.[]'` prints them: read as one list. Linear; nothing else may stand
 * between the objects.
 */

const VALUES_MIN = 8;

/** The objects as the items of one list, or null when the text holds anything else. */
export function scanStream(text: string): Tape | null {
  const values: string[] = [];
  let hasLines = false;
  for (let at = skipSpace(text, 0); at < text.length;) {
    const end = objectEnd(text, at);
    if (end < 0) return null;
    const value = text.slice(at, end);
    hasLines ||= value.includes("\n");
    values.push(value);
    at = skipSpace(text, end);
  }
  if (values.length < VALUES_MIN || !hasLines) return null;
  const joined = `[${values.join(",\n")}]`;
  const tape = scanJson(joined);
  return tape && endOf(tape, 0) === joined.length ? tape : null;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** Behind the brace that closes the object at `from`, or -1; whether it is JSON is looked at later. */
function objectEnd(text: string, from: number): number {
  if (text.charCodeAt(from) !== 0x7b) return -1;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at);
    else if (code === 0x7b) depth += 1;
    else if (code === 0x7d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The closing quote of the string at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}
