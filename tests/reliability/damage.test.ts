/** T6: damaged stores give misses, never wrong bytes, never an exception; neighbours still read. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { openBlob, openSmallBlob, seal } from "../../src/store/blob.ts";
import { readFailures, recordFailure } from "../../src/store/failures.ts";
import { appendSession, readSession } from "../../src/store/journal.ts";
import { appendLedger, type LedgerRow } from "../../src/store/ledger.ts";
import { ledgerTotals, readLedger } from "../../src/store/ledger-totals.ts";
import { listParked, park, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { loadCopy, saveCopy } from "../../src/store/reads.ts";
import { openState, type State } from "../../src/store/state.ts";
import { readTerms } from "../../src/store/terms.ts";
import { fakeRuntime, mustOpen } from "../support/fake-runtime.ts";
import { type MemoryFiles } from "../support/memory-files.ts";
import { anyText, type Random, testRandom } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const DAMAGES = 5_000;
const ROOT = "/home/u/.context-kernel";
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
const OTHER_SESSION = "0a1b2c3d-0000-4000-8000-000000000002";
const CAPS = { maxBytes: 1 << 22 };

/** One way of damage; `twin` is another file of the same kind. */
function damage(random: Random, bytes: Uint8Array, twin: Uint8Array): { kind: string; bytes: Uint8Array } {
  const copy = bytes.slice();
  const at = random.int(Math.max(1, copy.length));
  const length = 1 + random.int(Math.max(1, copy.length - at));
  switch (random.int(8)) {
    case 0:
    case 1:
    case 2: {
      for (let i = 0; i <= random.int(3); i += 1) {
        const where = random.int(Math.max(1, copy.length));
        copy[where] = (copy[where] ?? 0) ^ (1 << random.int(8));
      }
      return { kind: "bits", bytes: copy };
    }
    case 3:
      return { kind: "cut", bytes: copy.subarray(0, at) };
    case 4:
      return { kind: "cut in front", bytes: copy.subarray(at) };
    case 5:
      return { kind: "zeros", bytes: copy.fill(0, at, at + length) };
    case 6: {
      const from = random.int(Math.max(1, twin.length));
      copy.set(twin.subarray(from, from + Math.min(length, twin.length - from, copy.length - at)), at);
      return { kind: "splice", bytes: copy };
    }
    default:
      return { kind: "swap", bytes: twin };
  }
}

function content(files: MemoryFiles, path: string): Uint8Array {
  const read = files.read(path, 1 << 26);
  if (!read.ok) throw new Error(`${path}: ${read.fault}`);
  return read.value;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Damages a file again and again and looks at what is read each time. */
async function torture(
  name: string,
  files: MemoryFiles,
  [path, twin]: readonly [string, string],
  look: (kind: string) => void | Promise<void>,
): Promise<void> {
  const random = testRandom(name);
  const good = content(files, path);
  const other = content(files, twin);
  for (let i = 0; i < DAMAGES; i += 1) {
    const hurt = damage(random, good, other);
    if (same(hurt.bytes, good)) continue;
    files.overwrite(path, hurt.bytes);
    await look(hurt.kind);
  }
  files.overwrite(path, good);
  console.log(`${name}: ${DAMAGES} damages, 0 wrong`);
}

test("a damaged parked output is a miss", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  const random = testRandom("T6 texts");
  const texts = ["one line\n".repeat(200), `${anyText(random, 60)}\ud800`, "neighbour\n".repeat(100)];
  const keys = texts.map((text) => {
    const parked = park(state, project, text, { tool: "Bash", command: text.slice(0, 9) }, CAPS);
    return parked.ok ? parked.value.key : "";
  });
  const pathOf = (i: number): string => `${ROOT}/projects/${project.id}/parked/${keys[i]}`;
  for (const victim of [0, 1]) {
    let hits = 0;
    let looks = 0;
    await torture(`T6 parked ${victim}`, files, [pathOf(victim), pathOf(1 - victim)], async () => {
      const recalled = await recallText(state, project, keys[victim] ?? "");
      if (recalled.ok) {
        // The last byte of a DEFLATE stream can hold bits that mean nothing.
        hits += 1;
        expect(recalled.value.text).toBe(texts[victim] ?? "");
      }
      looks += 1;
      const list = looks % 5 === 0 ? listParked(state, project) : null;
      for (const entry of list?.ok === true ? list.value : []) {
        expect(entry.command).toBe((texts[keys.indexOf(entry.key)] ?? "").slice(0, 9));
      }
      if (looks % 25 === 0) {
        const neighbour = await recallText(state, project, keys[2] ?? "");
        expect(neighbour.ok && neighbour.value.text).toBe(texts[2] ?? "");
      }
    });
    expect(hits).toBeLessThan(DAMAGES / 50);
  }
});

