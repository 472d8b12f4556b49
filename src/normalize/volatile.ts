/**
 * The text without what changes from run to run: durations, time stamps,
 * process ids, hexadecimal ids, temporary paths, percentages. Two runs that
 * are equal after it tell the same story.
 */

const LINE_UNITS = 2_000;

/** Only for comparing; never shown. */
export function withoutVolatile(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.length > LINE_UNITS ? line : stable(line)))
    .join("\n");
}

function stable(line: string): string {
  if (!/\d/.test(line)) return line;
  return line
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .replace(/\b\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?\b/g, "<time>")
    .replace(/\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|µs|us|ns|s|sec|secs|seconds|m|min|minutes)\b/g, "<duration>")
    .replace(/\b\d{1,3}(?:\.\d{1,4})? ?%/g, "<percent>")
    .replace(/\b(?:pid|PID)[ =:]{1,3}\d{1,10}\b/g, "<pid>")
    .replace(/\b0x[\da-fA-F]{1,16}\b|\b[\da-f]{12,64}\b/g, "<hex>")
    .replace(/(?:\/tmp|\/var\/folders|\/private\/tmp)\/[\w./-]{1,300}/g, "<temp>");
}
