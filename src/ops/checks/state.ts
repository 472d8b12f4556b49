/** Checks of the state root, the settings and the journal of swallowed failures. */
import type { FileStat, Runtime } from "../../base/runtime.ts";
import { readFailures } from "../../store/failures.ts";
import { secretFile, settingsFile, stateRoot, versionFile } from "../../store/layout.ts";
import { openState, type State, tryMakingRoot } from "../../store/state.ts";
import { storedProjects } from "../../store/stored-projects.ts";
import { loadSettings } from "../load-settings.ts";
import { ERROR_HINTS, nextStep } from "../../base/errors.ts";
import { bytes } from "../status-text.ts";
import { ago, type Check, ko, none, okay, warn } from "./check.ts";

const OTHERS = 0o077;
/** More files than this are not counted. */
const MAX_FILES = 20_000;
const DAY_MS = 86_400_000;

export interface StateChecks {
  readonly checks: readonly Check[];
  readonly state: State | null;
}

/** Looks at the root as it is; a missing one is not made. */
export function checkState(rt: Runtime): StateChecks {
  const root = stateRoot(rt);
  if (!root.ok) {
    return { checks: [ko("state", root.error.message, nextStep(root.error))], state: null };
  }
  const there = rt.files.stat(root.value);
  if (!there.ok && there.fault === "missing") {
    const makes = tryMakingRoot(rt, root.value);
    const check = makes.ok
      ? none("state", `nothing stored yet; it will be ${root.value}`)
      : ko("state", makes.error.message, nextStep(makes.error));
    return { checks: [check], state: null };
  }
  const state = openState(rt);
  if (!state.ok) {
    return { checks: [ko("state", state.error.message, nextStep(state.error))], state: null };
  }
  return { checks: [checkRoot(rt, state.value), ...checkSecret(rt, state.value)], state: state.value };
}

function checkRoot(rt: Runtime, { root }: State): Check {
  const stat = rt.files.stat(root);
  if (!stat.ok) return ko("state", `${root} cannot be read (${stat.fault})`);
  if (stat.value.kind === "folder" && rt.uid !== null && (stat.value.mode & OTHERS) !== 0) {
    return warn("state", `${root} can be entered by others`, `chmod 700 ${root}`);
  }
  const probe = `${root}/.tmp-doctor-${rt.pid}`;
  const wrote = rt.files.create(probe, new Uint8Array(1));
  rt.files.remove(probe);
  if (!wrote.ok) {
    return ko("state", `${root} cannot be written (${wrote.fault})`, ERROR_HINTS["state-unwritable"]);
  }
  const { files, size, more } = measure(rt, root);
  const version = rt.files.stat(versionFile(root));
  const age = version.ok ? `, begun ${ago(rt.now(), version.value.mtimeMs)}` : "";
  return okay(
    "state",
    `${root}: private, writable, ${more ? "more than " : ""}${files} files, ${bytes(size)}${age}`,
  );
}

function measure(rt: Runtime, root: string): { files: number; size: number; more: boolean } {
  const queue = [root];
  let files = 0;
  let size = 0;
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const names = rt.files.list(folder);
    for (const name of names.ok ? names.value : []) {
      if (files >= MAX_FILES) return { files, size, more: true };
      const path = `${folder}/${name}`;
      const stat = rt.files.stat(path);
      if (!stat.ok) continue;
      if (stat.value.kind === "folder") queue.push(path);
      else {
        files += 1;
        size += stat.value.bytes;
      }
    }
  }
  return { files, size, more: false };
}

function checkSecret(rt: Runtime, state: State): readonly Check[] {
  const path = secretFile(state.root);
  const stat = rt.files.stat(path);
  if (!stat.ok) return [ko("secret", `${path} cannot be read (${stat.fault})`)];
  const gone = storedProjects(state).filter(({ isOrphaned }) => isOrphaned);
  const texts = gone.reduce((sum, { keys }) => sum + keys.length, 0);
  return [
    isPrivate(rt, stat.value)
      ? okay("secret", "there, private")
      : warn("secret", "can be read by others", `chmod 600 ${path}`),
    ...(texts === 0 ? [] : [warn(
      "secret",
      `${texts} parked outputs of ${gone.length} projects belong to a secret that was deleted or replaced`,
      `put the old ${path} back to recall them; else they go after their term`,
    )]),
  ];
}

function isPrivate(rt: Runtime, stat: FileStat): boolean {
  return rt.uid === null || (stat.mode & OTHERS) === 0;
}

/** Settings that do not parse, one check each; else one that counts those that are set. */
export function checkSettings(rt: Runtime): readonly Check[] {
  const { problems, sources } = loadSettings(rt);
  const set = Object.values(sources).filter((source) => source !== "default").length;
  if (problems.length === 0) {
    return [okay("settings", `${set} of ${Object.keys(sources).length} set, all valid`)];
  }
  const root = stateRoot(rt);
  const file = root.ok && rt.files.stat(settingsFile(root.value)).ok
    ? `mend ${settingsFile(root.value)}`
    : "mend the state folder first";
  return problems.map(({ says, source }) =>
    warn("settings", says, source === "file" ? file : "mend or unset it in the environment")
  );
}

/** Counts by code; old ones are history. */
export function checkFailures(state: State): Check {
  const read = readFailures(state);
  if (!read.ok) return warn("failures", `the journal cannot be read (${read.error.code})`);
  if (read.value.length === 0) return okay("failures", "none was swallowed");
  const counts = new Map<string, number>();
  for (const { code, where } of read.value) {
    counts.set(`${code} in ${where}`, (counts.get(`${code} in ${where}`) ?? 0) + 1);
  }
  const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5).map(([what, n]) => `${n} x ${what}`).join(
    ", ",
  );
  const lastMs = Math.max(...read.value.map(({ atMs }) => atMs));
  const now = state.rt.now();
  const says = `${read.value.length} swallowed, last ${ago(now, lastMs)}: ${top}`;
  return now - lastMs < DAY_MS ? warn("failures", says) : okay("failures", says);
}
