/**
 * A unified diff with two lines of context (Myers, linear space is not needed
 * at the sizes that are remembered; work is bounded instead). The result is
 * checked by the caller with `applyDiff`.
 */

const CONTEXT = 2;

export interface DiffOptions {
  readonly oldLabel: string;
  readonly newLabel: string;
  /** Comparisons of lines before giving up. */
  readonly maxSteps: number;
}

type Edit = readonly [kind: " " | "-" | "+", line: string];

/** Unified diff text, "" for equal texts, or null when it would take too much work. */
export function unifiedDiff(before: string, after: string, options: DiffOptions): string | null {
  const edits = diffLines(before.split("\n"), after.split("\n"), options);
  if (!edits) return null;
  const hunks = hunksOf(edits);
  if (hunks.length === 0) return "";
  return [`--- ${options.oldLabel}`, `+++ ${options.newLabel}`, ...hunks].join("\n");
}

function diffLines(a: readonly string[], b: readonly string[], options: DiffOptions): Edit[] | null {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const middle = myers(a.slice(start, aEnd), b.slice(start, bEnd), options);
  if (!middle) return null;
  const same = (line: string): Edit => [" ", line];
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(aEnd).map(same)];
}

function myers(a: readonly string[], b: readonly string[], options: DiffOptions): Edit[] | null {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) {
    return [...a.map((line): Edit => ["-", line]), ...b.map((line): Edit => ["+", line])];
  }
  // A diff of d edits takes about d * d / 2 steps.
  const max = Math.min(n + m, Math.ceil(Math.sqrt(2 * options.maxSteps)));
  const offset = max + 1;
  const v = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  let steps = 0;
  for (let d = 0; d <= max; d += 1) {
    trace.push(v.slice());
    steps += d + 1;
    if (steps > options.maxSteps) return null;
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (v[offset + k - 1] as number) < (v[offset + k + 1] as number));
      let x = down ? (v[offset + k + 1] as number) : (v[offset + k - 1] as number) + 1;
      let y = x - k;
      while (x < n && y < m && a[x] === b[y]) {
        x += 1;
        y += 1;
        steps += 1;
      }
      v[offset + k] = x;
      if (x >= n && y >= m) return backtrack(a, b, trace, d, offset);
    }
  }
  return null;
}

function backtrack(
  a: readonly string[],
  b: readonly string[],
  trace: readonly Int32Array[],
  depth: number,
  offset: number,
): Edit[] {
  const edits: Edit[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = depth; d > 0; d -= 1) {
    const v = trace[d] as Int32Array;
    const k = x - y;
    const down = k === -d || (k !== d && (v[offset + k - 1] as number) < (v[offset + k + 1] as number));
    const previousK = down ? k + 1 : k - 1;
    const previousX = v[offset + previousK] as number;
    const previousY = previousX - previousK;
    while (x > previousX && y > previousY) {
      edits.push([" ", a[x - 1] as string]);
      x -= 1;
      y -= 1;
    }
    if (down) edits.push(["+", b[y - 1] as string]);
    else edits.push(["-", a[x - 1] as string]);
    x = previousX;
    y = previousY;
  }
  while (x > 0 && y > 0) {
    edits.push([" ", a[x - 1] as string]);
    x -= 1;
    y -= 1;
  }
  return edits.reverse();
}

function hunksOf(edits: readonly Edit[]): string[] {
  const out: string[] = [];
  const near = new Uint8Array(edits.length);
  edits.forEach(([kind], i) => {
    if (kind === " ") return;
    for (let k = Math.max(0, i - CONTEXT); k <= Math.min(edits.length - 1, i + CONTEXT); k += 1) near[k] = 1;
  });
  let oldLine = 1;
  let newLine = 1;
  let i = 0;
  while (i < edits.length) {
    const [kind] = edits[i] as Edit;
    if (near[i] === 0) {
      if (kind !== "+") oldLine += 1;
      if (kind !== "-") newLine += 1;
      i += 1;
      continue;
    }
    const body: string[] = [];
    let oldCount = 0;
    let newCount = 0;
    while (i < edits.length && near[i] === 1) {
      const [mark, line] = edits[i] as Edit;
      body.push(mark + line);
      if (mark !== "+") oldCount += 1;
      if (mark !== "-") newCount += 1;
      i += 1;
    }
    out.push(`@@ -${oldLine},${oldCount} +${newLine},${newCount} @@`, ...body);
    oldLine += oldCount;
    newLine += newCount;
  }
  return out;
}

/** Applies a diff of `unifiedDiff`; null when it does not fit. */
export function applyDiff(before: string, diff: string): string | null {
  const source = before.split("\n");
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split("\n").slice(2)) {
    const hunk = /^@@ -(\d{1,9}),\d{1,9} \+\d{1,9},\d{1,9} @@$/.exec(line);
    if (hunk) {
      const to = Number(hunk[1]) - 1;
      while (at < to) out.push(source[at++] ?? "");
      continue;
    }
    const mark = line.charAt(0);
    const text = line.slice(1);
    if (mark !== "+") {
      if (source[at] !== text) return null;
      at += 1;
    }
    if (mark !== "-") out.push(text);
  }
  while (at < source.length) out.push(source[at++] ?? "");
  return out.join("\n");
}
