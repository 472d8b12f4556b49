import type { CommandContext } from "./command.ts";

/** PLACEHOLDER: this build does not have the command yet. */
export function run({ terminal }: CommandContext): Promise<number> {
  terminal.err("ck-bin: `doctor` is not in this build\n");
  return Promise.resolve(1);
}
