import manifest from "../../package.json" with { type: "json" };
import type { CommandContext } from "./command.ts";

/** The one version of the product, from package.json at build time. */
export const VERSION: string = manifest.version;

export function run({ args, terminal }: CommandContext): Promise<number> {
  const text = args.has("json") ? JSON.stringify({ name: "ck-bin", version: VERSION }) : `ck-bin ${VERSION}`;
  terminal.out(`${text}\n`);
  return Promise.resolve(0);
}
