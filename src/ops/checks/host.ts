/** Checks of what Claude Code was told: hooks, permission, status line, switches, version. */
import type { Runtime } from "../../base/runtime.ts";
import { HANDLED_EVENTS, shellWord } from "../../harness/claude-code/entries.ts";
import { settingsPlaces } from "../../harness/claude-code/places.ts";
import { readSettings } from "../../harness/claude-code/settings-file.ts";
import { type Survey, survey } from "../../harness/claude-code/survey.ts";
import { knownPrograms } from "../install-record.ts";
import { type Check, ko, none, okay, warn } from "./check.ts";

/** One settings file that is there and parses. */
export interface Surveyed {
  readonly path: string;
  readonly scope: "user" | "project" | "managed";
  readonly survey: Survey;
}

const PLUGIN = /^(?:ck-bin|context-kernel)@/;

/**
 * Reads every settings file of the host for a folder; broken ones become checks.
 * @param program absolute path of this executable, or null in a run from source
 */
export function surveyHost(
  rt: Runtime,
  folder: string,
  program: string | null,
): { readonly files: readonly Surveyed[]; readonly broken: readonly Check[] } {
  const { user, shared, local, managed } = settingsPlaces(rt, folder);
  const places: [Surveyed["scope"], string | null][] = [["user", user], ["project", shared], [
    "project",
    local,
  ]];
  for (const path of managed) places.push(["managed", path]);
  const own = program === null ? [] : [program];
  const files: Surveyed[] = [];
  const broken: Check[] = [];
  const seen = new Set<string>();
  for (const [scope, path] of places) {
    const file = path === null ? null : readSettings(rt, path);
    if (
      path === null || file === null || (file.ok && (file.value.text === null || seen.has(file.value.target)))
    ) continue;
    if (file.ok) seen.add(file.value.target);
    const found = file.ok && file.value.text !== null
      ? survey(file.value.text, [...own, ...knownPrograms(rt, file.value.target)])
      : null;
    if (found === null) {
      broken.push(ko("host-settings", `${path} cannot be read or does not parse`, "mend the file"));
    } else if (!found.strict && file.ok && file.value.text?.trim() !== "") {
      broken.push(
        ko(
          "host-settings",
          `${path} has comments or trailing commas; Claude Code does not read it`,
          "take them out",
        ),
      );
    } else files.push({ path, scope, survey: found });
  }
  return { files, broken };
}

/** @param program absolute path of this executable, or null in a run from source */
export function checkHost(rt: Runtime, files: readonly Surveyed[], program: string | null): readonly Check[] {
  const registered = files.filter(({ survey: { hooks } }) => Object.keys(hooks).length > 0);
  const plugins = files.flatMap(({ survey: { plugins } }) => plugins).filter((name) => PLUGIN.test(name));
  const checks = [checkHooks(rt, registered, plugins, program), ...checkPrograms(rt, registered, program)];
  const ways = [...registered.map(({ path }) => path), ...plugins.map((name) => `the plugin ${name}`)];
  if (ways.length > 1) {
    checks.push(
      warn(
        "registered-twice",
        `the hooks are registered by ${ways.join(" and ")}; once is enough`,
        "uninstall one of them",
      ),
    );
  }
  checks.push(...checkSwitches(files));
  if (registered.length > 0) checks.push(checkPermission(files, program), checkStatusLine(files, program));
  return checks;
}

function checkHooks(
  rt: Runtime,
  registered: readonly Surveyed[],
  plugins: readonly string[],
  program: string | null,
): Check {
  const [first] = registered;
  if (first === undefined) {
    return plugins[0] === undefined
      ? ko("hooks", "not registered with Claude Code", installLine(program))
      : okay("hooks", `registered by the plugin ${plugins[0]}`);
  }
  const missing = HANDLED_EVENTS.filter((event) =>
    registered.every(({ survey: { hooks } }) => hooks[event] === undefined)
  );
  if (missing.length > 0) {
    return warn("hooks", `not registered for ${missing.join(", ")}`, installLine(program));
  }
  const programs = programsOf(registered);
  if (programs.every((path) => whyNotRunnable(rt, path) !== null)) {
    return ko(
      "hooks",
      `registered in ${first.path}, but ${programs[0] ?? ""} cannot run`,
      installLine(program),
    );
  }
  return okay("hooks", `${HANDLED_EVENTS.length} events in ${first.path}`);
}

/** Entries that name a missing program or another one than this. */
function checkPrograms(rt: Runtime, registered: readonly Surveyed[], program: string | null): Check[] {
  return programsOf(registered).flatMap((path): Check[] => {
    const why = whyNotRunnable(rt, path);
    if (why !== null) return [warn("hook-program", `an entry names ${path}, ${why}`, installLine(program))];
    const real = rt.files.realpath(path);
    if (program === null || (real.ok && real.value === program)) return [];
    return [
      warn(
        "hook-program",
        `an entry names another program: ${path}`,
        `${installLine(program)} (to use this one)`,
      ),
    ];
  });
}

/** How this very executable would be registered, whatever it is called. */
function installLine(program: string | null): string {
  return `${program === null ? "ck-bin" : shellWord(program)} install claude-code`;
}

function whyNotRunnable(rt: Runtime, path: string): string | null {
  const real = rt.files.realpath(path);
  const stat = real.ok ? rt.files.stat(real.value) : real;
  if (!stat.ok) return "which is not there";
  if (stat.value.kind !== "file") return "which is no file";
  return rt.platform === "posix" && (stat.value.mode & 0o111) === 0 ? "which may not be executed" : null;
}

function programsOf(files: readonly Surveyed[]): readonly string[] {
  return [...new Set(files.flatMap(({ survey: { hooks } }) => Object.values(hooks).flat()))];
}

function checkSwitches(files: readonly Surveyed[]): Check[] {
  const off = files.filter(({ survey: { allHooksOff } }) => allHooksOff).map(({ path }) => path);
  const managed = files.some(({ scope, survey: { managedHooksOnly } }) =>
    scope === "managed" && managedHooksOnly
  );
  return [
    ...off.map((path) => ko("switches", `disableAllHooks is set in ${path}: no hook runs`, "take it out")),
    ...(managed
      ? [ko("switches", "allowManagedHooksOnly is set by the organisation: these hooks do not run")]
      : []),
  ];
}

function checkPermission(files: readonly Surveyed[], program: string | null): Check {
  const rules = files.flatMap(({ survey: { rules } }) => rules);
  if (rules.length === 0) return none("permission", "no rule for `recall`: the host asks before each one");
  return program === null || rules.includes(program)
    ? okay("permission", "`recall` runs without a question")
    : warn(
      "permission",
      `the rule for \`recall\` names another program: ${rules[0] ?? ""}`,
      installLine(program),
    );
}

function checkStatusLine(files: readonly Surveyed[], program: string | null): Check {
  const set = files.filter(({ survey: { statusLine } }) => statusLine.kind !== "none").at(-1);
  if (set === undefined) return none("status-line", "none");
  const { kind, program: named } = set.survey.statusLine;
  if (kind === "foreign") return none("status-line", `of another program, in ${set.path}`);
  return program === null || named === program
    ? okay("status-line", `ours, in ${set.path}`)
    : warn("status-line", `names another program: ${named ?? ""}`, installLine(program));
}
