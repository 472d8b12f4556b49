import { isBlank } from "../base/text.ts";
import { isBarrier } from "../marker/grammar.ts";

/** What the detectors of diagnostic blocks share: the roles of lines, and how runs of lines are found and marked. */

/** What a block says about one line. */
export const enum BlockRole {
  None = 0,
  /** Belongs to a diagnosis; kept. */
  Member = 1,
  /** In the middle of a block above its cap; may go even when it is signal. */
  Beyond = 2,
}

/**
 * Marks the block that begins at `at`; there is one `BlockRole` for each line.
 * @returns the line after it, or `at` when there is none
 */
export type Detector = (texts: readonly string[], at: number, roles: Uint8Array) => number;

/** Marks start..end-1: the first `head` and last `tail` as members, the rest as beyond the cap. */
export function mark(roles: Uint8Array, start: number, end: number, head: number, tail: number): void {
  const count = end - start;
  for (let i = start; i < end; i += 1) {
    const inside = count <= head + tail || i - start < head || end - i <= tail;
    if (inside) roles[i] = BlockRole.Member;
    else if (roles[i] === BlockRole.None) roles[i] = BlockRole.Beyond;
  }
}

/** End of the run of lines behind `at` that go on, at most `most` lines with the one at `at`; lines of ours end it. */
export function runEnd(
  texts: readonly string[],
  at: number,
  most: number,
  goesOn: (text: string, at: number) => boolean,
): number {
  let end = at + 1;
  while (end < texts.length && end - at < most) {
    const text = texts[end] as string;
    if (isBarrier(text) || !goesOn(text, end)) break;
    end += 1;
  }
  return end;
}

/** The same end without blank lines before it. */
export function withoutBlanks(texts: readonly string[], at: number, end: number): number {
  let last = end;
  while (last > at + 1 && isBlank(texts[last - 1] as string)) last -= 1;
  return last;
}
