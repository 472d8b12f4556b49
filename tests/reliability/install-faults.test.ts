/**
 * T5 for the one file of others that we write: every file operation of an
 * installation and of its undoing fails once, and from then on, in every way.
 * The host's settings are the old text or the new one, never a third, and the
 * way back stays open.
 */
import { describe, expect, test } from "bun:test";
import { HANDLED_EVENTS, hookRows } from "../../src/harness/claude-code/entries.ts";
import { planInstall } from "../../src/harness/claude-code/install.ts";
import { install, type InstallRequest } from "../../src/ops/install.ts";
import { uninstall } from "../../src/ops/uninstall.ts";
import type { Runtime } from "../../src/base/runtime.ts";
import { LOCK_STALE_MS } from "../../src/base/limits.ts";
import { type Fake, fakeRuntime } from "../support/fake-runtime.ts";
import { FAULT_KINDS, type FaultyFiles, faultyFiles } from "../support/faulty-files.ts";

const SETTINGS = "/home/u/.claude/settings.json";
const OWN = '{\n  "theme": "dark" // mine\n}\n';
const REQUEST: InstallRequest = {
  program: "/opt/ck-bin",
  scope: "user",
  project: "/home/u/project",
  replaceStatusLine: false,
  permission: true,
  dryRun: false,
};
const KINDS = FAULT_KINDS.filter((kind) => kind !== "vanish");

interface World {
  readonly rt: Runtime;
  readonly faults: FaultyFiles;
  readonly read: () => string | null;
  readonly names: () => readonly string[];
  readonly clock: { now: number };
}

function world(own: string | null, installed: boolean): World {
  let faults: FaultyFiles | undefined;
  const fake: Fake = fakeRuntime({
    folders: own === null ? [] : ["/home/u/.claude"],
    wrap: (files) => faults = faultyFiles(files),
  });
  if (faults === undefined) throw new Error("the files were not wrapped");
  if (own !== null) fake.files.create(SETTINGS, new TextEncoder().encode(own));
  if (installed) expect(install(fake.rt, REQUEST).ok).toBe(true);
  return {
    rt: fake.rt,
    clock: fake.clock,
    faults,
    read: () => {
      const file = fake.files.read(SETTINGS, 1 << 20);
      return file.ok ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.value) : null;
    },
    names: () => fake.files.paths().filter((path) => path.startsWith("/home/u/.claude/")),
  };
}

const undo = (rt: Runtime) =>
  uninstall(rt, { scope: "user", project: "/home/u/project", dryRun: false, program: null });

describe.each([["a file", OWN], ["no file", null]])("with %s before", (_, own) => {
  const plan = planInstall(own, {
    program: REQUEST.program,
    hooks: hookRows(HANDLED_EVENTS),
    statusLine: "keep",
    permission: true,
  });
  const planned = plan.ok ? plan.value.text : "";

  test.each([["install", false], ["uninstall", true]])("%s under every fault", (_, installed) => {
    const dry = world(own, installed);
    dry.faults.plan(null);
    const act = (at: World) => installed ? undo(at.rt) : install(at.rt, REQUEST);
    expect(act(dry).ok).toBe(true);
    const operations = dry.faults.count();
    expect(operations).toBeGreaterThan(5);
    for (let at = 1; at <= operations; at += 1) {
      for (const kind of KINDS) {
        for (const isLasting of [false, true]) {
          const here = world(own, installed);
          here.faults.plan({ at, kind, isLasting });
          const done = act(here);
          here.faults.plan(null);
          const found = here.read();
          const where = `operation ${at}, ${kind}${isLasting ? " from then on" : ""}`;
          const [from, to] = installed ? [planned, own] : [own, planned];
          if (found !== from && found !== to) {
            throw new Error(`${where}: a third text: ${JSON.stringify(found)}`);
          }
          if (done.ok && found !== to) throw new Error(`${where}: reported as done, but it is not`);
          // What is left over of a failure must not stand in the way of the next try; a
          // half-made secret does for a moment, since another process could be making it.
          here.clock.now += 10 * LOCK_STALE_MS;
          if (!installed) expect(install(here.rt, REQUEST).ok).toBe(true);
          expect(undo(here.rt).ok).toBe(true);
          if (here.read() !== own) {
            throw new Error(`${where}: the way back is lost: ${JSON.stringify(here.read())}`);
          }
          // A backup that could not be removed does no harm; nothing else may lie around.
          const left = here.names().filter((name) =>
            name !== SETTINGS && name !== `${SETTINGS}.ck-bin-backup`
          );
          if (!isLasting) expect(left).toEqual([]);
        }
      }
    }
  });
});

test("a file that changes between reading and writing is left to the other program", () => {
  let meddle: (() => void) | null = null;
  const fake = fakeRuntime({
    folders: ["/home/u/.claude"],
    wrap: (files) => ({
      ...files,
      append: files.append,
      rename: (from, to) => {
        meddle?.();
        meddle = null;
        return files.rename(from, to);
      },
    }),
  });
  fake.files.create(SETTINGS, new TextEncoder().encode(OWN));
  // The first rename is that of the backup: the settings have been read by then.
  meddle = () => fake.files.overwrite(SETTINGS, new TextEncoder().encode('{"theme": "light"}'));
  const done = install(fake.rt, REQUEST);
  expect(done.ok).toBe(false);
  if (!done.ok) expect(done.error).toMatchObject({ code: "locked" });
  const file = fake.files.read(SETTINGS, 1 << 20);
  expect(file.ok && new TextDecoder().decode(file.value)).toBe('{"theme": "light"}');
  expect(fake.files.paths().filter((path) => path.includes("backup"))).toEqual([]);
});
