/**
 * Shows every setting with value, source, default and sentence; `--accept`
 * hands over to the profiles of the user.
 */
import { inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import { defaultText, valueText } from "../settings/document.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import type { Setting } from "../settings/setting.ts";
import { SETTINGS } from "../settings/table.ts";
import { settingsFile, stateRoot } from "../store/layout.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";

const SOURCE_SAYS = { default: "default", file: "settings.json", environment: "environment" } as const;

export async function run(context: CommandContext): Promise<number> {
  const { args, runtime, terminal } = context;
  // USER PROFILES: `--accept NAME` belongs to the profile builder.
  if (args.has("accept")) return (await import("./accept-profile.ts")).run(context);
  const resolved = loadSettings(runtime);
  const root = stateRoot(runtime);
  const file = root.ok ? settingsFile(root.value) : null;
  terminal.out(args.has("json") ? asJson(resolved, file) : asText(resolved, file, terminal.color));
  return 0;
}

function asJson(resolved: ResolvedSettings, file: string | null): string {
  const settings = SETTINGS.map((row: Setting & { key: keyof ResolvedSettings["values"] }) => ({
    key: row.key,
    value: resolved.values[row.key],
    source: resolved.sources[row.key],
    default: row.default,
    type: row.type,
    ...(row.unit === undefined ? {} : { unit: row.unit }),
    says: row.says,
  }));
  return JSON.stringify({ file, settings, problems: resolved.problems }, null, 2) + "\n";
}

function asText(resolved: ResolvedSettings, file: string | null, color: boolean): string {
  const paint = painter(color);
  const lines: string[] = [];
  for (const row of SETTINGS) {
    const source = resolved.sources[row.key];
    const value = inertLine(valueText(resolved.values[row.key])) || "(empty)";
    const from = source === "default"
      ? paint("dim", "(default)")
      : paint("green", `(${SOURCE_SAYS[source]}; default ${defaultText(row) || "empty"})`);
    lines.push(`${paint("cyan", row.key)} = ${value} ${from}`, `    ${row.says}`);
  }
  lines.push(
    "",
    file === null ? "There is no home folder, hence no settings file." : `File: ${inertLine(file)}`,
  );
  for (const problem of resolved.problems) lines.push(paint("yellow", `problem: ${inertLine(problem.says)}`));
  return lines.join("\n") + "\n";
}
