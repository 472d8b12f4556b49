/** Where Claude Code keeps its settings. Pure: paths only, no file access. */
import { fail, ok, type Result } from "../../base/errors.ts";
import type { Runtime } from "../../base/runtime.ts";

export type Scope = "user" | "project";

/** Every settings file that the host reads for a folder, the stronger ones further down. */
export interface Places {
  readonly user: string | null;
  readonly shared: string;
  readonly local: string;
  readonly managed: readonly string[];
}

/** The settings files for a project folder. */
export function settingsPlaces(rt: Pick<Runtime, "env" | "platform">, project: string): Places {
  const folder = configFolder(rt);
  return {
    user: folder === null ? null : join(folder, "settings.json"),
    shared: join(project, ".claude", "settings.json"),
    local: join(project, ".claude", "settings.local.json"),
    managed: managedPlaces(rt),
  };
}

/** The one file that `install` writes for a scope. */
export function installPlace(places: Places, scope: Scope): Result<string> {
  if (scope === "project") return ok(places.local);
  return places.user === null
    ? fail(
      "no-state",
      "there is no home folder for the user's settings: HOME is no absolute path",
      "Set HOME to your home folder, or CLAUDE_CONFIG_DIR to the host's, or install with --scope project.",
    )
    : ok(places.user);
}

/** The host's own folder: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
function configFolder({ env, platform }: Pick<Runtime, "env" | "platform">): string | null {
  const own = env.CLAUDE_CONFIG_DIR;
  if (own !== undefined && own !== "") return own;
  const home = env.HOME ?? (platform === "windows" ? env.USERPROFILE : undefined);
  // A relative one would mean another file in every folder.
  const isAbsolute = home !== undefined &&
    (home.startsWith("/") || (platform === "windows" && /^(?:[A-Za-z]:[\\/]|\\\\)/.test(home)));
  return isAbsolute ? join(home, ".claude") : null;
}

/** Settings of an organisation: Linux and macOS have one place each, and only one of them exists. */
function managedPlaces({ env, platform }: Pick<Runtime, "env" | "platform">): readonly string[] {
  if (platform === "windows") {
    return [join(env.ProgramFiles ?? "C:\\Program Files", "ClaudeCode", "managed-settings.json")];
  }
  return [
    "/etc/claude-code/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
  ];
}

/** Joins with the kind of slash that the first part uses. */
export function join(first: string, ...parts: readonly string[]): string {
  const slash = first.includes("\\") && !first.includes("/") ? "\\" : "/";
  return [first.endsWith(slash) ? first.slice(0, -1) : first, ...parts].join(slash);
}
