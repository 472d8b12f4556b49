/** T24: modes are exact under any umask; planted links and foreign owners are refused; nothing is written through them. */

import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import { changeDocument } from "../../src/store/document.ts";
import { recordFailure } from "../../src/store/failures.ts";
import { gc } from "../../src/store/gc.ts";
import { appendSession, readSession } from "../../src/store/journal.ts";
import { appendLedger } from "../../src/store/ledger.ts";
import { monthOf, sessionFile } from "../../src/store/layout.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { loadCopy, saveCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import type { Runtime } from "../../src/base/runtime.ts";
import { createRuntime } from "../../src/runtime.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
const CAPS = { maxBytes: 1 << 20 };
const isRoot = process.geteuid?.() === 0;
const isPosix = process.platform !== "win32";
const made: string[] = [];
const umask = isPosix ? process.umask() : 0;

afterEach(() => {
  if (isPosix) process.umask(umask);
  for (const path of made.splice(0)) fs.rmSync(path, { recursive: true, force: true });
});

function fresh(): { home: string; rt: Runtime; victim: string } {
  const home = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/ck-privacy-`);
  const victim = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/ck-victim-`);
  made.push(home, victim);
  fs.writeFileSync(`${victim}/file`, "untouched");
  fs.chmodSync(`${victim}/file`, 0o644);
  return { home, victim, rt: { ...createRuntime(), env: { CK_HOME: `${home}/state` } } };
}

/** Writes to every store once; says which calls succeeded. */
async function everything(state: State): Promise<Record<string, boolean>> {
  const project = projectOf(state, state.root);
  const parked = park(state, project, "parked\n".repeat(20), { tool: "Bash" }, CAPS);
  const again = park(state, project, "parked\n".repeat(20), { tool: "Bash" }, CAPS);
  const copy = saveCopy(state, project, "copy");
  const row = {
    t: "row",
    id: "1",
    ts: 1,
    tool: "Bash",
    op: "delta",
    beforeTokens: 2,
    afterTokens: 1,
    beforePoints: 8,
    afterPoints: 4,
    session: SESSION,
    project: project.id,
  } as const;
  recordFailure(state, "io", "test");
  const path = `${state.root}/settings.json`;
  const document = await changeDocument(state.rt, {
    path,
    shape: () => ({}),
    change: () => ({ a: 1 }),
    waitMs: 10,
  });
  const results = {
    parked: parked.ok,
    again: again.ok,
    copy: copy.ok,
    loaded: loadCopy(state, project, copy.ok ? copy.value : "").ok,
    session: appendSession(state, SESSION, [{ t: "read" }]).ok,
    read: readSession(state, SESSION).ok,
    ledger: appendLedger(state, [row]).ok,
    recalled: (await recallText(state, project, parked.ok ? parked.value.key : "")).ok,
    listed: listParked(state, project).ok,
    document: document.ok,
  };
  gc(state, { parkTtlMs: 86_400_000 });
  return results;
}

function modes(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const mode = fs.lstatSync(`${entry.parentPath}/${entry.name}`).mode & 0o777;
    return mode === (entry.isDirectory() ? 0o700 : 0o600) ? [] : [`${entry.name} ${mode.toString(8)}`];
  });
}

test.skipIf(!isPosix)("folders are 0700 and files 0600 under every umask", async () => {
  for (const mask of [0o000, 0o022, 0o077, 0o177, 0o777]) {
    const { home, rt } = fresh();
    process.umask(mask);
    const state = openState(rt);
    if (!state.ok) throw new Error(`${mask.toString(8)}: ${state.error.message}`);
    const results = await everything(state.value);
    process.umask(umask);
    expect(Object.entries(results).filter(([, isDone]) => !isDone), mask.toString(8)).toEqual([]);
    expect(fs.lstatSync(`${home}/state`).mode & 0o777).toBe(0o700);
    expect(modes(home), mask.toString(8)).toEqual([]);
  }
});

