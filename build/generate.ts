/**
 * Writes the generated sections of the README from the tables, between marks
 * `<!-- name:begin -->` and `<!-- name:end -->`. `--check` changes nothing and
 * fails when a section is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usageLine } from "../src/cli/help.ts";
import { COMMANDS, GROUPS } from "../src/ops/registry.ts";
import { settingsMarkdown } from "../src/settings/document.ts";
import { ROOT } from "./compile.ts";
import { exitWith, type Finding } from "./finding.ts";

const README = "README.md";

/** Section -> its text. A section whose maker returns null is left as it is. */
const SECTIONS: Readonly<Record<string, () => Promise<string | null>>> = {
  commands: () => Promise.resolve(commandsMarkdown()),
  settings: () => Promise.resolve(settingsMarkdown()),
  profiles: profilesMarkdown,
};

/** The README as the tables want it, and the sections whose marks are missing. */
export async function generate(readme: string): Promise<{ text: string; missing: readonly string[] }> {
  let text = readme;
  const missing: string[] = [];
  for (const [name, make] of Object.entries(SECTIONS)) {
    const body = await make();
    if (body === null) continue;
    const begin = `<!-- ${name}:begin -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf(`<!-- ${name}:end -->`);
    if (from === -1 || to < from) missing.push(name);
    else text = `${text.slice(0, from + begin.length)}\n${body}\n${text.slice(to)}`;
  }
  return { text, missing };
}

/** Findings when a section of the README is stale or has lost its marks. */
export async function checkGenerated(): Promise<readonly Finding[]> {
  const readme = readFileSync(join(ROOT, README), "utf8");
  const { text, missing } = await generate(readme);
  const stale = text === readme ? [] : [{ path: README, says: "is stale; run `bun build/generate.ts`" }];
  return [...missing.map((name) => ({ path: README, says: `has no marks for ${name}` })), ...stale];
}

function commandsMarkdown(): string {
  const rows = GROUPS.flatMap(([group]) => COMMANDS.filter((row) => row.group === group)).map((row) =>
    `| \`${usageLine(row).replace(" [OPTIONS]", "")}\` | ${cell(row.summary)} |`
  );
  return ["| command | what it does |", "|---|---|", ...rows].join("\n");
}

/** From the profile table, once it is in the tree. */
async function profilesMarkdown(): Promise<string | null> {
  const path = join(ROOT, "src/normalize/profiles/document.ts");
  if (!(await Bun.file(path).exists())) return null;
  const module: unknown = await import(path);
  const make = typeof module === "object" && module !== null && "profilesMarkdown" in module
    ? module.profilesMarkdown
    : null;
  return typeof make === "function" ? String(make()) : null;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  if (process.argv.includes("--check")) exitWith("generated", await checkGenerated());
  const path = join(ROOT, README);
  const { text, missing } = await generate(readFileSync(path, "utf8"));
  writeFileSync(path, text);
  exitWith("generated", missing.map((name) => ({ path: README, says: `has no marks for ${name}` })));
}