test("a damaged blob opens as what it was, or not at all", async () => {
  const { rt } = fakeRuntime();
  const random = testRandom("T6 blobs");
  const [raw, twin] = ["some text\n", "another\n"].map((line) => new TextEncoder().encode(line.repeat(150)));
  if (raw === undefined || twin === undefined) throw new Error("no texts");
  const [good, other] = [raw, twin].map((bytes) => seal(rt, bytes, { createdMs: 1, facts: { a: "b" } }));
  if (good === undefined || other === undefined) throw new Error("no blobs");
  let opened = 0;
  for (let i = 0; i < DAMAGES; i += 1) {
    const hurt = damage(random, good, other);
    // Another whole blob is another blob; who asked for this one knows by its key.
    if (hurt.kind === "swap") continue;
    for (const back of [await openBlob(rt, hurt.bytes, 1 << 20), openSmallBlob(rt, hurt.bytes, 1 << 20)]) {
      if (back === null) continue;
      opened += 1;
      expect(same(back, raw)).toBe(true);
    }
  }
  expect(opened).toBeLessThan(DAMAGES / 20);
});

test("parking a text again mends its damaged file", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  const text = "mend me\n".repeat(100);
  const meta = { tool: "Bash" };
  const first = park(state, project, text, meta, CAPS);
  const key = first.ok ? first.value.key : "";
  const twin = park(state, project, "twin\n".repeat(100), meta, CAPS);
  const folder = `${ROOT}/projects/${project.id}/parked`;
  await torture(
    "T6 mend",
    files,
    [`${folder}/${key}`, `${folder}/${twin.ok ? twin.value.key : ""}`],
    async () => {
      const again = park(state, project, text, meta, { ...CAPS, projectMaxBytes: 1 << 30 });
      expect(again.ok && again.value.key).toBe(key);
      const recalled = await recallText(state, project, key);
      expect(recalled.ok && recalled.value.text).toBe(text);
    },
  );
});

test("a damaged copy of a read is a miss", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  const texts = ["const a = 1;\n".repeat(80), "const b = 2;\n".repeat(80)];
  const hashes = texts.map((text) => {
    const saved = saveCopy(state, project, text);
    return saved.ok ? saved.value : "";
  });
  const paths = files.paths().filter((path) => path.includes("/reads/"));
  const path = paths.find((each) => each.includes(hashes[0]?.slice(0, 24) ?? "?")) ?? "";
  const twin = paths.find((each) => each !== path) ?? "";
  await torture("T6 copies", files, [path, twin], () => {
    const loaded = loadCopy(state, project, hashes[0] ?? "");
    if (loaded.ok) expect(loaded.value).toBe(texts[0] ?? "");
    expect(loadCopy(state, project, hashes[1] ?? "").ok).toBe(true);
  });
});

test("a damaged session reads as some of its own records", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const records = Array.from(
    { length: 40 },
    (_, i) => ({ t: "read", n: i, path: `src/${"x".repeat(i)}\n\u2028.ts` }),
  );
  for (let i = 0; i < records.length; i += 4) appendSession(state, SESSION, records.slice(i, i + 4));
  appendSession(state, OTHER_SESSION, records.map((record) => ({ ...record, t: "other" })));
  const written = new Set(records.map((record) => JSON.stringify(record)));
  const path = `${ROOT}/sessions/${SESSION}.log`;
  await torture("T6 session", files, [path, `${ROOT}/sessions/${OTHER_SESSION}.log`], (kind) => {
    const read = readSession(state, SESSION);
    expect(read.ok).toBe(true);
    const found = read.ok ? read.value : [];
    for (const record of found) expect(written.has(JSON.stringify(record))).toBe(true);
    if (kind === "bits") expect(found.length).toBeGreaterThanOrEqual(records.length - 4);
    if (kind === "swap") expect(found.length).toBe(0);
    // What is written after the damage is read.
    const before = content(files, path);
    appendSession(state, SESSION, [{ t: "read", n: 0, path: "src/\n\u2028.ts" }]);
    const after = readSession(state, SESSION);
    expect(after.ok && after.value.at(-1)?.n).toBe(0);
    files.overwrite(path, before);
  });
});

function row(i: number): LedgerRow {
  const numbers = {
    ts: i,
    beforeTokens: 100 + i,
    afterTokens: 10,
    beforePoints: 400 + 4 * i,
    afterPoints: 40,
  };
  return {
    t: "row",
    id: `id-${i}`,
    tool: "Bash",
    op: "projection",
    ...numbers,
    session: SESSION,
    project: "p",
  };
}

