/** Higher classes are dropped later. */
export const KEEP = {
  /** May be hidden. */
  noise: 0,
  /** Rare in its text: kept while there is room. */
  rare: 1,
  /** Skeleton: headings, list rows, declarations. */
  skeleton: 2,
  /** Log signal, changed lines, members of diagnostic blocks. */
  signal: 3,
  /** Signal of class error. */
  error: 4,
  /** Head, tail, file and hunk headers, lines of ours. */
  frame: 5,
} as const;

/** Gives a line a class unless it has a higher one. */
export function raise(classes: Uint8Array, at: number, to: number): void {
  if ((classes[at] as number) < to) classes[at] = to;
}
