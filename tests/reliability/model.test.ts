/**
 * T12: random sequences of park, recall, renewal, expiry, collection and sudden
 * death against a model; and one process in the middle of every operation of
 * another. What was acknowledged resolves to equal text within its term.
 */

import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { gc } from "../../src/store/gc.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { type Project, projectOf } from "../../src/store/project.ts";
import type { State } from "../../src/store/state.ts";
import type { Files } from "../../src/base/runtime.ts";
import { type Fake, fakeRuntime, mustOpen } from "../support/fake-runtime.ts";
import { IS_LONG, noise, runSeed } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const HOUR_MS = 3_600_000;
const TTL_MS = 24 * HOUR_MS;
const TEXTS = [
  "alpha\n".repeat(20),
  "beta\ud800\n".repeat(20),
  "gamma\0\n".repeat(20),
  "delta\n".repeat(300),
  noise(5, 3_000),
] as const;
const SEQUENCES = IS_LONG ? 10_000 : 1_000;

type Step =
  | { readonly do: "park"; readonly text: number; readonly dieAt: number }
  | { readonly do: "gc"; readonly dieAt: number; readonly budgetMs: number }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "recall"; readonly text: number };

const dieAt = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, {
  weight: 1,
  arbitrary: fc.integer({ min: 1, max: 40 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("park" as const), text: fc.integer({ min: 0, max: TEXTS.length - 1 }), dieAt }),
  fc.record({ do: fc.constant("gc" as const), dieAt, budgetMs: fc.constantFrom(1, 300, 1e9) }),
  fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ do: fc.constant("recall" as const), text: fc.integer({ min: 0, max: TEXTS.length - 1 }) }),
);

class Death extends Error {}

/** Files of a process that dies at its k-th operation; half of what it wrote there may be on disk. */
function mortal(files: Files, dies: { at: number }): Files {
  let count = 0;
  const alive = <T>(run: () => T, last?: () => void): T => {
    count += 1;
    if (count === dies.at) {
      last?.();
      throw new Death();
    }
    return run();
  };
  return {
    ...files,
    stat: (path) => alive(() => files.stat(path)),
    read: (path, max) => alive(() => files.read(path, max)),
    readRange: (path, at, bytes) => alive(() => files.readRange(path, at, bytes)),
    create: (path, bytes) =>
      alive(() => files.create(path, bytes), () => files.create(path, bytes.subarray(0, bytes.length / 2))),
    append: (path, bytes) =>
      alive(() => files.append(path, bytes), () => files.append(path, bytes.subarray(0, bytes.length / 2))),
    link: (from, to) => alive(() => files.link(from, to)),
    rename: (from, to) => alive(() => files.rename(from, to)),
    remove: (path) => alive(() => files.remove(path)),
    makeFolder: (path) => alive(() => files.makeFolder(path)),
    removeFolder: (path) => alive(() => files.removeFolder(path)),
    list: (path) => alive(() => files.list(path)),
  };
}

function act(state: State, project: Project, todo: Step & { do: "park" | "gc" }): string | null {
  const mortalState = { ...state, rt: { ...state.rt, files: mortal(state.rt.files, { at: todo.dieAt }) } };
  try {
    if (todo.do === "gc") {
      gc(mortalState, { parkTtlMs: TTL_MS, budgetMs: todo.budgetMs });
      return null;
    }
    const parked = park(mortalState, project, TEXTS[todo.text] ?? "", { tool: "Bash" }, {
      maxBytes: 1 << 20,
    });
    return parked.ok ? parked.value.key : null;
  } catch (error) {
    if (error instanceof Death) return null;
    throw error;
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  const project = projectOf(state, "/home/u/project");
  const acknowledged = new Map<number, { key: string; at: number }>();
  for (const todo of steps) {
    fake.clock.now += 1;
    if (todo.do === "wait") fake.clock.now += todo.hours * HOUR_MS;
    if (todo.do === "park" || todo.do === "gc") {
      const key = act(state, project, todo);
      if (key !== null && todo.do === "park") acknowledged.set(todo.text, { key, at: fake.clock.now });
    }
    const list = todo.do === "park" && todo.dieAt > 0 ? listParked(state, project) : null;
    for (const entry of list?.ok === true ? list.value : []) {
      expect((await recallText(state, project, entry.key)).ok, "whole or not there").toBe(true);
    }
    for (const [text, { key, at }] of acknowledged) {
      const recalled = await recallText(state, project, key);
      if (recalled.ok) expect(recalled.value.text).toBe(TEXTS[text] ?? "");
      else expect(recalled.error.code).toBe("not-found");
      if (fake.clock.now - at < TTL_MS) expect(recalled.ok).toBe(true);
    }
  }
}

test(
  "every acknowledged key resolves within its term, through renewals, collections and deaths",
  async () => {
    const seed = runSeed();
    console.log(`T12: CK_SEED=${seed}, ${SEQUENCES} sequences`);
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), play), {
      seed,
      numRuns: SEQUENCES,
    });
  },
  300_000,
);

