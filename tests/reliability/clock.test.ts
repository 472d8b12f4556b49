/**
 * T14: the clock jumps ten years in either direction between any two
 * operations. Nothing goes early, nothing stays for ever, no age is negative.
 */

import { expect, setDefaultTimeout, test } from "bun:test";
import { gc } from "../../src/store/gc.ts";
import { appendSession, projectRecord, readSession } from "../../src/store/journal.ts";
import { appendLedger } from "../../src/store/ledger.ts";
import { ledgerTotals } from "../../src/store/ledger-totals.ts";
import { monthOf } from "../../src/store/layout.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { type Project, projectOf } from "../../src/store/project.ts";
import { loadCopy, saveCopy } from "../../src/store/reads.ts";
import type { State } from "../../src/store/state.ts";
import { type Fake, FAKE_NOW_MS, fakeRuntime, mustOpen } from "../support/fake-runtime.ts";
import { testRandom } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const TTL_MS = DAY_MS;
const CAPS = { maxBytes: 1 << 20 };
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

interface World {
  readonly fake: Fake;
  readonly state: State;
  readonly project: Project;
}

function world(): World {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  return { fake, state, project: projectOf(state, "/home/u/project") };
}

function parkText({ state, project }: World, text: string): string {
  const parked = park(state, project, text, { tool: "Bash" }, CAPS);
  if (!parked.ok) throw new Error(parked.error.code);
  return parked.value.key;
}

async function holds({ state, project }: World, key: string, text: string): Promise<boolean> {
  const recalled = await recallText(state, project, key);
  return recalled.ok && recalled.value.text === text;
}

function agesAreSane({ state, project, fake }: World): void {
  const list = listParked(state, project);
  for (const entry of list.ok ? list.value : []) {
    expect(entry.createdMs).toBeLessThanOrEqual(fake.clock.now);
    expect(entry.renewedMs).toBeLessThanOrEqual(fake.clock.now);
  }
}

function collect({ state }: World): void {
  gc(state, { parkTtlMs: TTL_MS });
}

const JUMPS = [10 * YEAR_MS, -10 * YEAR_MS, HOUR_MS, -HOUR_MS, 25 * HOUR_MS, -25 * HOUR_MS] as const;

test("no single excursion of the clock lets anything go early, wherever it begins and ends", async () => {
  // Less than a term of true time passes in all.
  const steps = ["park", "gc", "gc", "again", "gc", "gc", "list", "gc"] as const;
  const step = TTL_MS / 10;
  let cases = 0;
  for (const jump of JUMPS) {
    for (let out = 0; out <= steps.length; out += 1) {
      for (let back = out; back <= steps.length; back += 1) {
        const w = world();
        let key = "";
        for (const [i, name] of steps.entries()) {
          if (i === out) w.fake.clock.now += jump;
          if (i === back) w.fake.clock.now -= jump;
          w.fake.clock.now += step;
          if (name === "park") key = parkText(w, "short-lived");
          else if (name === "again") expect(parkText(w, "short-lived")).toBe(key);
          else if (name === "gc") collect(w);
          agesAreSane(w);
          expect(await holds(w, key, "short-lived"), `${jump} from ${out} to ${back}, step ${i}`).toBe(true);
        }
        cases += 1;
      }
    }
  }
  console.log(`T14: ${cases} excursions, 0 early`);
});

test("after any jumps a steady clock lets everything go", async () => {
  const random = testRandom("T14 steady");
  for (let round = 0; round < 150; round += 1) {
    const w = world();
    let key = "";
    for (let i = 0; i < 12; i += 1) {
      if (random.int(2) === 0) w.fake.clock.now += random.pick(JUMPS);
      if (random.int(3) === 0 || key === "") key = parkText(w, "in the end it goes");
      else collect(w);
      agesAreSane(w);
    }
    for (let day = 0; day < 5 && await holds(w, key, "in the end it goes"); day += 1) {
      collect(w);
      w.fake.clock.now += DAY_MS + 1;
    }
    collect(w);
    expect(await holds(w, key, "in the end it goes"), `round ${round}`).toBe(false);
  }
});

test("a renewal counts whatever the clock says", async () => {
  const random = testRandom("T14 renewal");
  for (let round = 0; round < 150; round += 1) {
    const w = world();
    const key = parkText(w, "kept alive");
    let jumped = 0;
    for (let i = 0; i < 20; i += 1) {
      // True time: a renewal at every step, a third of a term apart.
      w.fake.clock.now += TTL_MS / 3;
      collect(w);
      expect(await holds(w, key, "kept alive"), `round ${round}, step ${i}`).toBe(true);
      expect(parkText(w, "kept alive")).toBe(key);
      if (random.int(4) === 0) {
        const jump = jumped === 0 ? random.pick(JUMPS) : -jumped;
        w.fake.clock.now += jump;
        jumped = jumped === 0 ? jump : 0;
      }
    }
  }
});

