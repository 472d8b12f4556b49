/** Texts for tests of the hook: noise of a known size, with lines that must survive. */

export const FAILURE = "ERROR [db] connection refused on port 5432";

/** A log of some lines; the failure stands in its middle. */
export function logText(lines: number, tag = "worker"): string {
  return Array.from(
    { length: lines },
    (_, i) =>
      i === Math.floor(lines / 2)
        ? FAILURE
        : `${tag} ${i} took ${(i * 37) % 90} ms for batch ${(i * 7919) % 1000}`,
  ).join("\n");
}

/** Code between the smallest text that gets a marker (200 tokens) and the smallest that is projected. */
export function smallFile(answer: number): string {
  const lines = Array.from({ length: 24 }, (_, i) => `export const value${i} = compute(${i}, "name-${i}");`);
  return ["// answers", ...lines, `export const answer = ${answer};`, ""].join("\n");
}

/** A file far above the threshold, with structure at the start of each block. */
export function largeFile(blocks = 12): string {
  return Array.from({ length: blocks }, (_, i) =>
    [
      `export function step${i}(input: number): number {`,
      "  let total = 0;",
      ...Array.from({ length: 40 }, (_, n) => `  total += input * ${n + i} - offsets[${n}] * ${n % 7};`),
      "  return total;",
      "}",
      "",
    ].join("\n")).join("\n");
}

export const FOOTER = /\[context-kernel: (\d+) -> (\d+) token, -(\d+)%\]/;

/** Recall keys that a text names, in order. */
export function keysIn(text: string): string[] {
  return [...text.matchAll(/ recall ([0-9a-f]{10,12}) --grep/g)].map((found) => found[1] ?? "");
}

/** The last line of a text. */
export function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}
