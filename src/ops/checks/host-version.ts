/** The host's version, read from what lies beside its program; nothing is started. */
import { CONFIG_MAX_BYTES } from "../../base/limits.ts";
import type { Runtime } from "../../base/runtime.ts";
import { baseName } from "../../base/text.ts";
import { folderOf } from "../../harness/claude-code/settings-file.ts";
import { type Check, none, okay, warn } from "./check.ts";

/** The contract that the hook keeps was measured on this version. */
const MEASURED = "2.1.332";
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,6}$/;
const LEVELS = 4;

export function checkHostVersion(rt: Runtime): Check {
  const program = findOnPath(rt, rt.platform === "windows" ? ["claude.exe", "claude.cmd"] : ["claude"]);
  if (program === null) return none("host", "no `claude` on the path");
  const version = versionBeside(rt, program);
  if (version === null) return none("host", `claude is ${program}; its version is not stated beside it`);
  return isOlder(version, MEASURED)
    ? warn("host", `Claude Code ${version} is older than ${MEASURED}, on which the hook was tested`)
    : okay("host", `Claude Code ${version}`);
}

function findOnPath(rt: Runtime, names: readonly string[]): string | null {
  for (const folder of (rt.env.PATH ?? "").split(rt.platform === "windows" ? ";" : ":")) {
    if (folder === "") continue;
    for (const name of names) {
      const real = rt.files.realpath(`${folder}/${name}`);
      if (real.ok) return real.value;
    }
  }
  return null;
}

/** A native installation names its file after the version; a package has its package.json above. */
function versionBeside(rt: Runtime, program: string): string | null {
  if (VERSION.test(baseName(program))) return baseName(program);
  let folder = folderOf(program);
  for (let level = 0; level < LEVELS && folder !== ""; level += 1, folder = folderOf(folder)) {
    const read = rt.files.read(`${folder}/package.json`, CONFIG_MAX_BYTES);
    if (!read.ok) continue;
    try {
      const manifest: unknown = JSON.parse(new TextDecoder().decode(read.value));
      if (typeof manifest !== "object" || manifest === null) return null;
      const { name, version } = manifest as Record<string, unknown>;
      const isClaude = typeof name === "string" && name.startsWith("@anthropic-ai/claude-code");
      return isClaude && typeof version === "string" && VERSION.test(version) ? version : null;
    } catch {
      return null;
    }
  }
  return null;
}

function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let i = 0; i < 3; i += 1) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
