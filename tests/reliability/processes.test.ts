/** T1, T2 and the race for the secret: sixteen processes write at once and lose nothing. */

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import { gc } from "../../src/store/gc.ts";
import { sessionFile, sessionName } from "../../src/store/layout.ts";
import { listParked, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { unframe } from "../../src/store/record.ts";
import { openState, type State } from "../../src/store/state.ts";
import { createRuntime } from "../../src/runtime.ts";
import { linesOf, meeting, temporaryFolder } from "../support/processes.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const PROCESSES = 16;
const RECORDS = 200;
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
const home = temporaryFolder("many");
const meetings: string[] = [];
afterAll(() => [home, ...meetings].forEach((path) => fs.rmSync(path, { recursive: true, force: true })));

const rt = createRuntime();
const everyone = Array.from({ length: PROCESSES }, (_, i) => `${i}`);

function mustOpenAt(root: string): State {
  const state = openState({ ...rt, env: { CK_HOME: root } });
  if (!state.ok) throw new Error(state.error.message);
  return state.value;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

for (const bytes of [100, 4_096, 65_536]) {
  test(
    `${PROCESSES} processes append ${RECORDS} records of ${bytes} bytes to one session and lose none`,
    async () => {
      const root = `${home}/append-${bytes}`;
      const state = mustOpenAt(root);
      const meet = await meeting(PROCESSES);
      meetings.push(meet);
      const outputs = await Promise.all(
        everyone.map((name) => linesOf(["append", root, SESSION, name, `${RECORDS}`, `${bytes}`, meet])),
      );
      const reports: { failures: number; took: number[] }[] = outputs.map(([line = "{}"]) =>
        JSON.parse(line)
      );
      expect(reports.reduce((sum, report) => sum + report.failures, 0)).toBe(0);
      const file = fs.readFileSync(sessionFile(state.rt, root, SESSION));
      const records = unframe(rt.hash, sessionName(rt, SESSION), file);
      const names = records.map((record) => `${record.w}/${record.i}`);
      expect(names.length).toBe(PROCESSES * RECORDS);
      expect(new Set(names).size).toBe(PROCESSES * RECORDS);
      const took = reports.flatMap((report) => report.took);
      const p99 = percentile(took, 0.99);
      console.log(
        `T1 ${bytes} bytes: 0 lost, 0 torn, 0 double of ${names.length}; ` +
          `median ${percentile(took, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(1)} ms, longest ${
            percentile(took, 1).toFixed(0)
          } ms`,
      );
      // The goal of 50 ms holds on a quiet machine; a busy one only must not stand still.
      expect(p99).toBeLessThan(process.env.CK_TEST_QUIET === "1" ? 50 : 1_000);
      fs.rmSync(root, { recursive: true, force: true });
    },
    60_000,
  );
}

test(`${PROCESSES} processes that open a new state at once agree on one secret`, async () => {
  const homes = Array.from({ length: 25 }, (_, i) => `${home}/secret-${i}`);
  const meet = await meeting(PROCESSES);
  meetings.push(meet);
  const outputs = await Promise.all(everyone.map(() => linesOf(["secrets", meet, "20", ...homes])));
  for (const [i, root] of homes.entries()) {
    const kept = fs.readFileSync(`${root}/secret`).toString("hex");
    for (const lines of outputs) expect(lines[i]).toBe(kept);
    expect(fs.readdirSync(root).sort()).toEqual(["secret", "version"]);
  }
  console.log(`secret: ${homes.length} races of ${PROCESSES} processes, one secret each`);
});

test(
  "eight processes add a hundred entries each to one document, and a reader never sees half of it",
  async () => {
    const path = `${home}/document.json`;
    const meet = await meeting(8);
    meetings.push(meet);
    let isOver = false;
    let reads = 0;
    let unreadable = 0;
    const reader = (async () => {
      while (!isOver) {
        if (fs.existsSync(path)) {
          try {
            JSON.parse(fs.readFileSync(path, "utf8"));
          } catch {
            unreadable += 1;
          }
          reads += 1;
        }
        await Bun.sleep(1);
      }
    })();
    const outputs = await Promise.all(
      everyone.slice(0, 8).map((name) => linesOf(["document", path, name, "100", meet])),
    );
    isOver = true;
    await reader;
    const { entries }: { entries: string[] } = JSON.parse(fs.readFileSync(path, "utf8"));
    expect(entries.length).toBe(800);
    expect(new Set(entries).size).toBe(800);
    expect(unreadable).toBe(0);
    const longest = Math.max(...outputs.flat().map(Number));
    console.log(`T2: 800 entries of 8 processes, ${reads} reads, longest wait ${longest.toFixed(0)} ms`);
    expect(longest).toBeLessThan(process.env.CK_TEST_QUIET === "1" ? 5_000 : 20_000);
    expect(fs.readdirSync(home).filter((name) => name.includes("document"))).toEqual(["document.json"]);
  },
  90_000,
);

test("many processes park the same and different texts while others collect garbage", async () => {
  const root = `${home}/parks`;
  const state = mustOpenAt(root);
  const meet = await meeting(PROCESSES);
  meetings.push(meet);
  const outputs = await Promise.all(everyone.map((name) => linesOf(["parks", root, name, "30", meet])));
  const project = projectOf(state, root);
  const seen = new Map<string, string>();
  for (const line of outputs.flat()) {
    const key = line.slice(0, line.indexOf(" "));
    const text: string = JSON.parse(line.slice(line.indexOf(" ") + 1));
    expect(seen.get(key) ?? text).toBe(text);
    seen.set(key, text);
  }
  for (const [key, text] of seen) {
    const recalled = await recallText(state, project, key);
    expect(recalled.ok && recalled.value.text).toBe(text);
  }
  const list = listParked(state, project);
  expect(list.ok && list.value.length).toBe(15 + PROCESSES * 15);
  const later = { ...state, rt: { ...state.rt, now: () => Date.now() + 7_200_000 } };
  gc(later, { parkTtlMs: 86_400_000 });
  const names = fs.readdirSync(`${root}/projects/${project.id}/parked`);
  expect(names.every((name) => /^[0-9a-f]{10,12}$/.test(name))).toBe(true);
});
