/**
 * Reads the user's settings.json and resolves all settings. On the way of
 * every hook: one look at the state root, one read. Never fails; what cannot
 * be read is a problem in the result, and the defaults hold.
 */
import { CONFIG_MAX_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { type ResolvedSettings, resolveSettings } from "../settings/resolve.ts";
import { faultSays } from "../store/fault.ts";
import { settingsFile, stateRoot } from "../store/layout.ts";

type FileText = { readonly text: string | null; readonly problem: string | null };

const NOTHING: FileText = { text: null, problem: null };

/** Settings of this process. */
export function loadSettings(rt: Runtime): ResolvedSettings {
  const { text, problem } = readUserFile(rt);
  const resolved = resolveSettings(rt.env, text);
  if (problem === null) return resolved;
  return { ...resolved, problems: [{ key: null, source: "file", says: problem }, ...resolved.problems] };
}

/**
 * The store asks the environment whether logs are off; the user may have said
 * so in settings.json. Returns a runtime that says the same to both.
 */
export function withLogSetting(rt: Runtime, settings: { readonly CK_LOG_OFF: boolean }): Runtime {
  return settings.CK_LOG_OFF && rt.env.CK_LOG_OFF !== "1"
    ? { ...rt, env: { ...rt.env, CK_LOG_OFF: "1" } }
    : rt;
}

function readUserFile(rt: Runtime): FileText {
  const root = stateRoot(rt);
  if (!root.ok) return NOTHING;
  const stat = rt.files.stat(root.value);
  if (!stat.ok) return stat.fault === "missing" ? NOTHING : ignored(faultSays(stat.fault, root.value));
  // A root that is a link or belongs to someone else is not believed.
  if (stat.value.kind !== "folder") return ignored(`${root.value} is a ${stat.value.kind}, not a folder`);
  if (rt.uid !== null && stat.value.uid !== rt.uid) return ignored(faultSays("not-ours", root.value));
  const path = settingsFile(root.value);
  const read = rt.files.read(path, CONFIG_MAX_BYTES);
  if (read.ok) return { text: new TextDecoder().decode(read.value), problem: null };
  if (read.fault === "missing") return NOTHING;
  return ignored(
    read.fault === "too-large"
      ? `${path} is larger than ${CONFIG_MAX_BYTES} bytes`
      : faultSays(read.fault, path),
  );
}

function ignored(why: string): FileText {
  return { text: null, problem: `settings.json is ignored: ${why}` };
}
