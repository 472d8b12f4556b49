/**
 * What the general rules cannot know about a command family, as data. A
 * profile never hides a signal line: `noise` only says that a line is no
 * skeleton, `keep` that it is.
 * Patterns see one line of at most 2,000 characters.
 */
export interface ProfileRules {
  /** Lines that only this family prints. One hit confirms a command, `shapeHits` hits do without one. */
  readonly shape: readonly RegExp[];
  /** Default 3. */
  readonly shapeHits?: number;
  /** Totals and verdicts: kept before everything else, above the hard cap too. */
  readonly verdict?: readonly RegExp[];
  /** Findings of the family's upper level, dropped after the other findings. */
  readonly serious?: readonly RegExp[];
  /** Lines that only look like faults, such as echoed commands: dropped before other findings, never just hidden. */
  readonly minor?: readonly RegExp[];
  /** Skeleton: kept wherever it stands. */
  readonly keep: readonly RegExp[];
  /** Lines of no interest; they may go even when their shape is rare. */
  readonly noise: readonly RegExp[];
  /** A line that opens a passage which is kept with it. */
  readonly blocks?: readonly ProfileBlock[];
  /** Rows of a list: all kept when there are few, else the first and last ones and some of each kind. */
  readonly items?: readonly ProfileItems[];
}

export interface Profile extends ProfileRules {
  /** Left out when another profile is chosen. */
  readonly fallback?: boolean;
  /** Name of the family: "pytest". */
  readonly id: string;
  /** One sentence: what is kept. */
  readonly says: string;
  /** Program words that print it, wrappers removed: "cargo build", "pytest". */
  readonly commands: readonly string[];
}

/** A built-in profile: its patterns are compiled when it is a candidate, not before. */
export interface ProfileEntry {
  readonly id: string;
  readonly says: string;
  readonly commands: readonly string[];
  /** One of these stands in every output of the family; without one, or with an empty list, shape alone is not asked. */
  readonly hints: readonly string[];
  /** Left out when another profile is chosen. */
  readonly fallback?: boolean;
  /** Runs other tools, so that their profiles are looked for as well. */
  readonly mixed?: boolean;
  readonly rules: () => ProfileRules;
}

export interface ProfileBlock {
  readonly start: RegExp;
  /** The passage ends before a line that matches; without it, at the first blank line. */
  readonly until?: RegExp;
  /** The line that ends it belongs to it. */
  readonly withEnd?: boolean;
  /** Lines kept of one passage. */
  readonly cap: number;
}

export interface ProfileItems {
  readonly row: RegExp;
  readonly keepUpTo: number;
  readonly first: number;
  readonly last: number;
  /** Its groups together are the kind of a row, such as a rule's name: some of each kind stay. */
  readonly kind?: RegExp;
  /** What of a kind does not count in messages of a log: long numbers and hexadecimal words, or all numbers. */
  readonly masked?: "ids" | "numbers";
  /** Of the room for what outlasts a flood, the kinds of this list take at most this share (1). */
  readonly share?: number;
  /** A kept row needs the nearest line above that matches, such as the header of its file. */
  readonly heading?: RegExp;
  /** A kept row needs the nearest line below that matches, such as its place. */
  readonly place?: RegExp;
  /** Lines directly below a kept row that match belong to it: the rest of a wrapped message. */
  readonly more?: RegExp;
}
