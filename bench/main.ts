/**
 * Lists the benches, or runs one of them with its arguments.
 *
 *   bun run bench [NAME [args]]
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** First sentence of the comment that a bench opens with. */
function summary(file: string): string {
  const comment = readFileSync(join(import.meta.dir, file), "utf8").split("*/", 1)[0] ?? "";
  const words = comment.replaceAll(/^\s*\/?\*+\s?/gm, "").replaceAll(/\s+/g, " ").trim();
  return /^.*?(?:[?]|(?=[.:]))(?=[.:\s]|$)/.exec(words)?.[0] ?? words;
}

const files = readdirSync(import.meta.dir).filter((name) => name.endsWith(".ts") && name !== "main.ts")
  .sort();
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && files.includes(`${name}.ts`)) {
  const run = Bun.spawnSync([process.execPath, join(import.meta.dir, `${name}.ts`), ...args], {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  });
  process.exit(run.exitCode ?? 1);
}
if (name !== undefined) console.error(`there is no bench '${name}'`);
console.log([
  "usage: bun run bench NAME [args]",
  "",
  ...files.map((file) => {
    return `  ${file.slice(0, -3).padEnd(14)}${summary(file)}`;
  }),
].join("\n"));
process.exit(name === undefined ? 0 : 2);
