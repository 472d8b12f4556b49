import type { Runtime } from "../base/runtime.ts";
import type { SettingKey } from "../settings/resolve.ts";

/**
 * One row of the command table. Help, completions, README and the parser are
 * all derived from these rows; no other place states a flag.
 */
export interface Command {
  readonly name: string;
  /** At most 72 columns, no final stop. */
  readonly summary: string;
  readonly group: "hosts" | "text" | "state" | "about";
  /** One or two plain paragraphs for `--help`. */
  readonly details?: string;
  readonly positionals: readonly Positional[];
  readonly options: readonly Option[];
  /** Sets of names (options and arguments) of which at most one is given. */
  readonly oneOf?: readonly (readonly string[])[];
  /** Command line after the program's name, and what it does. */
  readonly examples: readonly (readonly [commandLine: string, says: string])[];
  /** Settings that change what the command does; help and README name them. */
  readonly settings?: readonly SettingKey[];
  /** Beyond 0 ok, 1 failed, 2 usage. */
  readonly exitCodes?: readonly (readonly [code: number, says: string])[];
  /** The codes of this row are all there are. */
  readonly onlyOwnExitCodes?: boolean;
  /** Shown in help and completions; `hook` is for hosts only. */
  readonly hidden?: boolean;
  /** Imported only when the command runs. */
  readonly load: () => Promise<{ readonly run: CommandRun }>;
}

export interface Positional {
  readonly name: string;
  readonly says: string;
  readonly required?: boolean;
  readonly many?: boolean;
  /** Closed list of values, for parsing and completions. */
  readonly choices?: readonly string[];
}

export interface Option {
  /** Long name without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Absent: a switch. Present: the placeholder of its value. */
  readonly value?: string;
  readonly type?: "text" | "integer" | "number";
  /** Bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Says something only together with one of these (options and arguments). */
  readonly needs?: readonly string[];
  readonly says: string;
}

/** What was typed, checked against the row. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  readonly integer: (name: string) => number | undefined;
  readonly number: (name: string) => number | undefined;
  readonly has: (name: string) => boolean;
}

/** Streams of the command line; `out` and `err` add nothing to the text. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** Bytes on standard output as they are. */
  readonly outBytes: (bytes: Uint8Array) => void;
  readonly err: (text: string) => void;
  readonly stdin: () => Promise<Uint8Array>;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly color: boolean;
  readonly columns: number;
}

export type CommandRun = (context: CommandContext) => Promise<number>;

export interface CommandContext {
  readonly args: Arguments;
  readonly runtime: Runtime;
  readonly terminal: Terminal;
}