test("a damaged ledger counts less, never something else", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  appendLedger(state, Array.from({ length: 15 }, (_, i) => row(i)));
  const [path = ""] = files.paths().filter((each) => each.includes("/ledger/"));
  const twin = `${ROOT}/twin`;
  files.create(twin, content(files, path).slice(0, 700));
  await torture("T6 ledger", files, [path, twin], () => {
    const read = readLedger(state, (record) => {
      const n = Number(record.id.slice(3));
      expect(record).toEqual(row(n));
    });
    expect(read.ok).toBe(true);
    const totals = ledgerTotals(state);
    expect(totals.ok && totals.value.rows <= 15).toBe(true);
  });
});

test("a damaged fold over the ledger is folded anew", () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  // Small enough to be folded thousands of times, and stored all the same.
  appendLedger(state, Array.from({ length: 1_300 }, (_, i) => row(i)));
  const whole = ledgerTotals(state);
  appendLedger(state, [row(3), row(1_300), { t: "verified", id: "id-5", session: SESSION }]);
  const wanted = ledgerTotals(state);
  expect(wanted.ok && wanted.value.rows).toBe(1_301);
  expect(wanted.ok && wanted.value.verified.rows).toBe(1);
  expect(whole.ok && whole.value.rows).toBe(1_300);
  const random = testRandom("T6 stored fold");
  for (const name of ["totals.cache", "totals-rows.cache"]) {
    const path = `${ROOT}/ledger/${name}`;
    const good = content(files, path);
    for (let i = 0; i < 250; i += 1) {
      files.overwrite(path, damage(random, good, content(files, `${ROOT}/secret`)).bytes);
      expect(ledgerTotals(state)).toEqual(wanted);
      files.overwrite(path, good);
    }
  }
});

test("a damaged journal of terms or failures is read in part", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  for (let i = 0; i < 20; i += 1) park(state, project, "again", { tool: "Bash" }, CAPS);
  for (let i = 0; i < 20; i += 1) recordFailure(state, "io", `test/${i}`);
  const folder = `${ROOT}/projects/${project.id}`;
  const [terms = ""] = files.paths().filter((path) => path.includes("/terms-"));
  await torture("T6 terms", files, [terms, `${ROOT}/failures.log`], () => {
    const read = readTerms(state, folder);
    expect(
      read.ok &&
        [...read.value.terms.values()].every((term) => term.renewedMs.every((at) => at === rt.now())),
    )
      .toBe(true);
  });
  await torture("T6 failures", files, [`${ROOT}/failures.log`, terms], () => {
    const read = readFailures(state);
    expect(read.ok && read.value.every((each) => each.code === "io" && each.where.startsWith("test/"))).toBe(
      true,
    );
  });
});

test("a damaged journal of usage is counted anew and never breaks parking", async () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  const keys = Array.from({ length: 5 }, (_, i) => {
    const parked = park(state, project, `text ${i}\n`.repeat(30), { tool: "Bash" }, CAPS);
    return parked.ok ? parked.value.key : "";
  });
  const usage = `${ROOT}/projects/${project.id}/usage.log`;
  const start = files.snapshot();
  const good = content(files, usage);
  const random = testRandom("T6 usage");
  for (let i = 0; i < DAMAGES; i += 1) {
    files.restore(start);
    files.overwrite(usage, damage(random, good, content(files, `${ROOT}/secret`)).bytes);
    expect(park(state, project, `fresh ${i % 7}`, { tool: "Bash" }, CAPS).ok).toBe(true);
  }
  for (const key of keys) expect((await recallText(state, project, key)).ok).toBe(true);
});

test("a damaged secret makes keys worthless, never wrong", async () => {
  const { rt, files, clock } = fakeRuntime();
  const first = mustOpen(rt);
  const project = projectOf(first, "/home/u/project");
  const parked = park(first, project, "kept\n", { tool: "Bash" }, CAPS);
  const key = parked.ok ? parked.value.key : "";
  // A young one could still be in the making.
  clock.now += 60_000;
  const random = testRandom("T6 secret");
  const start = files.snapshot();
  const good = content(files, `${ROOT}/secret`);
  const reopen = (): State | null => {
    const state = openState(rt);
    return state.ok ? state.value : null;
  };
  for (let i = 0; i < 500; i += 1) {
    files.restore(start);
    const hurt = damage(random, good, random.bytes(40)).bytes;
    if (same(hurt, good)) continue;
    files.overwrite(`${ROOT}/secret`, hurt);
    const state = reopen();
    expect(state).not.toBeNull();
    if (state === null) continue;
    expect((await recallText(state, projectOf(state, "/home/u/project"), key)).ok).toBe(false);
    expect((await recallText(state, project, key)).ok).toBe(false);
    expect(park(state, projectOf(state, "/home/u/project"), "new\n", { tool: "Bash" }, CAPS).ok).toBe(true);
  }
});
