import { isSafePattern } from "../../base/pattern.ts";
import { isRecord } from "../../base/value.ts";
import type { Profile, ProfileBlock, ProfileItems } from "./profile.ts";

/**
 * A profile of the user, from one JSON text: every field is checked, unknown
 * ones are named, patterns pass the same examination as our own. Pure; running
 * the examples is `try-profile.ts`. The format is in docs/profiles.md.
 */

export interface ProfileExample {
  readonly input: string;
  readonly command?: string;
  readonly mustSurvive: readonly string[];
}

export interface UserProfile {
  readonly profile: Profile;
  readonly examples: readonly ProfileExample[];
}

export type ParsedProfile = { readonly ok: true; readonly value: UserProfile } | {
  readonly ok: false;
  /** One sentence each. */
  readonly problems: readonly string[];
};

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const PATTERN_MAX_UNITS = 300;
const LIST_MAX = 60;
const EXAMPLES_MAX = 20;
const COUNT_MAX = 10_000;
const FIELDS = "name says commands shape shape_hits verdict serious minor keep noise blocks items examples"
  .split(
    " ",
  );
const BLOCK_FIELDS = "start until with_end cap".split(" ");
const ITEM_FIELDS = "row keep_up_to first last kind masked heading place more".split(" ");
const EXAMPLE_FIELDS = "input command must_survive".split(" ");

type Fields = Readonly<Record<string, unknown>>;

/** Checks one file; all problems are reported, not only the first. */
export function parseProfile(text: string): ParsedProfile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problems: ["it is not valid JSON"] };
  }
  if (!isRecord(json)) return { ok: false, problems: ["it is not a JSON object"] };
  const reader = new Reader(json, "");
  reader.onlyKnows(FIELDS);
  const name = reader.text("name");
  if (name !== undefined && !NAME.test(name)) {
    reader.problem("name", "is lower-case letters, digits and hyphens, at most 40");
  }
  const shape = reader.patterns("shape");
  const blocks = reader.objects("blocks", LIST_MAX).map((block) => blockOf(block));
  const items = reader.objects("items", LIST_MAX).map((row) => itemsOf(row));
  const profile: Profile = {
    id: name ?? "",
    says: reader.text("says", "") ?? "",
    commands: reader.texts("commands"),
    shape,
    shapeHits: reader.count("shape_hits", 3) ?? 3,
    verdict: reader.patterns("verdict"),
    serious: reader.patterns("serious"),
    minor: reader.patterns("minor"),
    keep: reader.patterns("keep"),
    noise: reader.patterns("noise"),
    blocks,
    items,
  };
  if (shape.length === 0) reader.problem("shape", "needs at least one pattern");
  const says = [profile.verdict ?? [], profile.serious ?? [], profile.keep, profile.noise, blocks, items];
  if (says.every((list) => list.length === 0)) {
    reader.problem("keep", "nothing says which lines to keep (verdict, serious, keep, noise, blocks, items)");
  }
  const examples = reader.objects("examples", EXAMPLES_MAX).map((row) => exampleOf(row));
  if (examples.length === 0) reader.problem("examples", "needs at least one example");
  return reader.problems.length === 0
    ? { ok: true, value: { profile, examples } }
    : { ok: false, problems: reader.problems };
}

function blockOf(reader: Reader): ProfileBlock {
  reader.onlyKnows(BLOCK_FIELDS);
  const until = reader.pattern("until");
  const withEnd = reader.flag("with_end");
  return {
    start: reader.pattern("start", true) ?? NEVER,
    cap: reader.count("cap", 20) ?? 20,
    ...(until ? { until } : {}),
    ...(withEnd ? { withEnd } : {}),
  };
}

function itemsOf(reader: Reader): ProfileItems {
  reader.onlyKnows(ITEM_FIELDS);
  const [kind, heading, place, more] = ["kind", "heading", "place", "more"].map((key) => reader.pattern(key));
  return {
    row: reader.pattern("row", true) ?? NEVER,
    keepUpTo: reader.count("keep_up_to", 60) ?? 60,
    first: reader.count("first", 10) ?? 10,
    last: reader.count("last", 5) ?? 5,
    ...(kind ? { kind } : {}),
    ...(reader.flag("masked") ? { masked: "numbers" as const } : {}),
    ...(heading ? { heading } : {}),
    ...(place ? { place } : {}),
    ...(more ? { more } : {}),
  };
}

function exampleOf(reader: Reader): ProfileExample {
  reader.onlyKnows(EXAMPLE_FIELDS);
  const mustSurvive = reader.texts("must_survive");
  if (mustSurvive.length === 0) reader.problem("must_survive", "needs at least one line");
  const command = reader.text("command", "");
  return { input: reader.text("input") ?? "", mustSurvive, ...(command ? { command } : {}) };
}

const NEVER = /(?!)/;

/** Reads fields of one object; nested readers report into the same list. */
class Reader {
  readonly problems: string[];

  constructor(private readonly fields: Fields, private readonly path: string, problems: string[] = []) {
    this.problems = problems;
  }

  problem(key: string, says: string): void {
    this.problems.push(`${this.path}${key} ${says}`);
  }

  onlyKnows(known: readonly string[]): void {
    for (const key of Object.keys(this.fields)) {
      if (!known.includes(key)) this.problem(key.slice(0, 40), "is not a field of a profile");
    }
  }

  /** @param fallback absent: the field is required */
  text(key: string, fallback?: string): string | undefined {
    const value = this.fields[key] ?? fallback;
    if (typeof value === "string") return value;
    this.problem(key, value === undefined ? "is missing" : "is not a text");
    return undefined;
  }

  texts(key: string): readonly string[] {
    const value = this.fields[key] ?? [];
    if (
      Array.isArray(value) && value.length <= LIST_MAX && value.every((item) => typeof item === "string")
    ) return value;
    this.problem(key, `is not a list of at most ${LIST_MAX} texts`);
    return [];
  }

  count(key: string, fallback: number): number | undefined {
    const value = this.fields[key] ?? fallback;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX) {
      return value;
    }
    this.problem(key, `is not a whole number from 0 to ${COUNT_MAX}`);
    return undefined;
  }

  flag(key: string): boolean {
    const value = this.fields[key] ?? false;
    if (typeof value !== "boolean") this.problem(key, "is neither true nor false");
    return value === true;
  }

  patterns(key: string): readonly RegExp[] {
    return this.texts(key).flatMap((source, n) => this.compiled(`${key}[${n}]`, source) ?? []);
  }

  pattern(key: string, required = false): RegExp | undefined {
    if (this.fields[key] === undefined && !required) return undefined;
    const source = this.text(key);
    return source === undefined ? undefined : this.compiled(key, source);
  }

  objects(key: string, most: number): readonly Reader[] {
    const value = this.fields[key] ?? [];
    if (!Array.isArray(value) || value.length > most || !value.every(isRecord)) {
      this.problem(key, `is not a list of at most ${most} objects`);
      return [];
    }
    return value.map((fields, n) => new Reader(fields, `${this.path}${key}[${n}].`, this.problems));
  }

  private compiled(key: string, source: string): RegExp | undefined {
    if (source.length > PATTERN_MAX_UNITS) {
      this.problem(key, `is longer than ${PATTERN_MAX_UNITS} characters`);
    } else if (!isSafePattern(source)) {
      this.problem(
        key,
        "is no pattern, or one with nested or adjacent unbounded repeats: bound them as {0,200}",
      );
    } else return new RegExp(source); // checked-pattern: isSafePattern above
    return undefined;
  }
}
