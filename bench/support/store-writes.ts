/** The three kinds of writing that the store bench compares; one function is one write. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARK_MAX_BYTES } from "../../src/base/limits.ts";
import { createRuntime } from "../../src/runtime.ts";
import { appendSession } from "../../src/store/journal.ts";
import { park } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { openState, type State } from "../../src/store/state.ts";
import { noisyLog } from "./payloads.ts";

export const WRITE_KINDS = ["journal", "park", "control"] as const;
export type WriteKind = (typeof WRITE_KINDS)[number];

/** The one session that all writers write to. */
export const SESSION = "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69";

const LOG = noisyLog(20_000).text;
const NOTE = "x".repeat(400);

/** The text that a writer parks. */
export function parkedText(writer: number, n: number): string {
  return `writer ${writer}, write ${n}\n${LOG}`;
}

export function stateHere(): State {
  const state = openState(createRuntime());
  if (!state.ok) throw new Error(state.error.message);
  return state.value;
}

/** Makes the write of a kind; it says whether it was acknowledged. `folder` is the project. */
export function writeOf(kind: WriteKind, writer: number, folder: string): (n: number) => boolean {
  if (kind === "control") return (n) => readChangeWrite(controlFile(folder), writer, n);
  const state = stateHere();
  if (kind === "journal") {
    return (n) => appendSession(state, SESSION, [{ t: "bench", writer, n, note: NOTE }]).ok;
  }
  const project = projectOf(state, folder);
  const meta = { tool: "Bash", command: "python -m pytest", sessionId: SESSION };
  return (n) => park(state, project, parkedText(writer, n), meta, { maxBytes: PARK_MAX_BYTES }).ok;
}

export const controlFile = (folder: string): string => join(folder, "shared.json");

/** What a program without a design does: read all, add one, write all under another name, rename. */
function readChangeWrite(file: string, writer: number, n: number): boolean {
  const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  all[`${writer}/${n}`] = NOTE;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(all));
  renameSync(draft, file);
  return true;
}
