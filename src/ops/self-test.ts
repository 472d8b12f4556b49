/**
 * The main job on a built-in text, in a state folder that lives only for this
 * call: shrink, park, recall byte for byte.
 */
import { estimateTokens } from "../tokens/estimate.ts";
import type { Runtime } from "../base/runtime.ts";
import { defaultSettings } from "../settings/resolve.ts";
import { park, recallText } from "../store/parked.ts";
import { projectOf } from "../store/project.ts";
import { openState, type State } from "../store/state.ts";
import { projectParts } from "./project-output.ts";

const SIGNAL = "FAILED tests/test_self.py::test_case_217 - AssertionError: expected 4, got 5";
const LINES = 400;
const SIGNAL_AT = 217;

/** Null when everything worked, else the step that did not. */
export async function selfTest(rt: Runtime): Promise<string | null> {
  const folder = temporaryState(rt);
  if (folder === null) return "no folder for temporary files can be written";
  try {
    const own: Runtime = { ...rt, env: { ...rt.env, CK_HOME: `${folder}/state` } };
    const state = openState(own);
    return state.ok ? await inState(state.value, folder) : `a new state cannot be made (${state.error.code})`;
  } finally {
    removeTree(rt, folder);
  }
}

async function inState(state: State, folder: string): Promise<string | null> {
  const project = projectOf(state, folder);
  const settings = defaultSettings();
  const text = noisyText();
  let key: string | null = null;
  const replacement = projectParts({
    parts: [text],
    tool: "Bash",
    command: "pytest",
    scale: 1,
    settings,
    program: "ck-bin",
    park: (original) => {
      const parked = park(state, project, original, { tool: "Bash" }, { maxBytes: settings.CK_PARK_MAX });
      key = parked.ok ? parked.value.key : null;
      return key;
    },
  });
  if (key === null) return "the original could not be parked";
  const shown = replacement?.parts.join("") ?? text;
  if (estimateTokens(shown) > estimateTokens(text) / 2) return "the text was not shrunk";
  if (!shown.includes(SIGNAL)) return "the failure in the text did not survive";
  const back = await recallText(state, project, key);
  return back.ok && back.value.text === text ? null : "the original did not come back as it was";
}

function noisyText(): string {
  return Array.from(
    { length: LINES },
    (_, i) => i === SIGNAL_AT ? SIGNAL : `tests/test_self.py::test_case_${i} passed in ${(i * 37) % 90} ms`,
  ).join("\n");
}

function temporaryState(rt: Runtime): string | null {
  const name = Array.from(rt.random(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const base of [rt.env.TMPDIR, rt.env.TEMP, "/tmp"]) {
    const real = base === undefined || base === "" ? null : rt.files.realpath(base);
    if (real === null || !real.ok) continue;
    const folder = `${real.value}/ck-bin-${name}`;
    if (rt.files.makeFolder(folder).ok) return folder;
  }
  return null;
}

/** Only what `selfTest` made itself; links are removed, never followed. */
function removeTree(rt: Runtime, path: string): void {
  const names = rt.files.list(path);
  for (const name of names.ok ? names.value : []) {
    const stat = rt.files.stat(`${path}/${name}`);
    if (stat.ok && stat.value.kind === "folder") removeTree(rt, `${path}/${name}`);
    else rt.files.remove(`${path}/${name}`);
  }
  rt.files.removeFolder(path);
}
