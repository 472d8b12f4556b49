/**
 * The text without what changes from run to run: durations, time stamps,
 * process ids, hexadecimal ids, temporary paths, percentages. Two runs that
 * are equal after it tell the same story.
 */

const LINE_UNITS = 2_000;

// One pass and one word for all of them: every pass over a long text makes another copy of it.
const NUMBERS =
  /\b(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?\b|\d{1,9}(?:\.\d{1,9})? ?(?:ms|µs|us|ns|s|sec|secs|seconds|m|min|minutes)\b|\d{1,3}(?:\.\d{1,4})? ?%|0x[\da-fA-F]{1,16}\b|[\da-f]{12,64}\b)/g;
// After the numbers, which may be part of them.
const PROCESS = /\b(?:pid|PID)[ =:]{1,3}\d{1,10}\b/g;
const TEMPORARY = /(?:\/tmp|\/var\/folders|\/private\/tmp)\/[\w./-]{1,300}/g;

/** Only for comparing; never shown. */
export function withoutVolatile(text: string): string {
  if (!hasLongLine(text)) return stable(text);
  return text
    .split("\n")
    .map((line) => (line.length > LINE_UNITS ? line : stable(line)))
    .join("\n");
}

/** No pattern goes beyond the end of a line, so a whole text is as good as its lines. */
function stable(text: string): string {
  let out = text.replace(NUMBERS, "<>");
  if (out.includes("pid") || out.includes("PID")) out = out.replace(PROCESS, "<pid>");
  return out.includes("/tmp/") || out.includes("/var/folders/") ? out.replace(TEMPORARY, "<temp>") : out;
}

function hasLongLine(text: string): boolean {
  let start = 0;
  while (text.length - start > LINE_UNITS) {
    const end = text.indexOf("\n", start);
    if (end < 0 || end - start > LINE_UNITS) return true;
    start = end + 1;
  }
  return false;
}