test.skipIf(!isPosix)("folders that others may enter are shut, files that others may read too", async () => {
  const { home, rt } = fresh();
  const first = openState(rt);
  if (first.ok) await everything(first.value);
  for (const entry of fs.readdirSync(home, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(`${entry.parentPath}/${entry.name}`, entry.isDirectory() ? 0o755 : 0o644);
  }
  const second = openState(rt);
  if (!second.ok) throw new Error(second.error.message);
  await everything(second.value);
  const loose = modes(home).filter((each) => each.endsWith(" 755"));
  expect(loose).toEqual([]);
});

test.skipIf(!isPosix)(
  "a root that holds other things and that others can write to is refused, not shut",
  () => {
    const { home, rt } = fresh();
    fs.mkdirSync(`${home}/state`);
    fs.writeFileSync(`${home}/state/theirs`, "");
    fs.chmodSync(`${home}/state`, 0o777);
    const state = openState(rt);
    expect(state.ok ? "" : state.error.code).toBe("state-unsafe");
    expect(fs.lstatSync(`${home}/state`).mode & 0o777).toBe(0o777);
  },
);

/** Every name that the store uses under its root, for one session and one project. */
function names(state: State): string[] {
  const { id } = projectOf(state, state.root);
  const month = monthOf(state.rt.now());
  const project = `${state.root}/projects/${id}`;
  const parked = fs.readdirSync(`${project}/parked`).map((name) => `${project}/parked/${name}`);
  const copies = fs.readdirSync(`${project}/reads`).map((name) => `${project}/reads/${name}`);
  return [
    state.root,
    ...[
      "version",
      "secret",
      "sessions",
      "ledger",
      "projects",
      "failures.log",
      "settings.json",
      "settings.json.lock",
    ]
      .map((name) => `${state.root}/${name}`),
    `${state.root}/ledger/${month}.log`,
    sessionFile(state.rt, state.root, SESSION),
    project,
    ...["parked", "reads", "usage.log", `terms-${month}.log`].map((name) => `${project}/${name}`),
    ...parked,
    ...copies,
  ];
}

test.skipIf(!isPosix)(
  "nothing is written through a link, whatever name it has and wherever it points",
  async () => {
    const { rt } = fresh();
    const state = openState(rt);
    if (!state.ok) throw new Error(state.error.message);
    await everything(state.value);
    let cases = 0;
    const all = names(state.value).map((path) => path.slice(state.value.root.length));
    for (const name of all) {
      for (const target of ["file", "folder", "missing"] as const) {
        const { rt: other, victim, home } = fresh();
        // The same secret, so that every name is the same; a link that is planted first wins every race.
        fs.cpSync(state.value.root, `${home}/state`, { recursive: true, preserveTimestamps: true });
        fs.chmodSync(`${home}/state`, 0o700);
        const path = `${home}/state${name}`;
        fs.rmSync(path, { recursive: true, force: true });
        fs.mkdirSync(`${victim}/folder`);
        fs.symlinkSync(`${victim}/${target}`, path);
        const opened = openState(other);
        if (opened.ok) {
          // The project's name is made of its path; the copied state has the old one.
          await everything({
            ...opened.value,
            rt: {
              ...other,
              files: { ...other.files, realpath: () => ({ ok: true, value: state.value.root }) },
            },
          });
        }
        const where = `${name} -> ${target}`;
        expect(fs.readFileSync(`${victim}/file`, "utf8"), where).toBe("untouched");
        expect(fs.lstatSync(`${victim}/file`).mode & 0o777, where).toBe(0o644);
        expect(fs.readdirSync(victim).sort(), where).toEqual(["file", "folder"]);
        expect(fs.readdirSync(`${victim}/folder`), where).toEqual([]);
        if (["", "/secret", "/version"].includes(name)) {
          expect(opened.ok ? "" : opened.error.code, where)
            .toBe("state-unsafe");
        }
        cases += 1;
      }
    }
    console.log(`T24: ${cases} planted links, 0 writes through them`);
  },
);

test.skipIf(!isPosix)("a pipe in place of a file does not block", async () => {
  const { rt, home } = fresh();
  const state = openState(rt);
  if (!state.ok) throw new Error(state.error.message);
  fs.mkdirSync(`${home}/state/sessions`, { mode: 0o700 });
  for (const path of ["failures.log", `sessions/${SESSION}.log`]) {
    Bun.spawnSync(["mkfifo", `${home}/state/${path}`]);
  }
  const results = await everything(state.value);
  expect(results.session).toBe(false);
  expect(results.read).toBe(false);
  expect(results.parked).toBe(true);
});

test.skipIf(!isRoot)("a state of another owner is refused at every level", async () => {
  const owned = ["", "/secret", "/sessions", "/projects", "/ledger", "/failures.log"];
  for (const name of owned) {
    const { rt, home } = fresh();
    const first = openState(rt);
    if (first.ok) await everything(first.value);
    const path = `${home}/state${name}`;
    fs.chownSync(path, 12_345, 12_345);
    const before = fs.lstatSync(path);
    const state = openState(rt);
    if (["", "/secret"].includes(name)) {
      expect(state.ok ? "" : state.error.code, name).toBe("state-unsafe");
      continue;
    }
    if (!state.ok) throw new Error(state.error.message);
    const results = await everything(state.value);
    if (name === "/sessions") expect(results.session, name).toBe(false);
    if (name === "/projects") expect(results.parked, name).toBe(false);
    if (name === "/ledger") expect(results.ledger, name).toBe(false);
    expect(fs.lstatSync(path).size, name).toBe(before.size);
  }
});

test.skipIf(!isPosix)("control: writing without these precautions does go through a planted link", () => {
  const { victim, home } = fresh();
  fs.symlinkSync(`${victim}/file`, `${home}/link`);
  fs.appendFileSync(`${home}/link`, "!");
  expect(fs.readFileSync(`${victim}/file`, "utf8")).toBe("untouched!");
});
