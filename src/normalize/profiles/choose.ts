import { anyOf } from "../../base/text.ts";
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
  const own = user.map((profile): Candidate => ({ ...profile, hints: [], own: true, rules: () => profile }));
  const all: readonly Candidate[] = own.length > 0 ? [...own, ...PROFILES] : PROFILES;
  const { chosen, tried, isMixed } = byCommand(all, sample, command);
  if (chosen.length === 0 || isMixed) {
    const others = chosen.some((profile) => !profile.fallback) ? all.filter((entry) => !entry.fallback) : all;
    chosen.push(...byShape(others, sample, tried).slice(0, MAX_PROFILES - chosen.length));
  }
  const special = chosen.filter((profile) => !profile.fallback);
  const used = special.length > 0 ? special : chosen;
  return used.length < 2 ? used[0] ?? null : merged(used);
}

interface Candidate extends ProfileEntry {
  readonly own?: boolean;
}

/** For every program that may have printed the text, the most specific profile that one line confirms. */
function byCommand(
  all: readonly Candidate[],
  sample: readonly string[],
  command: string | undefined,
): { readonly chosen: Profile[]; readonly tried: ReadonlySet<string>; readonly isMixed: boolean } {
  const chosen: Profile[] = [];
  const tried = new Set<string>();
  let isMixed = false;
  const programs = command ? printingPrograms(command) : [];
  for (const words of programs) {
    const named = all.filter((entry) => entry.commands.some((prefix) => startsWith(words, prefix)));
    named.sort((a, b) => longestPrefix(b, words) - longestPrefix(a, words));
    for (const entry of named) {
      if (chosen.length >= MAX_PROFILES || tried.has(entry.id)) continue;
      tried.add(entry.id);
      const profile = load(entry);
      if (hits(profile, sample, 1) === 0) continue;
      chosen.push(profile);
      isMixed ||= entry.mixed === true || entry.own === true;
      break;
    }
  }
  return { chosen, tried, isMixed: isMixed || chosen.length < programs.length };
}

function byShape(
  all: readonly Candidate[],
  sample: readonly string[],
  tried: ReadonlySet<string>,
): Profile[] {
  const joined = sample.join("\n");
  const found: { profile: Profile; count: number }[] = [];
  for (const entry of all) {
    if (tried.has(entry.id) || !(entry.own || entry.hints.some((hint) => joined.includes(hint)))) continue;
    const profile = load(entry);
    const count = hits(profile, sample, Number.POSITIVE_INFINITY);
    if (count >= (profile.shapeHits ?? SHAPE_HITS)) found.push({ profile, count });
  }
  return found.sort((a, b) => b.count - a.count).map((row) => row.profile);
}

const loaded = new WeakMap<Candidate, Profile>();

function load(entry: Candidate): Profile {
  const known = loaded.get(entry);
  if (known) return known;
  const { id, says, commands, fallback } = entry;
  const profile = { id, says, commands, ...(fallback ? { fallback } : {}), ...pick(entry.rules()) };
  loaded.set(entry, profile);
  return profile;
}

function pick(rules: ProfileRules): ProfileRules {
  const { shape, shapeHits, verdict, serious, minor, keep, noise, blocks, items } = rules;
  return {
    shape,
    keep,
    noise,
    ...(shapeHits === undefined ? {} : { shapeHits }),
    ...(verdict ? { verdict } : {}),
    ...(serious ? { serious } : {}),
    ...(minor ? { minor } : {}),
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
    minor: profiles.flatMap((profile) => profile.minor ?? []),
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
  const hasShape = anyOf(profile.shape);
  for (const text of sample) {
    if (hasShape(text)) {
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
