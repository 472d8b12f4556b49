import { codePoints, safeIndex } from "../base/text.ts";
import { LONG_LINE_MAX_POINTS } from "../base/limits.ts";
import { cutMarker, isBarrier } from "../marker/grammar.ts";
import { isLogSignal } from "./signal.ts";
import type { Line } from "./types.ts";

/**
 * Lines above 2,000 code points keep their first 600 and last 300 and up to
 * five windows around signal hits between; each cut says how much it hides.
 * Laws: a cut line is shorter than before and at most 2,000 code points, so
 * that it is never cut again.
 */

const HEAD = 600;
const TAIL = 300;
const WINDOW = 120;
const MAX_WINDOWS = 5;
const HIT =
  /error|fail|fatal|exception|traceback|warn|panic|denied|refused|cannot|missing|undefined|timeout|invalid|unexpected|not found|no such/gi;

/** Cuts long lines; returns the same array when there is none. */
export function cutLongLines(
  lines: readonly Line[],
): { readonly lines: readonly Line[]; readonly cut: boolean } {
  let cut = false;
  const out = lines.map((line) => {
    if (line.text.length <= LONG_LINE_MAX_POINTS || isBarrier(line.text)) return line;
    const points = codePoints(line.text);
    if (points <= LONG_LINE_MAX_POINTS) return line;
    cut = true;
    return { ...line, text: cutLine(line.text) };
  });
  return cut ? { lines: out, cut } : { lines, cut };
}

/**
 * One long line with its middle hidden.
 * @param maxPoints the cut line is at most this long (code points)
 */
export function cutLine(text: string, maxPoints: number = LONG_LINE_MAX_POINTS): string {
  const share = maxPoints / LONG_LINE_MAX_POINTS;
  const start = safeIndex(text, Math.floor(HEAD * share));
  const end = safeIndex(text, text.length - Math.floor(TAIL * share));
  const windows = signalWindows(text, start, end);
  for (;;) {
    const shown = assemble(text, start, end, windows);
    if (codePoints(shown) <= maxPoints || windows.length === 0) return shown;
    windows.pop();
  }
}

function signalWindows(text: string, start: number, end: number): [number, number][] {
  const windows: [number, number][] = [];
  if (!isLogSignal(text.slice(start, end))) return windows;
  HIT.lastIndex = start;
  for (
    let hit = HIT.exec(text);
    hit && hit.index < end && windows.length < MAX_WINDOWS;
    hit = HIT.exec(text)
  ) {
    const from = safeIndex(text, Math.max(start, hit.index - WINDOW));
    const to = safeIndex(text, Math.min(end, hit.index + hit[0].length + WINDOW));
    const previous = windows[windows.length - 1];
    if (previous && from <= previous[1] + 60) previous[1] = to;
    else windows.push([from, to]);
    HIT.lastIndex = to;
  }
  return windows;
}

function assemble(
  text: string,
  start: number,
  end: number,
  windows: readonly (readonly [number, number])[],
): string {
  let out = text.slice(0, start);
  let at = start;
  for (const [from, to] of [...windows, [end, text.length] as const]) {
    const hidden = codePoints(text.slice(at, from));
    if (hidden > 0) out += cutMarker(hidden);
    out += text.slice(from, to);
    at = to;
  }
  return out;
}
