/** A share of T11: a full disk, a read-only one, a missing one. What was acknowledged is there; the rest is refused. */

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import { gc } from "../../src/store/gc.ts";
import { readSession } from "../../src/store/journal.ts";
import { isTempName } from "../../src/store/layout.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { loadCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import { createRuntime } from "../../src/runtime.ts";
import { linesOf, linesWithFileLimit, temporaryFolder } from "../support/processes.ts";
import { noise } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const home = temporaryFolder("full");
const mounts: string[] = [];
afterAll(() => {
  for (const path of mounts) Bun.spawnSync(["umount", path]);
  fs.rmSync(home, { recursive: true, force: true });
});

/** A file system of its own with so many KiB, where we may mount one. */
function mounted(kib: number): string | null {
  const path = `${home}/mount-${kib}`;
  fs.mkdirSync(path);
  const options = `size=${kib}k,nr_inodes=400,mode=0700`;
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]);
  if (mount.exitCode !== 0) return null;
  mounts.push(path);
  return path;
}

const canMount = (() => {
  if (process.geteuid?.() !== 0) return false;
  const path = mounted(64);
  return path !== null;
})();

function reopened(root: string): State {
  const state = openState({ ...createRuntime(), env: { CK_HOME: root } });
  if (!state.ok) throw new Error(state.error.code);
  return state.value;
}

async function checkLines(root: string, lines: readonly string[]): Promise<Record<string, number>> {
  const state = reopened(root);
  const project = projectOf(state, root);
  const counts: Record<string, number> = {};
  const session = readSession(state, "full-disk-session");
  const records = new Map((session.ok ? session.value : []).map((record) => [`${record.i}`, record.pad]));
  for (const line of lines) {
    const [what = "", i = "", name = ""] = line.split(" ");
    counts[what] = (counts[what] ?? 0) + 1;
    const n = Number(i);
    if (what === "park") {
      const recalled = await recallText(state, project, name);
      expect(recalled.ok && recalled.value.text, line).toBe(noise(n, 1_000 + (n % 60) * 1_500));
    } else if (what === "session") expect(records.get(i), line).toBe(noise(n, 700));
    else if (what === "copy") {
      const loaded = loadCopy(state, project, name);
      expect(loaded.ok && loaded.value, line).toBe(noise(n, 900));
    } else expect(["io", "state-unwritable", "store-full"], line).toContain(name);
  }
  const list = listParked(state, project);
  for (const entry of list.ok ? list.value : []) {
    expect((await recallText(state, project, entry.key)).ok).toBe(true);
  }
  const later = { ...state, rt: { ...state.rt, now: () => Date.now() + 7_200_000 } };
  gc(later, { parkTtlMs: 86_400_000 });
  const names = fs.readdirSync(root, { recursive: true }).map((path) =>
    `${path}`.slice(`${path}`.lastIndexOf("/") + 1)
  );
  expect(names.filter(isTempName)).toEqual([]);
  return counts;
}

test.skipIf(process.platform === "win32")(
  "files that cannot grow: short writes are seen, nothing acknowledged is lost",
  async () => {
    for (const kib of [16, 64]) {
      const root = `${home}/limit-${kib}`;
      const lines = await linesWithFileLimit(kib, ["fill", root]);
      const counts = await checkLines(root, lines);
      console.log(`T11 files of at most ${kib} KiB: ${JSON.stringify(counts)}`);
      expect(counts.park ?? 0).toBeGreaterThan(2);
      expect(counts.refused ?? 0).toBeGreaterThan(5);
    }
  },
);

test.skipIf(!canMount)("a full file system refuses and loses nothing", async () => {
  for (const kib of [64, 512]) {
    const path = mounts.find((each) => each.endsWith(`mount-${kib}`)) ?? mounted(kib) ?? "";
    const root = `${path}/state`;
    const lines = await linesOf(["fill", root]);
    const counts = await checkLines(root, lines);
    console.log(`T11 file system of ${kib} KiB: ${JSON.stringify(counts)}`);
    expect(counts.refused ?? 0).toBeGreaterThan(5);
  }
});

test.skipIf(!canMount)("a file system that became read-only still recalls", async () => {
  const path = mounted(256) ?? "";
  const state = reopened(`${path}/state`);
  const project = projectOf(state, path);
  const parked = park(state, project, "kept", { tool: "Bash" }, { maxBytes: 99 });
  expect(Bun.spawnSync(["mount", "-o", "remount,ro", path]).exitCode).toBe(0);
  const again = reopened(`${path}/state`);
  const recalled = await recallText(again, project, parked.ok ? parked.value.key : "");
  expect(recalled.ok && recalled.value.text).toBe("kept");
  const refused = park(again, project, "new", { tool: "Bash" }, { maxBytes: 99 });
  expect(refused.ok ? "" : refused.error.code).toBe("state-unwritable");
  expect(gc(again, { parkTtlMs: 1 }).ok).toBe(true);
});

test("homes that cannot hold a state are refused by name", () => {
  const file = `${home}/file`;
  fs.writeFileSync(file, "");
  for (
    const [root, codes] of [
      [file, ["state-unsafe"]],
      [`${file}/below`, ["state-unsafe"]],
      ["/proc/ck", ["io", "state-unwritable"]],
      [`${home}/${"x".repeat(300)}`, ["io"]],
      [`${home}/nul\0byte`, ["io"]],
    ] as const
  ) {
    const state = openState({ ...createRuntime(), env: { CK_HOME: root } });
    expect(state.ok ? "" : codes.find((code) => code === state.error.code), root).toBeDefined();
    expect(state.ok).toBe(false);
  }
});
