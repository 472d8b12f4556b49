import type { CommandContext } from "./command.ts";
export function run({ terminal }: CommandContext): Promise<number> {
  terminal.err("not yet\n");
  return Promise.resolve(1);
}
