/**
 * A process that writes to a state, for tests with many of them or with sudden
 * death. Arguments: what to do, then its own. Every line on stdout is an
 * acknowledgement, written before the next step begins.
 */

import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRuntime } from "../../src/runtime.ts";
import { changeDocument } from "../../src/store/document.ts";
import { gc } from "../../src/store/gc.ts";
import { appendSession } from "../../src/store/journal.ts";
import { appendLedger } from "../../src/store/ledger.ts";
import { park } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { saveCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import { noise } from "./random.ts";

const [job = "", ...args] = process.argv.slice(2);
const say = (line: string): number => writeSync(1, `${line}\n`);

function open(home: string): State {
  const state = openState({ ...createRuntime(), env: { CK_HOME: home } });
  if (!state.ok) throw new Error(`${state.error.code}: ${state.error.message}`);
  return state.value;
}

/** Says that this process is ready and waits for the moment that the test names to all of them. */
function meet(folder: string): number {
  writeFileSync(`${folder}/ready-${process.pid}`, "");
  while (!existsSync(`${folder}/go`)) Bun.sleepSync(1);
  const at = Number(readFileSync(`${folder}/go`, "utf8"));
  while (Date.now() < at);
  return at;
}

/** append HOME SESSION NAME COUNT BYTES MEETING */
function append([home = "", session = "", name = "", count, bytes, meeting = ""]: readonly string[]): void {
  const state = open(home);
  const took: number[] = [];
  let failures = 0;
  meet(meeting);
  for (let i = 0; i < Number(count); i += 1) {
    const record = { t: "w", w: name, i, pad: "" };
    const pad = "x".repeat(Math.max(0, Number(bytes) - JSON.stringify(record).length));
    const before = performance.now();
    if (!appendSession(state, session, [{ ...record, pad }]).ok) failures += 1;
    took.push(performance.now() - before);
  }
  say(JSON.stringify({ failures, took }));
}

/** secrets MEETING STEP HOME… */
function secrets([meeting = "", step, ...homes]: readonly string[]): void {
  const start = meet(meeting);
  for (const [i, home] of homes.entries()) {
    while (Date.now() < start + i * Number(step));
    say(open(home).secret.toHex());
  }
}

function entries(parsed: unknown): { entries: string[] } | null {
  if (typeof parsed !== "object" || parsed === null || !("entries" in parsed)) return null;
  return Array.isArray(parsed.entries) ? { entries: parsed.entries.map(String) } : null;
}

/** document PATH NAME COUNT MEETING */
async function document([path = "", name = "", count, meeting = ""]: readonly string[]): Promise<void> {
  const rt = createRuntime();
  meet(meeting);
  for (let i = 0; i < Number(count); i += 1) {
    const before = performance.now();
    const changed = await changeDocument(rt, {
      path,
      shape: entries,
      change: (current) => ({ entries: [...current?.entries ?? [], `${name}-${i}`] }),
      waitMs: 60_000,
    });
    if (!changed.ok) throw new Error(changed.error.message);
    say(`${performance.now() - before}`);
  }
}

/** parks HOME NAME COUNT MEETING: some texts are shared with all others, some are its own. */
function parks([home = "", name = "", count, meeting = ""]: readonly string[]): void {
  const state = open(home);
  const project = projectOf(state, home);
  meet(meeting);
  for (let i = 0; i < Number(count); i += 1) {
    const text = `${i % 2 === 0 ? "shared" : name} ${i}\n`.repeat(40);
    const parked = park(state, project, text, { tool: "Bash" }, { maxBytes: 1 << 20 });
    if (!parked.ok) throw new Error(parked.error.message);
    say(`${parked.value.key} ${JSON.stringify(text)}`);
    if (i % 10 === 9) gc(state, { parkTtlMs: 86_400_000 });
  }
}

/** die HOME KIND: writes for ever and acknowledges each step. */
async function die([home = "", kind = ""]: readonly string[]): Promise<void> {
  const state = open(home);
  const project = projectOf(state, home);
  for (let i = 0;; i += 1) {
    const text = `${kind} ${i}\n`.repeat(1 + (i * 37) % 900);
    let isDone = false;
    let name = `${i}`;
    if (kind === "session") {
      isDone = appendSession(state, "killed-session", [{ t: "w", i, pad: text }]).ok;
    } else if (kind === "park") {
      const parked = park(state, project, text, { tool: "Bash" }, { maxBytes: 1 << 22 });
      isDone = parked.ok;
      name = `${i} ${parked.ok ? parked.value.key : ""}`;
    } else if (kind === "copy") {
      const saved = saveCopy(state, project, text);
      isDone = saved.ok;
      name = `${i} ${saved.ok ? saved.value : ""}`;
    } else if (kind === "ledger") {
      const numbers = { ts: i, beforeTokens: 3, afterTokens: 1, beforePoints: 12, afterPoints: 4 };
      const row = {
        t: "row",
        id: `${i}`,
        tool: "Bash",
        op: "delta",
        ...numbers,
        session: "s",
        project: "p",
      } as const;
      isDone = appendLedger(state, [row]).ok;
    } else {
      const path = `${home}/document.json`;
      const change = (now: { entries: string[] } | null) => ({
        entries: [...now?.entries ?? [], `${i}`].slice(-50),
      });
      isDone = (await changeDocument(state.rt, { path, shape: entries, change })).ok;
    }
    if (!isDone) throw new Error(`${kind} ${i} failed`);
    say(name);
  }
}

/** fill HOME: writes more and more until every store refused several times; says what was acknowledged. */
function fill([home = ""]: readonly string[]): void {
  const opened = openState({ ...createRuntime(), env: { CK_HOME: home } });
  if (!opened.ok) {
    say(`refused open ${opened.error.code}`);
    return;
  }
  const state = opened.value;
  const project = projectOf(state, home);
  for (let i = 0, refusals = 0; refusals < 12 && i < 300; i += 1) {
    const text = noise(i, 1_000 + (i % 60) * 1_500);
    const parked = park(state, project, text, { tool: "Bash" }, { maxBytes: 1 << 24 });
    say(parked.ok ? `park ${i} ${parked.value.key}` : `refused park ${parked.error.code}`);
    const written = appendSession(state, "full-disk-session", [{ t: "w", i, pad: noise(i, 700) }]);
    say(written.ok ? `session ${i}` : `refused session ${written.error.code}`);
    const saved = saveCopy(state, project, noise(i, 900));
    say(saved.ok ? `copy ${i} ${saved.value}` : `refused copy ${saved.error.code}`);
    if (!parked.ok && !written.ok && !saved.ok) refusals += 1;
    if (i > 100 && !parked.ok) refusals += 1;
  }
}

/** first HOME: opens a state for the first time, and says its secret. */
function first([home = ""]: readonly string[]): void {
  say("ready");
  say(open(home).secret.toHex());
}

const jobs: Readonly<Record<string, (args: readonly string[]) => void | Promise<void>>> = {
  append,
  secrets,
  document,
  parks,
  die,
  fill,
  first,
};
await jobs[job]?.(args);
