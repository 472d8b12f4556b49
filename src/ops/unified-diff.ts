/** A unified diff of two small texts, for `--dry-run`. */

const CONTEXT = 3;
/** Above this many changed-range cells the middle is shown as one replacement. */
const MAX_CELLS = 4_000_000;

type Row = readonly [mark: " " | "-" | "+", line: string];

/** Empty when the texts are equal. A missing newline at the end is shown as diff tools do. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return "";
  const rows = diffRows(splitLines(before), splitLines(after));
  const out = [`--- ${before === "" ? "/dev/null" : name}`, `+++ ${after === "" ? "/dev/null" : name}`];
  let at = 0;
  while (at < rows.length) {
    const first = rows.findIndex((row, i) => i >= at && row[0] !== " ");
    if (first < 0) break;
    let last = first;
    for (let i = first; i < rows.length && i <= last + 2 * CONTEXT + 1; i += 1) {
      if (rows[i]?.[0] !== " ") last = i;
    }
    const from = Math.max(at, first - CONTEXT);
    const to = Math.min(rows.length, last + CONTEXT + 1);
    out.push(...hunk(rows, from, to));
    at = to;
  }
  return `${out.join("\n")}\n`;
}

function hunk(rows: readonly Row[], from: number, to: number): string[] {
  const count = (part: readonly Row[], mark: "-" | "+") =>
    part.filter(([m]) => m !== (mark === "-" ? "+" : "-")).length;
  const above = rows.slice(0, from);
  const part = rows.slice(from, to);
  const range = (mark: "-" | "+") => {
    const lines = count(part, mark);
    return `${mark}${count(above, mark) + (lines === 0 ? 0 : 1)},${lines}`;
  };
  const body = part.flatMap(([mark, line]) =>
    line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"]
  );
  return [`@@ ${range("-")} ${range("+")} @@`, ...body];
}

/** Lines with their own line feeds. */
function splitLines(text: string): string[] {
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1) ?? "";
  return last === "" ? lines : [...lines, last];
}

/** Common head and tail first; the rest by the longest common subsequence. */
function diffRows(a: readonly string[], b: readonly string[]): Row[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) tail += 1;
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  const same = (line: string): Row => [" ", line];
  return [...a.slice(0, head).map(same), ...middle(left, right), ...a.slice(a.length - tail).map(same)];
}

function middle(a: readonly string[], b: readonly string[]): Row[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MAX_CELLS) {
    return [...a.map((line): Row => ["-", line]), ...b.map((line): Row => ["+", line])];
  }
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const down = length[(i + 1) * width + j] ?? 0;
      const right = length[i * width + j + 1] ?? 0;
      const both = (length[(i + 1) * width + j + 1] ?? 0) + 1;
      length[i * width + j] = a[i] === b[j] ? both : Math.max(down, right);
    }
  }
  const rows: Row[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      rows.push([" ", left]);
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || (length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0))
    ) {
      rows.push(["-", left]);
      i += 1;
    } else if (right !== undefined) {
      rows.push(["+", right]);
      j += 1;
    }
  }
  return rows;
}
