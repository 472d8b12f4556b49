/**
 * T5: every file operation of every path of the store fails once, and from
 * then on, in every way. Nothing throws, nothing that was acknowledged is lost,
 * nothing wrong is read, and the same call succeeds once the fault is gone.
 */

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Result } from "../../src/base/errors.ts";
import { changeDocument, readDocument } from "../../src/store/document.ts";
import { readFailures, recordFailure } from "../../src/store/failures.ts";
import { gc } from "../../src/store/gc.ts";
import { appendSession, projectRecord, readSession } from "../../src/store/journal.ts";
import { isTempName } from "../../src/store/layout.ts";
import { appendLedger, type LedgerRow } from "../../src/store/ledger.ts";
import { ledgerTotals } from "../../src/store/ledger-totals.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { leavingKey } from "../../src/store/parked-names.ts";
import { type Project, projectOf } from "../../src/store/project.ts";
import { loadCopy, saveCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import { FAKE_NOW_MS, fakeRuntime, mustOpen } from "../support/fake-runtime.ts";
import { FAULT_KINDS, type FaultKind, type FaultyFiles, faultyFiles } from "../support/faulty-files.ts";
import type { MemoryFiles } from "../support/memory-files.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
const OLD_TEXT = "parked before\n".repeat(50);
const EXPIRED_TEXT = "parked long ago\n".repeat(50);
const NEW_TEXT = "parked under fault \ud800\n".repeat(50);
const CAPS = { maxBytes: 1 << 20 };
const DOCUMENT = "/home/u/project/settings.json";

interface World {
  readonly state: State;
  readonly project: Project;
  readonly files: MemoryFiles;
  readonly faults: FaultyFiles;
  readonly clock: { now: number };
  readonly oldKey: string;
}

type Outcome = Result<unknown>;

interface Path {
  readonly name: string;
  readonly before?: (world: World) => void;
  readonly run: (world: World) => Outcome | Promise<Outcome>;
  /** True when what the call acknowledged is there. */
  readonly isThere: (world: World, outcome: Outcome) => boolean | Promise<boolean>;
  /** Reads what can have vanished, so that nothing is a right answer, too. */
  readonly isReading?: boolean;
  /** Says nothing of its success, so success is not asked for. */
  readonly isSilent?: boolean;
}

function row(id: string): LedgerRow {
  const numbers = { ts: 1, beforeTokens: 9, afterTokens: 4, beforePoints: 36, afterPoints: 16 };
  return {
    t: "row",
    id,
    tool: "Bash",
    op: "projection",
    ...numbers,
    session: SESSION,
    project: "0123456789abcdef",
  };
}

function shape(parsed: unknown): Record<string, unknown> | null {
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : null;
}

function keyIn(outcome: Outcome): string {
  const { value } = outcome.ok ? outcome : { value: null };
  return typeof value === "object" && value !== null && "key" in value ? String(value.key) : "";
}

async function recalls(world: World, key: string, text: string): Promise<boolean> {
  const recalled = await recallText(world.state, world.project, key);
  return recalled.ok && recalled.value.text === text;
}

function parkText(world: World, text: string): Outcome {
  return park(world.state, world.project, text, { tool: "Bash", command: "make" }, CAPS);
}

/** True as well when somebody took the whole folder away after the change. */
function documentHolds(world: World, text: string): boolean {
  if (!world.files.nodes.has("/home/u/project")) return true;
  return JSON.stringify(readDocument(world.state.rt, DOCUMENT, shape)).includes(text);
}

const PATHS: readonly Path[] = [
  {
    name: "open a state for the first time",
    before: (world) => world.files.vanish("/home/u/.context-kernel"),
    run: (world) => openState(world.state.rt),
    isThere: (world) => openState(world.state.rt).ok,
  },
  {
    name: "open a state",
    run: (world) => openState(world.state.rt),
    isThere: (world) => openState(world.state.rt).ok,
  },
  {
    name: "park",
    run: (world) => parkText(world, NEW_TEXT),
    isThere: (world, outcome) => recalls(world, keyIn(outcome), NEW_TEXT),
  },
  {
    name: "park in a project for the first time",
    before: (world) => world.files.vanish(`/home/u/.context-kernel/projects`),
    run: (world) => parkText(world, NEW_TEXT),
    isThere: (world, outcome) => recalls(world, keyIn(outcome), NEW_TEXT),
  },
  {
    name: "park the same text again",
    run: (world) => parkText(world, OLD_TEXT),
    isThere: (world, outcome) => recalls(world, keyIn(outcome), OLD_TEXT),
  },
  {
    name: "recall",
    run: (world) => recallText(world.state, world.project, world.oldKey),
    isThere: (_world, outcome) =>
      typeof outcome === "object" && outcome.ok && JSON.stringify(outcome.value).includes("parked before"),
  },
  {
    name: "list",
    run: (world) => listParked(world.state, world.project),
    isThere: () => true,
  },
  {
    name: "append to a session",
    run: (world) => appendSession(world.state, SESSION, [{ t: "read", n: 2 }, { t: "read", n: 3 }]),
    isThere: (world) => {
      const records = readSession(world.state, SESSION);
      return records.ok && [2, 3].every((n) => records.value.some((record) => record.n === n));
    },
  },
  { name: "read a session", run: (world) => readSession(world.state, SESSION), isThere: () => true },
  {
    name: "keep a copy",
    run: (world) => saveCopy(world.state, world.project, NEW_TEXT),
    isThere: (world, outcome) => {
      const copy = loadCopy(world.state, world.project, outcome.ok ? String(outcome.value) : "");
      return copy.ok && copy.value === NEW_TEXT;
    },
  },
  {
    name: "keep a copy where older ones make room",
    before: (world) => {
      const folder = `/home/u/.context-kernel/projects/${world.project.id}/reads`;
      for (const digit of ["a", "b"]) {
        world.files.create(`${folder}/${digit.repeat(24)}.9999999`, new Uint8Array(9));
      }
    },
    run: (world) => saveCopy(world.state, world.project, NEW_TEXT),
    isThere: (world, outcome) =>
      loadCopy(world.state, world.project, outcome.ok ? String(outcome.value) : "").ok,
  },
  {
    name: "append to the ledger",
    run: (world) => appendLedger(world.state, [row("new")]),
    isThere: (world) => {
      const totals = ledgerTotals(world.state);
      return totals.ok && totals.value.rows === 2;
    },
  },
  {
    name: "sum the ledger and store the fold",
    before: (world) =>
      void appendLedger(world.state, Array.from({ length: 1_500 }, (_, i) => row(`many-${i}`))),
    run: (world) => ledgerTotals(world.state),
    isThere: (_world, outcome) => outcome.ok && JSON.stringify(outcome.value).startsWith('{"rows":1501'),
    isReading: true,
  },
  {
    name: "sum the ledger from a stored fold",
    before: (world) => {
      appendLedger(world.state, Array.from({ length: 1_500 }, (_, i) => row(`many-${i}`)));
      ledgerTotals(world.state);
      appendLedger(world.state, [row("many-7"), row("last"), {
        t: "verified",
        id: "many-8",
        session: SESSION,
      }]);
    },
    run: (world) => ledgerTotals(world.state),
    isThere: (_world, outcome) =>
      outcome.ok && JSON.stringify(outcome.value).startsWith('{"rows":1502,"pending":{"rows":1501'),
    isReading: true,
  },
  {
    name: "count a failure where the journal turns over",
    before: (world) =>
      void world.files.append("/home/u/.context-kernel/failures.log", new Uint8Array(1 << 19)),
    run: (world) => {
      recordFailure(world.state, "io", "test");
      return readFailures(world.state);
    },
    isThere: () => true,
    isSilent: true,
  },
  {
    name: "collect garbage",
    run: (world) => gc(world.state, { parkTtlMs: DAY_MS }),
    isThere: () => true,
  },
  {
    name: "make a document",
    before: (world) => world.files.vanish(DOCUMENT),
    run: (world) =>
      changeDocument(world.state.rt, { path: DOCUMENT, shape, change: () => ({ a: 2 }), waitMs: 50 }),
    isThere: (world) => documentHolds(world, '"a":2'),
  },
  {
    name: "change a document",
    run: (world) =>
      changeDocument(world.state.rt, {
        path: DOCUMENT,
        shape,
        change: (current) => ({ ...current, b: 3 }),
        waitMs: 50,
      }),
    isThere: (world) => documentHolds(world, '"a":1,"b":3'),
  },
];

/** A state with something in every store, some of it due to go. */
function buildWorld(): World {
  let wrapped: FaultyFiles | undefined;
  const fake = fakeRuntime({ wrap: (files) => wrapped = faultyFiles(files) });
  if (wrapped === undefined) throw new Error("not wrapped");
  const state = mustOpen(fake.rt);
  const project = projectOf(state, "/home/u/project");
  const world = { state, project, files: fake.files, faults: wrapped, clock: fake.clock };
  fake.clock.now = FAKE_NOW_MS - 5 * DAY_MS;
  parkText({ ...world, oldKey: "" }, EXPIRED_TEXT);
  fake.clock.now = FAKE_NOW_MS - 2 * DAY_MS;
  gc(state, { parkTtlMs: DAY_MS });
  fake.files.create("/home/u/.context-kernel/.tmp-00", new Uint8Array(3));
  fake.clock.now = FAKE_NOW_MS;
  const parked = parkText({ ...world, oldKey: "" }, OLD_TEXT);
  appendSession(state, SESSION, [projectRecord(project), { t: "read", n: 1 }]);
  saveCopy(state, project, OLD_TEXT);
  appendLedger(state, [row("old")]);
  recordFailure(state, "io", "before");
  fake.files.create(DOCUMENT, new TextEncoder().encode('{"a": 1}'));
  return { ...world, oldKey: keyIn(parked) };
}

async function checkWorld(world: World, where: string): Promise<void> {
  const { state, project } = world;
  expect(openState(state.rt).ok, where).toBe(true);
  expect(await recalls(world, world.oldKey, OLD_TEXT), `${where}: what was parked before`).toBe(true);
  const session = readSession(state, SESSION);
  expect(session.ok && session.value.some((record) => record.n === 1), `${where}: the session`).toBe(true);
  const totals = ledgerTotals(state);
  expect(totals.ok && totals.value.rows >= 1, `${where}: the ledger`).toBe(true);
  const failures = readFailures(state);
  expect(failures.ok, `${where}: the failures`).toBe(true);
  const list = listParked(state, project);
  for (const entry of list.ok ? list.value : []) {
    const recalled = await recallText(state, project, entry.key);
    const text = recalled.ok ? recalled.value.text : "";
    expect([OLD_TEXT, NEW_TEXT, EXPIRED_TEXT].includes(text), `${where}: ${entry.key}`).toBe(true);
  }
}

/** Every other file of a state is a leftover, and the next collection takes it. */
function checkLeftovers(world: World, where: string): void {
  world.clock.now += 2 * HOUR_MS;
  gc(world.state, { parkTtlMs: 30 * DAY_MS });
  const left = world.files.paths().filter((path) => path.startsWith("/home/u/.context-kernel"))
    .map((path) => path.slice(path.lastIndexOf("/") + 1))
    .filter((name) => isTempName(name) || leavingKey(name) !== null);
  expect(left, `${where}: leftovers`).toEqual([]);
}

async function strike(
  world: World,
  path: Path,
  at: number,
  kind: FaultKind,
  isLasting: boolean,
): Promise<boolean> {
  const where = `${path.name}, operation ${at}, ${kind}${isLasting ? ", lasting" : ""}`;
  world.faults.plan({ at, kind, isLasting, vanish: world.files.vanish });
  const outcome = await path.run(world);
  const isHit = world.faults.hits() > 0;
  world.faults.plan(null);
  if (!isHit) return false;
  if (outcome.ok && !(kind === "vanish" && path.isReading === true)) {
    expect(await path.isThere(world, outcome), `${where}: acknowledged`).toBe(true);
  }
  if (kind === "vanish") return true;
  if (!path.name.includes("first time")) await checkWorld(world, where);
  if (path.isSilent !== true) {
    world.clock.now += HOUR_MS / 60;
    const again = await path.run(world);
    expect(again.ok, `${where}: again`).toBe(true);
    expect(await path.isThere(world, again), `${where}: again, acknowledged`).toBe(true);
  }
  checkLeftovers(world, where);
  return true;
}

for (const path of PATHS) {
  test(`no fault of any operation breaks: ${path.name}`, async () => {
    const world = buildWorld();
    path.before?.(world);
    const start = world.files.snapshot();
    const now = world.clock.now;
    world.faults.plan(null);
    const whole = await path.run(world);
    expect(whole.ok, "without a fault").toBe(true);
    let runs = 0;
    for (const kind of FAULT_KINDS) {
      for (const isLasting of [false, true]) {
        for (let at = 1;; at += 1) {
          world.files.restore(start);
          world.clock.now = now;
          if (!(await strike(world, path, at, kind, isLasting))) break;
          runs += 1;
        }
      }
    }
    console.log(`T5 ${path.name}: ${runs} faults`);
    expect(runs).toBeGreaterThan(0);
  });
}
