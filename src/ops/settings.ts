/**
 * Shows every setting with value, source, default and sentence; `--accept`
 * hands over to the profiles of the user.
 */
import { inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import { defaultText, unitText, valueText } from "../settings/document.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import type { Setting } from "../settings/setting.ts";
import { SETTINGS } from "../settings/table.ts";
import { settingsFile, stateRoot } from "../store/layout.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";
import { describeProfiles, type ProfileReport } from "./user-profiles.ts";

const SOURCE_SAYS = { default: "default", file: "settings.json", environment: "environment" } as const;

export async function run(context: CommandContext): Promise<number> {
  const { args, runtime, terminal } = context;
  // USER PROFILES: `--accept NAME` belongs to the profile builder.
  if (args.has("accept")) return (await import("./accept-profile.ts")).run(context);
  const resolved = loadSettings(runtime);
  const root = stateRoot(runtime);
  const file = root.ok ? settingsFile(root.value) : null;
  const profiles = root.ok
    ? describeProfiles(runtime, root.value, (await import("../normalize/profiles/try-profile.ts")).tryProfile)
    : [];
  terminal.out(
    args.has("json") ? asJson(resolved, file, profiles) : asText(resolved, file, profiles, terminal.color),
  );
  return 0;
}

function asJson(
  resolved: ResolvedSettings,
  file: string | null,
  profiles: readonly ProfileReport[],
): string {
  const settings = SETTINGS.map((row: Setting & { key: keyof ResolvedSettings["values"] }) => ({
    key: row.key,
    value: resolved.values[row.key],
    source: resolved.sources[row.key],
    default: row.default,
    type: row.type,
    ...(row.unit === undefined ? {} : { unit: row.unit }),
    says: row.says,
  }));
  return JSON.stringify({ file, settings, profiles, problems: resolved.problems }, null, 2) + "\n";
}

function asText(
  resolved: ResolvedSettings,
  file: string | null,
  profiles: readonly ProfileReport[],
  color: boolean,
): string {
  const paint = painter(color);
  const lines: string[] = [];
  for (const row of SETTINGS) {
    const source = resolved.sources[row.key];
    const value = inertLine(valueText(resolved.values[row.key])) || "(empty)";
    const from = source === "default"
      ? paint("dim", "(default)")
      : paint("green", `(${SOURCE_SAYS[source]}; default ${defaultText(row) || "empty"})`);
    const unit = unitText(row) === "" ? "" : ` Unit: ${unitText(row)}.`;
    lines.push(`${paint("cyan", row.key)} = ${value} ${from}`, `    ${row.says}${unit}`);
  }
  lines.push(
    "",
    file === null ? "There is no home folder, hence no settings file." : `File: ${inertLine(file)}`,
  );
  for (const { name, status, says, problems } of profiles) {
    lines.push(
      `Profile ${paint("cyan", inertLine(name))}: ${status}${says === "" ? "" : ` (${inertLine(says)})`}`,
    );
    for (const problem of problems) lines.push(`    ${paint("yellow", inertLine(problem))}`);
  }
  for (const problem of resolved.problems) lines.push(paint("yellow", `problem: ${inertLine(problem.says)}`));
  return lines.join("\n") + "\n";
}
