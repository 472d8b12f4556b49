import type { CommandContext } from "./command.ts";

/** PLACEHOLDER: accepting a profile of the user. */
export function run({ terminal }: CommandContext): Promise<number> {
  terminal.err("ck-bin: user profiles are not in this build\n");
  return Promise.resolve(1);
}