test("a term ends: parked outputs go with the second look after it, not with the first", async () => {
  const w = world();
  const key = parkText(w, "one day");
  w.fake.clock.now += TTL_MS - 1;
  collect(w);
  expect(await holds(w, key, "one day")).toBe(true);
  w.fake.clock.now += 1;
  collect(w);
  w.fake.clock.now += TTL_MS - 1;
  collect(w);
  expect(await holds(w, key, "one day"), "marked, not gone").toBe(true);
  w.fake.clock.now += 1;
  collect(w);
  expect(await holds(w, key, "one day")).toBe(false);
  expect(w.fake.files.paths().some((path) => path.includes(key))).toBe(false);
});

test("equal stamps do not confuse the order or the term", async () => {
  const w = world();
  const keys = ["a", "b", "c"].map((text) => parkText(w, text));
  for (let i = 0; i < 3; i += 1) parkText(w, "a");
  collect(w);
  collect(w);
  const list = listParked(w.state, w.project);
  expect(list.ok && list.value.map((entry) => entry.key).sort()).toEqual([...keys].sort());
  for (const [i, key] of keys.entries()) expect(await holds(w, key, "abc"[i] ?? "")).toBe(true);
});

test("sessions and copies outlive an excursion and age on a steady clock", () => {
  for (const jump of JUMPS) {
    const w = world();
    appendSession(w.state, SESSION, [projectRecord(w.project), { t: "read", n: 1 }]);
    const copy = saveCopy(w.state, w.project, "copy");
    const hash = copy.ok ? copy.value : "";
    const isThere = (): boolean => {
      const session = readSession(w.state, SESSION);
      return session.ok && session.value.length === 2 && loadCopy(w.state, w.project, hash).ok;
    };
    w.fake.clock.now += jump;
    collect(w);
    w.fake.clock.now += HOUR_MS;
    collect(w);
    w.fake.clock.now -= jump;
    collect(w);
    expect(isThere(), `${jump}`).toBe(true);
    for (let day = 0; day < 6; day += 1) {
      w.fake.clock.now += DAY_MS;
      collect(w);
    }
    expect(isThere(), `${jump}: inside seven days`).toBe(true);
    for (let day = 0; day < 20; day += 1) {
      w.fake.clock.now += DAY_MS;
      collect(w);
    }
    expect(readSession(w.state, SESSION)).toEqual({ ok: true, value: [] });
    expect(loadCopy(w.state, w.project, hash).ok).toBe(false);
  }
});

test("a month of the ledger stays for a year whatever the clock did, and goes after it", () => {
  const w = world();
  const numbers = { ts: 1, beforeTokens: 9, afterTokens: 4, beforePoints: 36, afterPoints: 16 };
  const row = {
    t: "row",
    tool: "Bash",
    op: "delta",
    ...numbers,
    session: SESSION,
    project: w.project.id,
  } as const;
  const rows = (): number => {
    const totals = ledgerTotals(w.state);
    return totals.ok ? totals.value.rows : -1;
  };
  appendLedger(w.state, [{ ...row, id: "1" }]);
  w.fake.clock.now += 10 * YEAR_MS;
  appendLedger(w.state, [{ ...row, id: "2" }]);
  collect(w);
  w.fake.clock.now -= 10 * YEAR_MS;
  for (let month = 0; month < 11; month += 1) {
    w.fake.clock.now += 30 * DAY_MS;
    collect(w);
  }
  expect(rows()).toBe(2);
  for (let month = 0; month < 6; month += 1) {
    w.fake.clock.now += 30 * DAY_MS;
    collect(w);
  }
  expect(rows(), "both are older than a year").toBe(0);
});

test("monthOf() names a month for every number", () => {
  expect(monthOf(FAKE_NOW_MS)).toBe("2026-03");
  expect(monthOf(0)).toBe("1970-01");
  for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(monthOf(ms)).toMatch(/^\d{4,}-\d\d$/);
  }
});

test("gc() stops when its time is over, in either direction of the clock", () => {
  const w = world();
  for (let i = 0; i < 200; i += 1) parkText(w, `text ${i}`);
  let reads = 0;
  const { files } = w.fake.rt;
  const slow = {
    ...files,
    readRange: (
      path: string,
      at: number,
      bytes: number,
    ) => (reads += 1, w.fake.clock.now += 10, files.readRange(path, at, bytes)),
  };
  const state = { ...w.state, rt: { ...w.fake.rt, files: slow } };
  const counts = gc(state, { parkTtlMs: TTL_MS, budgetMs: 300 });
  expect(counts.ok && counts.value.isComplete).toBe(false);
  expect(reads).toBeLessThan(150);
});
