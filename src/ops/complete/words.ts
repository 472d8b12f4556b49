/** What completions offer, taken from the command table once for all shells. */
import type { Command, Option } from "../command.ts";

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Values of the first closed positional. */
  readonly choices: readonly string[];
}

/** Visible commands, and `help`, which completes to their names. */
export function completedCommands(
  commands: readonly Command[],
  globals: readonly Option[],
): readonly CompletedCommand[] {
  const visible = commands.filter((row) => row.hidden !== true);
  return [
    ...visible.map((row) => ({
      name: row.name,
      summary: row.summary,
      options: [...row.options, ...globals],
      choices: row.positionals.flatMap((positional) => positional.choices ?? []),
    })),
    {
      name: "help",
      summary: "Show help of a command",
      options: globals,
      choices: visible.map((row) => row.name),
    },
  ];
}

/** `--name`, and `-x` when there is a short form. */
export function flags(options: readonly Option[]): readonly string[] {
  return options.flatMap((option) => [
    ...(option.short === undefined ? [] : [`-${option.short}`]),
    `--${option.name}`,
  ]);
}

/** True when the value of an option names a file or folder. */
export function takesPath(option: Option): boolean {
  return option.value === "DIR" || option.value === "FILE";
}

/** A text between single quotes for POSIX-like shells. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
