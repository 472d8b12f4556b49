import { printingPrograms } from "../shell-words.ts";
import type { Line } from "../types.ts";
import type { Profile, ProfileEntry, ProfileRules } from "./profile.ts";
import { PROFILES } from "./registry.ts";

/**
 * Picks the profiles of a text: by the command, confirmed by one line of the
 * family's shape; else, and besides, by shape alone, since one command may run
 * several tools. Several become one. In doubt none.
 */

const SHAPE_HITS = 3;
const LINE_UNITS = 2_000;
const EDGE_LINES = 30;
const SPREAD_LINES = 90;
const MAX_PROFILES = 3;

/** @param user profiles of the user; they win over the built-in ones. */
export function chooseProfile(
  lines: readonly Line[],
  command: string | undefined,
  user: readonly Profile[] = [],
): Profile | null {
  const sample = sampleOf(lines);
  const chosen: Profile[] = [];
  const tried = new Set<string>();
  const own = user.map((profile): Candidate => ({ ...profile, hints: [], rules: () => profile }));
  const all: readonly Candidate[] = own.length > 0 ? [...own, ...PROFILES] : PROFILES;
  for (const words of command ? printingPrograms(command) : []) {
    const named = all.filter((entry) => entry.commands.some((prefix) => startsWith(words, prefix)));
    named.sort((a, b) => longestPrefix(b, words) - longestPrefix(a, words));
    for (const entry of named) {
      if (chosen.length >= MAX_PROFILES || tried.has(entry.id)) continue;
      tried.add(entry.id);
      const profile = load(entry);
      if (hits(profile, sample, 1) >= 1) {
        chosen.push(profile);
        break;
      }
    }
  }
  chosen.push(...byShape(all, sample, tried).slice(0, MAX_PROFILES - chosen.length));
  if (chosen.some((profile) => !profile.fallback)) {
    for (let i = chosen.length - 1; i >= 0; i -= 1) if (chosen[i]?.fallback) chosen.splice(i, 1);
  }
  return chosen.length < 2 ? chosen[0] ?? null : merged(chosen);
}

type Candidate = ProfileEntry;

function byShape(
  all: readonly Candidate[],
  sample: readonly string[],
  tried: ReadonlySet<string>,
): Profile[] {
  const joined = sample.join("\n");
  const found: { profile: Profile; count: number }[] = [];
  for (const entry of all) {
    if (tried.has(entry.id)) continue;
    if (entry.hints.length > 0 && !entry.hints.some((hint) => joined.includes(hint))) continue;
    const profile = load(entry);
    const wanted = profile.shapeHits ?? SHAPE_HITS;
    if (wanted === Number.POSITIVE_INFINITY) continue;
    const count = hits(profile, sample, Number.POSITIVE_INFINITY);
    if (count >= wanted) found.push({ profile, count });
  }
  return found.sort((a, b) => b.count - a.count).map((row) => row.profile);
}

const loaded = new WeakMap<Candidate, Profile>();

function load(entry: Candidate): Profile {
  const known = loaded.get(entry);
  if (known) return known;
  const profile = { id: entry.id, says: entry.says, commands: entry.commands, ...pick(entry.rules()) };
  loaded.set(entry, profile);
  return profile;
}

function pick(rules: ProfileRules): ProfileRules {
  const { shape, shapeHits, fallback, verdict, serious, keep, noise, blocks, items } = rules;
  return {
    shape,
    keep,
    noise,
    ...(shapeHits === undefined ? {} : { shapeHits }),
    ...(fallback ? { fallback } : {}),
    ...(verdict ? { verdict } : {}),
    ...(serious ? { serious } : {}),
    ...(blocks ? { blocks } : {}),
    ...(items ? { items } : {}),
  };
}

/** One profile that says what all of them say; noise of one that is skeleton of another is kept. */
function merged(profiles: readonly Profile[]): Profile {
  return {
    id: profiles.map((profile) => profile.id).join("+"),
    says: "",
    commands: [],
    shape: profiles.flatMap((profile) => profile.shape),
    verdict: profiles.flatMap((profile) => profile.verdict ?? []),
    serious: profiles.flatMap((profile) => profile.serious ?? []),
    keep: profiles.flatMap((profile) => profile.keep),
    noise: profiles.flatMap((profile) => profile.noise),
    blocks: profiles.flatMap((profile) => profile.blocks ?? []),
    items: profiles.flatMap((profile) => profile.items ?? []),
  };
}

/** The first, the last and evenly spread lines between: enough to know a family. */
function sampleOf(lines: readonly Line[]): string[] {
  const out: string[] = [];
  const step = Math.max(1, Math.floor(lines.length / SPREAD_LINES));
  for (
    let i = 0;
    i < lines.length;
    i += i < EDGE_LINES || i >= lines.length - EDGE_LINES - step ? 1 : step
  ) {
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

function longestPrefix(entry: Candidate, words: readonly string[]): number {
  return Math.max(
    0,
    ...entry.commands.filter((prefix) => startsWith(words, prefix)).map((prefix) => prefix.length),
  );
}