/** An expired entry that the next collection will let go. */
function doomed(): { fake: Fake; state: State; project: Project; key: string } {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  const project = projectOf(state, "/home/u/project");
  const parked = park(state, project, TEXTS[0], { tool: "Bash" }, { maxBytes: 1 << 20 });
  fake.clock.now += TTL_MS + 1;
  gc(state, { parkTtlMs: TTL_MS });
  fake.clock.now += TTL_MS + 1;
  return { fake, state, project, key: parked.ok ? parked.value.key : "" };
}

/** A project that is empty and idle: the next collection takes its folders away. */
function deserted(): ReturnType<typeof doomed> {
  const world = doomed();
  for (let i = 0; i < 3; i += 1) {
    gc(world.state, { parkTtlMs: TTL_MS });
    world.fake.clock.now += TTL_MS * 3;
  }
  return world;
}

const WORLDS = [["an expired entry", doomed], ["a deserted project", deserted]] as const;

/** Runs `visit` in the middle of the k-th operation of `host`; false when there are fewer. */
function interleave(state: State, k: number, host: (state: State) => void, visit: () => void): boolean {
  let count = 0;
  let isVisited = false;
  const { files } = state.rt;
  const before = <T>(run: () => T): T => {
    count += 1;
    if (count === k && !isVisited) {
      isVisited = true;
      visit();
    }
    return run();
  };
  const watched: Files = {
    ...files,
    stat: (path) => before(() => files.stat(path)),
    read: (path, max) => before(() => files.read(path, max)),
    readRange: (path, at, bytes) => before(() => files.readRange(path, at, bytes)),
    create: (path, bytes) => before(() => files.create(path, bytes)),
    append: (path, bytes) => before(() => files.append(path, bytes)),
    link: (from, to) => before(() => files.link(from, to)),
    rename: (from, to) => before(() => files.rename(from, to)),
    remove: (path) => before(() => files.remove(path)),
    list: (path) => before(() => files.list(path)),
    makeFolder: (path) => before(() => files.makeFolder(path)),
    removeFolder: (path) => before(() => files.removeFolder(path)),
  };
  host({ ...state, rt: { ...state.rt, files: watched } });
  return isVisited;
}

const collect = (state: State): void => void gc(state, { parkTtlMs: TTL_MS });

for (const [name, build] of WORLDS) {
  test(`parking in the middle of any operation of a collection is not lost: ${name}`, async () => {
    let k = 1;
    for (;; k += 1) {
      const { state, project, key } = build();
      let parked = false;
      const isVisited = interleave(state, k, collect, () => {
        parked = park(state, project, TEXTS[0], { tool: "Bash" }, { maxBytes: 1 << 20 }).ok;
      });
      if (!isVisited) break;
      expect(parked, `operation ${k}`).toBe(true);
      const recalled = await recallText(state, project, key);
      expect(recalled.ok && recalled.value.text, `operation ${k}`).toBe(TEXTS[0]);
    }
    console.log(`T12: parking inside ${k - 1} operations of a collection`);
  });

  test(`a collection in the middle of any operation of parking takes nothing away: ${name}`, async () => {
    let k = 1;
    for (;; k += 1) {
      const { state, project, key } = build();
      let parked = false;
      const host = (watched: State): void => {
        parked = park(watched, project, TEXTS[0], { tool: "Bash" }, { maxBytes: 1 << 20 }).ok;
      };
      if (!interleave(state, k, host, () => collect(state))) break;
      const recalled = await recallText(state, project, key);
      if (parked) expect(recalled.ok && recalled.value.text, `operation ${k}`).toBe(TEXTS[0]);
      expect(parked, `operation ${k}`).toBe(true);
    }
    console.log(`T12: a collection inside ${k - 1} operations of parking`);
  });
}

