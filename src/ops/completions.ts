/** Prints completions for one shell; every word of them comes from the command table. */
import type { CommandContext } from "./command.ts";
import { bashCompletions } from "./complete/bash.ts";
import { fishCompletions } from "./complete/fish.ts";
import { powershellCompletions } from "./complete/powershell.ts";
import { completedCommands } from "./complete/words.ts";
import { zshCompletions } from "./complete/zsh.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./registry.ts";

export const SHELLS = {
  bash: bashCompletions,
  fish: fishCompletions,
  powershell: powershellCompletions,
  zsh: zshCompletions,
} as const;

export type Shell = keyof typeof SHELLS;

/** The script for a shell. */
export function completionsFor(shell: Shell): string {
  return SHELLS[shell](completedCommands(COMMANDS, GLOBAL_OPTIONS));
}

export function run({ args, terminal }: CommandContext): Promise<number> {
  const [shell] = args.positionals;
  if (shell === undefined || !isShell(shell)) return Promise.resolve(2);
  terminal.out(completionsFor(shell));
  return Promise.resolve(0);
}

function isShell(name: string): name is Shell {
  return Object.hasOwn(SHELLS, name);
}
