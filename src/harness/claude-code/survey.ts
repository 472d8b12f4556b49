/** What stands in one settings text: our entries and the switches that matter to them. Pure. */
import { parseJson, valueAt } from "./jsonc-edit.ts";
import { isRecord } from "../../base/value.ts";
import { ownership } from "./ownership.ts";
import { hookProgram, ruleProgram, statusLineProgram } from "./entries.ts";

export interface Survey {
  /** Programs of our hook entries, by event; one event can hold several. */
  readonly hooks: Readonly<Record<string, readonly string[]>>;
  readonly statusLine: { readonly kind: "ours" | "foreign" | "none"; readonly program: string | null };
  readonly rules: readonly string[];
  readonly allHooksOff: boolean;
  readonly managedHooksOnly: boolean;
  /** Variables that this file sets for every program that the host starts. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of the plugins that are switched on, as `plugin@market`. */
  readonly plugins: readonly string[];
  /** False: the host itself does not read the file. */
  readonly strict: boolean;
}

/**
 * Null when the text does not parse at all.
 * @param known programs that are ours besides those that the text itself shows to be
 */
export function survey(text: string, known: readonly string[] = []): Survey | null {
  const parsed = parseJson(text);
  if (!parsed.ok) return null;
  const json = parsed.value;
  const ours = ownership(json, known);
  const hooks: Record<string, readonly string[]> = {};
  for (const [event, groups] of entriesOf(valueAt(json, ["hooks"]))) {
    const programs = list(groups)
      .flatMap((group) => isRecord(group) ? list(group.hooks) : [])
      .map((handler) => hookProgram(handler, ours))
      .filter((program) => program !== null);
    if (programs.length > 0) hooks[event] = programs;
  }
  const line = valueAt(json, ["statusLine"]);
  const lineProgram = statusLineProgram(line, ours);
  const kind = lineProgram !== null ? "ours" : line === undefined || line === null ? "none" : "foreign";
  return {
    hooks,
    statusLine: { kind, program: lineProgram },
    rules: list(valueAt(json, ["permissions", "allow"])).map((rule) => ruleProgram(rule, ours)).filter((
      program,
    ) => program !== null),
    allHooksOff: valueAt(json, ["disableAllHooks"]) === true,
    managedHooksOnly: valueAt(json, ["allowManagedHooksOnly"]) === true,
    env: Object.fromEntries(
      entriesOf(valueAt(json, ["env"])).filter((entry): entry is [string, string] =>
        typeof entry[1] === "string"
      ),
    ),
    plugins: entriesOf(valueAt(json, ["enabledPlugins"])).filter(([, on]) => on === true).map(([name]) =>
      name
    ),
    strict: json.strict,
  };
}

/** Whether a settings text registers us for anything. */
export function holdsHooks(text: string | null, known: readonly string[] = []): boolean {
  const found = text === null ? null : survey(text, known);
  return found !== null && Object.keys(found.hooks).length > 0;
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
