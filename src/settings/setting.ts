/** One row of the settings table; parsing, help, README and `settings` come from it. */
export interface Setting<T extends boolean | number | string = boolean | number | string> {
  readonly key: `CK_${string}`;
  /** Booleans: only "0" disables a default of true and only "1" enables a default of false. */
  readonly type: "boolean" | "integer" | "number" | "text" | "list";
  readonly default: T;
  /** The values that mean something; others are reported. */
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** What the number counts: "tokens", "lines", "seconds", "bytes". */
  readonly unit?: string;
  /** "user": environment or the user's settings file. "project": a repository may set it too. */
  readonly setBy: "user" | "project";
  readonly says: string;
}