test("two collections and a parking in the middle of each other lose nothing", async () => {
  let cases = 0;
  for (let outer = 1; outer < 200; outer += 1) {
    let isOuter = false;
    for (let inner = 1; inner < 200; inner += 1) {
      const { state, project, key } = doomed();
      let outcome = "";
      isOuter = interleave(state, outer, collect, () => {
        interleave(state, inner, collect, () => {
          outcome = park(state, project, TEXTS[0], { tool: "Bash" }, { maxBytes: 1 << 20 }).ok
            ? "parked"
            : "failed";
        });
      });
      if (outcome === "") break;
      expect(outcome, `${outer}/${inner}`).toBe("parked");
      cases += 1;
      const recalled = await recallText(state, project, key);
      expect(recalled.ok && recalled.value.text, `${outer}/${inner}`).toBe(TEXTS[0]);
    }
    if (!isOuter) break;
  }
  console.log(`T12: ${cases} orders of two collections and a parking`);
});

test("a full store refuses, and nothing inside its term goes", async () => {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  const project = projectOf(state, "/home/u/project");
  const caps = { maxBytes: 1 << 20, projectMaxBytes: 20_000 };
  const keys = new Map<string, string>();
  let refused = 0;
  for (let i = 0; i < 400; i += 1) {
    const text = `${i} ${Math.imul(i, 2_654_435_761)} `.repeat(1 + i % 40);
    const parked = park(state, project, text, { tool: "Bash" }, caps);
    if (parked.ok) keys.set(parked.value.key, text);
    else {
      expect(parked.error.code).toBe("store-full");
      refused += 1;
    }
    if (i % 50 === 0) gc(state, { parkTtlMs: TTL_MS });
  }
  expect(refused).toBeGreaterThan(10);
  for (const [key, text] of keys) {
    const recalled = await recallText(state, project, key);
    expect(recalled.ok && recalled.value.text).toBe(text);
  }
  const stored = fake.files.paths().filter((path) => path.includes("/parked/"));
  const bytes = stored.reduce((sum, path) => {
    const stat = fake.files.stat(path);
    return sum + (stat.ok ? stat.value.bytes : 0);
  }, 0);
  expect(bytes).toBeLessThanOrEqual(20_000);
  expect(bytes).toBeGreaterThan(18_000);
  // What is there can be renewed in a full store, and room comes with the end of the terms.
  const [[key, text] = ["", ""]] = keys;
  expect(park(state, project, text, { tool: "Bash" }, caps)).toEqual({
    ok: true,
    value: { key, isNew: false },
  });
  for (let day = 0; day < 4; day += 1) {
    fake.clock.now += TTL_MS + 1;
    gc(state, { parkTtlMs: TTL_MS });
  }
  expect(park(state, project, "room again", { tool: "Bash" }, caps).ok).toBe(true);
});

test("two texts with the same short key are told apart by a longer one", async () => {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  const digest = "0123456789";
  const clashing = {
    ...state,
    rt: {
      ...state.rt,
      hash: {
        ...state.rt.hash,
        keyed: (secret: Uint8Array, ...parts: readonly Uint8Array[]) =>
          digest + state.rt.hash.keyed(secret, ...parts),
      },
    },
  };
  const project = projectOf(state, "/home/u/project");
  const keys = ["first", "second"].map((text) => {
    const parked = park(clashing, project, text, { tool: "Bash" }, { maxBytes: 1 << 20 });
    return parked.ok ? parked.value.key : "";
  });
  expect(keys.map((key) => key.length)).toEqual([10, 12]);
  for (const [i, text] of ["first", "second"].entries()) {
    const recalled = await recallText(clashing, project, keys[i] ?? "");
    expect(recalled.ok && recalled.value.text).toBe(text);
  }
});

test("a key does not resolve in another project or another state", async () => {
  const fake = fakeRuntime({ folders: ["/home/u/other"] });
  const state = mustOpen(fake.rt);
  const here = projectOf(state, "/home/u/project");
  const there = projectOf(state, "/home/u/other");
  const parked = park(state, here, "scoped", { tool: "Bash" }, { maxBytes: 1 << 20 });
  const key = parked.ok ? parked.value.key : "";
  expect((await recallText(state, there, key)).ok).toBe(false);
  // Even with the file itself copied over.
  park(state, there, "x", { tool: "Bash" }, { maxBytes: 1 << 20 });
  const root = "/home/u/.context-kernel/projects";
  const file = fake.files.read(`${root}/${here.id}/parked/${key}`, 1 << 20);
  if (file.ok) fake.files.create(`${root}/${there.id}/parked/${key}`, file.value);
  const copied = await recallText(state, there, key);
  expect(copied.ok ? "" : copied.error.code).toBe("damaged");
  for (const odd of ["", "../x", key.toUpperCase() + "/", `${key}/../${key}`, "0".repeat(11)]) {
    const recalled = await recallText(state, here, odd);
    expect(recalled.ok ? "" : recalled.error.code).toBe("not-found");
  }
});
