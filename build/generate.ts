/**
 * Writes the generated sections of the README from the tables, between marks
 * `<!-- name:begin -->` and `<!-- name:end -->`. `--check` changes nothing and
 * fails when a section is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usageLine } from "../src/cli/help.ts";
import { COMMANDS, GROUPS } from "../src/ops/registry.ts";
import { PROFILES } from "../src/normalize/profiles/registry.ts";
import { settingCells } from "../src/settings/document.ts";
import { SETTINGS } from "../src/settings/table.ts";
import { ROOT } from "./compile.ts";
import { exitWith, type Finding } from "./finding.ts";
import { markdownTable } from "./markdown.ts";

const README = "README.md";

/** Section -> its text. */
const SECTIONS: Readonly<Record<string, () => string>> = {
  commands: commandsMarkdown,
  profiles: profilesMarkdown,
  settings: settingsMarkdown,
};

/** The README as the tables want it, and the sections whose marks are missing. */
export function generate(readme: string): { readonly text: string; readonly missing: readonly string[] } {
  let text = readme;
  const missing: string[] = [];
  for (const [name, make] of Object.entries(SECTIONS)) {
    const begin = `<!-- ${name}:begin -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf(`<!-- ${name}:end -->`);
    if (from === -1 || to < from) missing.push(name);
    else text = `${text.slice(0, from + begin.length)}\n\n${make()}\n\n${text.slice(to)}`;
  }
  return { text, missing };
}

/** Findings when a section of the README is stale or has lost its marks. */
export function checkGenerated(): readonly Finding[] {
  const readme = readFileSync(join(ROOT, README), "utf8");
  const { text, missing } = generate(readme);
  const stale = text === readme ? [] : [{ path: README, says: "is stale; run `bun build/generate.ts`" }];
  return [...missing.map((name) => ({ path: README, says: `has no marks for ${name}` })), ...stale];
}

function commandsMarkdown(): string {
  const rows = GROUPS.flatMap(([group]) => COMMANDS.filter((row) => row.group === group));
  return markdownTable(
    ["command", "what it does"],
    rows.map((row) => [`\`${usageLine(row).replace(" [OPTIONS]", "")}\``, row.summary]),
  );
}

function settingsMarkdown(): string {
  return markdownTable(["setting", "default", "what it does"], SETTINGS.map(settingCells));
}

function profilesMarkdown(): string {
  const rows = PROFILES.map((
    row,
  ) => [row.id, row.commands.map((word) => `\`${word}\``).join(", "), row.says]);
  return markdownTable(["family", "commands", "what is kept"], rows);
}

if (import.meta.main) {
  if (process.argv.includes("--check")) exitWith("generated", checkGenerated());
  const path = join(ROOT, README);
  const { text, missing } = generate(readFileSync(path, "utf8"));
  writeFileSync(path, text);
  exitWith("generated", missing.map((name) => ({ path: README, says: `has no marks for ${name}` })));
}
