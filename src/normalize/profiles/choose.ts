import { printingPrograms } from "../shell-words.ts";
import type { Line } from "../types.ts";
import type { Profile } from "./profile.ts";
import { PROFILES } from "./registry.ts";

/**
 * Picks the profile of a text: by the command, confirmed by one line of the
 * family's shape; else by shape alone. In doubt none.
 */

const SHAPE_HITS = 3;
const LINE_UNITS = 2_000;
const SAMPLE_LINES = 60;

/** @param user profiles of the user; they win over the built-in ones. */
export function chooseProfile(
  lines: readonly Line[],
  command: string | undefined,
  user: readonly Profile[] = [],
): Profile | null {
  const sample = sampleOf(lines);
  const all = user.length > 0 ? [...user, ...PROFILES] : PROFILES;
  if (command) {
    for (const words of printingPrograms(command)) {
      const named = all.filter((profile) => profile.commands.some((prefix) => startsWith(words, prefix)));
      named.sort((a, b) => longestPrefix(b, words) - longestPrefix(a, words));
      for (const profile of named) if (hits(profile, sample, 1) >= 1) return profile;
    }
  }
  let best: Profile | null = null;
  let bestHits = 0;
  for (const profile of all) {
    const wanted = profile.shapeHits ?? SHAPE_HITS;
    const found = hits(profile, sample, Number.POSITIVE_INFINITY);
    if (found >= wanted && found > bestHits) {
      best = profile;
      bestHits = found;
    }
  }
  return best;
}

/** The first, the last and evenly spread lines between: enough to know a family. */
function sampleOf(lines: readonly Line[]): string[] {
  const out: string[] = [];
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  for (let i = 0; i < lines.length; i += i < 30 || i >= lines.length - 25 ? 1 : step) {
    const text = (lines[i] as Line).text;
    if (text.length > 0 && text.length <= LINE_UNITS) out.push(text);
  }
  return out;
}

function hits(profile: Profile, sample: readonly string[], enough: number): number {
  let found = 0;
  for (const text of sample) {
    if (profile.shape.some((pattern) => pattern.test(text))) {
      found += 1;
      if (found >= enough) return found;
    }
  }
  return found;
}

/** `git log` also for `git -C dir --no-pager log`: the sub-command may come after options and their values. */
function startsWith(words: readonly string[], prefix: string): boolean {
  const wanted = prefix.split(" ");
  if (words[0] !== wanted[0]) return false;
  let at = 1;
  for (const word of wanted.slice(1)) {
    const found = words.indexOf(word, at);
    if (found < 0 || found > at + 4) return false;
    for (let i = at; i < found; i += 1) {
      if (!(words[i] as string).startsWith("-") && !(words[i - 1] as string).startsWith("-")) return false;
    }
    at = found + 1;
  }
  return true;
}

function longestPrefix(profile: Profile, words: readonly string[]): number {
  return Math.max(
    0,
    ...profile.commands.filter((prefix) => startsWith(words, prefix)).map((prefix) => prefix.length),
  );
}
