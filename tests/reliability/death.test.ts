/**
 * T4: writers are killed at random moments. Every store opens, everything that
 * was acknowledged is there, and the next collection sweeps what was left.
 */

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import { readDocument } from "../../src/store/document.ts";
import { gc } from "../../src/store/gc.ts";
import { appendSession, readSession } from "../../src/store/journal.ts";
import { isTempName } from "../../src/store/layout.ts";
import { readLedger } from "../../src/store/ledger-totals.ts";
import { listParked, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { loadCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import { createRuntime } from "../../src/runtime.ts";
import { startWorker, temporaryFolder } from "../support/processes.ts";
import { IS_LONG, type Random, testRandom } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(600_000);

const KINDS = ["session", "park", "copy", "ledger", "document", "first"] as const;
type Kind = typeof KINDS[number];

const MOMENTS = IS_LONG ? 500 : 60;
/** Two cores are kept busy; more would only wait. */
const AT_ONCE = 4;
const home = temporaryFolder("death");
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));
const rt = createRuntime();

/** Lets a writer begin, kills it within a tenth of a second, and returns the whole lines it acknowledged. */
async function killed(kind: Kind, root: string, random: Random): Promise<string[]> {
  const worker = await startWorker(kind === "first" ? ["first", root] : ["die", root, kind]);
  const reader = worker.stdout.getReader();
  let text = "";
  const decoder = new TextDecoder();
  const afterMs = random.int(kind === "first" ? 4 : 100);
  const first = await reader.read();
  text += decoder.decode(first.value, { stream: true });
  const timer = setTimeout(() => worker.kill(9), afterMs);
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
  }
  clearTimeout(timer);
  await worker.exited;
  if (text === "") throw new Error(`${kind}: ${await new Response(worker.stderr).text()}`);
  return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").slice(0, -1);
}

async function check(kind: Kind, root: string, lines: readonly string[]): Promise<void> {
  const opened = openState({ ...rt, env: { CK_HOME: root } });
  if (!opened.ok) throw new Error(`${kind}: ${opened.error.code}`);
  const state = opened.value;
  const project = projectOf(state, root);
  const textOf = (i: number): string => `${kind} ${i}\n`.repeat(1 + (i * 37) % 900);
  if (kind === "session") {
    expect(appendSession(state, "killed-session", [{ t: "after" }]).ok).toBe(true);
    const records = readSession(state, "killed-session");
    const found = new Map((records.ok ? records.value : []).map((record) => [`${record.i}`, record.pad]));
    for (const line of lines) expect(found.get(line)).toBe(textOf(Number(line)));
    expect(records.ok && records.value.at(-1)?.t).toBe("after");
  } else if (kind === "park") {
    for (const line of lines) {
      const [i = "", key = ""] = line.split(" ");
      const recalled = await recallText(state, project, key);
      expect(recalled.ok && recalled.value.text, line).toBe(textOf(Number(i)));
    }
    const list = listParked(state, project);
    for (const entry of list.ok ? list.value : []) {
      expect((await recallText(state, project, entry.key)).ok).toBe(true);
    }
  } else if (kind === "copy") {
    for (const line of lines) {
      const [i = "", hash = ""] = line.split(" ");
      const loaded = loadCopy(state, project, hash);
      expect(loaded.ok && loaded.value, line).toBe(textOf(Number(i)));
    }
  } else if (kind === "ledger") {
    const ids = new Set<string>();
    readLedger(state, (record) => ids.add(record.id));
    for (const line of lines) expect(ids.has(line)).toBe(true);
  } else if (kind === "document") {
    const shape = (parsed: unknown): { entries: string[] } | null => parsed as { entries: string[] };
    const document = readDocument(rt, `${root}/document.json`, shape);
    const last = lines.at(-1);
    if (last !== undefined) expect(document.ok && document.value?.entries.includes(last)).toBe(true);
  } else if (lines[1] !== undefined) {
    expect(state.secret.toHex()).toBe(lines[1]);
  }
  sweeps(state, root);
}

function sweeps(state: State, root: string): void {
  const later = { ...state, rt: { ...state.rt, now: () => Date.now() + 7_200_000 } };
  gc(later, { parkTtlMs: 86_400_000 });
  const names = fs.readdirSync(root, { recursive: true }).map((name) =>
    `${name}`.slice(`${name}`.lastIndexOf("/") + 1)
  );
  expect(names.filter(isTempName)).toEqual([]);
}

test(`writers killed at ${MOMENTS} random moments lose nothing that they acknowledged`, async () => {
  const random = testRandom("T4");
  let acknowledged = 0;
  for (let done = 0; done < MOMENTS; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, MOMENTS - done) }, async (_, i) => {
      const kind = KINDS[(done + i) % KINDS.length] ?? "session";
      const root = `${home}/${done + i}`;
      const lines = await killed(kind, root, random);
      acknowledged += lines.length;
      await check(kind, root, lines);
      fs.rmSync(root, { recursive: true, force: true });
    });
    await Promise.all(batch);
  }
  console.log(`T4: ${MOMENTS} deaths, ${acknowledged} acknowledged writes, 0 lost, 0 corrupt`);
});
