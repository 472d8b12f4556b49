import { expect, test } from "bun:test";
import { READ_COPIES_MAX_BYTES } from "../../../src/base/limits.ts";
import { gc } from "../../../src/store/gc.ts";
import { appendSession, projectRecord } from "../../../src/store/journal.ts";
import { listParked, park, recallText } from "../../../src/store/parked.ts";
import { type Project, projectOf } from "../../../src/store/project.ts";
import { listCopies, loadCopy, saveCopy } from "../../../src/store/reads.ts";
import type { State } from "../../../src/store/state.ts";
import { type Fake, fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";

const ROOT = "/home/u/.context-kernel";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPTIONS = { parkTtlMs: DAY_MS };

function world(): { fake: Fake; state: State; project: Project } {
  const fake = fakeRuntime({ folders: ["/home/u/other"] });
  const state = mustOpen(fake.rt);
  return { fake, state, project: projectOf(state, "/home/u/project") };
}

function sessions(fake: Fake): string[] {
  return fake.files.paths().filter((path) => /\/sessions\/session-/.test(path))
    .map((path) => path.slice(path.lastIndexOf("/") + 1, -4));
}

test("the eight newest sessions of a project stay, and those that are at work", () => {
  const { fake, state, project } = world();
  const other = projectOf(state, "/home/u/other");
  for (let i = 10; i < 22; i += 1) {
    appendSession(state, `session-${i}`, [projectRecord(project)]);
    if (i < 13) appendSession(state, `session-other-${i}`, [projectRecord(other)]);
    fake.clock.now += HOUR_MS / 2;
  }
  fake.clock.now += 2 * HOUR_MS;
  appendSession(state, "session-10", [{ t: "still at work" }]);
  const counts = gc(state, OPTIONS);
  expect(counts.ok && counts.value.sessions).toBe(4);
  expect(sessions(fake)).toEqual([
    "session-10",
    ...Array.from({ length: 7 }, (_, i) => `session-${15 + i}`),
    ...[10, 11, 12].map((i) => `session-other-${i}`),
  ]);
});

test("a session that writes while it leaves keeps everything", () => {
  const { fake, state, project } = world();
  for (let i = 10; i < 20; i += 1) {
    appendSession(state, `session-${i}`, [projectRecord(project), { t: "old", i }]);
    fake.clock.now += HOUR_MS;
  }
  fake.clock.now += DAY_MS;
  const { files } = fake.rt;
  const racing = {
    ...files,
    rename: (from: string, to: string) => {
      if (from.includes("session-10")) appendSession(state, "session-10", [{ t: "just before" }]);
      const moved = files.rename(from, to);
      if (from.includes("session-10")) appendSession(state, "session-10", [{ t: "just after" }]);
      return moved;
    },
  };
  gc({ ...state, rt: { ...state.rt, files: racing } }, OPTIONS);
  const bytes = files.read(`${ROOT}/sessions/session-10.log`, 1 << 20);
  const text = bytes.ok ? new TextDecoder().decode(bytes.value) : "";
  for (const word of ["old", "just before", "just after"]) expect(text).toContain(word);
  expect(fake.files.paths().filter((path) => path.includes(".tmp-"))).toEqual([]);
});

test("leftovers go after an hour, in every folder, and young ones stay", () => {
  const { fake, state, project } = world();
  park(state, project, "x", { tool: "Bash" }, { maxBytes: 99 });
  saveCopy(state, project, "x");
  const folders = [
    "",
    `/projects/${project.id}`,
    `/projects/${project.id}/parked`,
    `/projects/${project.id}/reads`,
  ];
  for (const folder of folders) fake.files.create(`${ROOT}${folder}/.tmp-old`, new Uint8Array(9));
  fake.clock.now += 2 * HOUR_MS;
  for (const folder of folders) fake.files.create(`${ROOT}${folder}/.tmp-new`, new Uint8Array(9));
  const counts = gc(state, OPTIONS);
  expect(counts.ok && counts.value.leftovers).toBe(folders.length);
  expect(fake.files.paths().filter((path) => path.endsWith(".tmp-new")).length).toBe(folders.length);
});

test("journals of terms go when nothing they speak of is left", () => {
  const { fake, state, project } = world();
  park(state, project, "gone", { tool: "Bash" }, { maxBytes: 99 });
  for (let day = 0; day < 70; day += 1) {
    fake.clock.now += DAY_MS + 1;
    gc(state, OPTIONS);
  }
  expect(listParked(state, project)).toEqual({ ok: true, value: [] });
  expect(fake.files.paths().filter((path) => path.includes("terms-"))).toEqual([]);
});

test("a project without content goes as a whole after a week, and comes back when it is used", async () => {
  const { fake, state, project } = world();
  park(state, project, "gone", { tool: "Bash" }, { maxBytes: 99 });
  saveCopy(state, project, "gone");
  for (let day = 0; day < 40; day += 1) {
    fake.clock.now += DAY_MS + 1;
    gc(state, OPTIONS);
  }
  expect([...fake.files.nodes.keys()].filter((path) => path.includes(project.id))).toEqual([]);
  const parked = park(state, project, "back", { tool: "Bash" }, { maxBytes: 99 });
  const recalled = await recallText(state, project, parked.ok ? parked.value.key : "");
  expect(recalled.ok && recalled.value.text).toBe("back");
});

test("the oldest copies make room, and the total stays under its cap", () => {
  const { fake, state, project } = world();
  const folder = `${ROOT}/projects/${project.id}/reads`;
  const kept = saveCopy(state, project, "the first one");
  // Names carry the sizes, so that small files can stand for large ones.
  for (let i = 10; i < 26; i += 1) {
    fake.clock.now += 1_000;
    fake.files.create(`${folder}/${`${i}`.repeat(12)}.1200000`, new Uint8Array(9));
  }
  const saved = saveCopy(state, project, "the last one");
  const copies = listCopies(state, project);
  const bytes = copies.ok ? copies.value.reduce((sum, copy) => sum + copy.bytes, 0) : -1;
  expect(bytes).toBeLessThanOrEqual(READ_COPIES_MAX_BYTES);
  expect(bytes).toBeGreaterThan(READ_COPIES_MAX_BYTES / 2);
  expect(loadCopy(state, project, saved.ok ? saved.value : "").ok).toBe(true);
  expect(loadCopy(state, project, kept.ok ? kept.value : "").ok).toBe(false);
  const names = copies.ok ? copies.value.map((copy) => copy.name.slice(0, 2)) : [];
  expect(names.includes("25")).toBe(true);
  expect(names.includes("10")).toBe(false);
});

test("collecting an empty state, or one with odd things in it, does no harm", () => {
  const { fake, state } = world();
  expect(gc(state, OPTIONS).ok).toBe(true);
  fake.files.makeFolder(`${ROOT}/projects`);
  fake.files.makeFolder(`${ROOT}/projects/not-an-id`);
  fake.files.create(`${ROOT}/projects/0123456789abcdef`, new Uint8Array(1));
  fake.files.plantLink(`${ROOT}/projects/fedcba9876543210`, "/home/u/project");
  fake.files.makeFolder(`${ROOT}/sessions`);
  fake.files.plantLink(`${ROOT}/sessions/0a1b2c3d4e.log`, "/home/u/project");
  fake.files.create("/home/u/project/.tmp-theirs", new Uint8Array(1));
  const before = fake.files.paths();
  fake.clock.now += 90 * DAY_MS;
  expect(gc(state, OPTIONS).ok).toBe(true);
  expect(fake.files.paths()).toEqual(before);
});
