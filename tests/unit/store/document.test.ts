import { expect, test } from "bun:test";
import { changeDocument, readDocument } from "../../../src/store/document.ts";
import { withLock } from "../../../src/store/lock.ts";
import { fakeRuntime } from "../../support/fake-runtime.ts";

const PATH = "/home/u/project/settings.json";
const LOCK = `${PATH}.lock`;

interface Doc {
  readonly n: number;
}

function shape(parsed: unknown): Doc | null {
  if (typeof parsed !== "object" || parsed === null || !("n" in parsed)) return null;
  return typeof parsed.n === "number" ? { n: parsed.n } : null;
}

function owner(pid: number, at: number): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ pid, nonce: "theirs", at }));
}

test("a document is made, changed and read, with no lock left behind", async () => {
  const { rt, files } = fakeRuntime();
  expect(readDocument(rt, PATH, shape)).toEqual({ ok: true, value: null });
  for (let n = 1; n <= 3; n += 1) {
    const changed = await changeDocument(rt, {
      path: PATH,
      shape,
      change: (now) => ({ n: (now?.n ?? 0) + 1 }),
    });
    expect(changed).toEqual({ ok: true, value: { n } });
  }
  expect(readDocument(rt, PATH, shape)).toEqual({ ok: true, value: { n: 3 } });
  expect(files.paths()).toEqual([PATH]);
  const bytes = files.read(PATH, 100);
  expect(bytes.ok && new TextDecoder().decode(bytes.value)).toBe('{\n  "n": 3\n}\n');
});

test("a document that does not parse, or is something else, is never written over", async () => {
  for (const text of ["{", "", '{"n": "x"}', "[]", "\ufffd\u0000", '{"n":1} trailing']) {
    const { rt, files } = fakeRuntime();
    files.create(PATH, new TextEncoder().encode(text));
    const changed = await changeDocument(rt, { path: PATH, shape, change: () => ({ n: 1 }) });
    expect(changed.ok ? "" : changed.error.code, text).toBe("foreign");
    const bytes = files.read(PATH, 100);
    expect(bytes.ok && new TextDecoder().decode(bytes.value)).toBe(text);
    expect(files.paths()).toEqual([PATH]);
  }
});

test("an edit that is saved during a change is not lost", async () => {
  let isEdited = false;
  const fake = fakeRuntime({
    wrap: (files) => ({
      ...files,
      create: (path, bytes, mode) => {
        if (!isEdited && path.includes(".tmp-")) {
          isEdited = true;
          files.overwrite(PATH, new TextEncoder().encode('{"n": 100}'));
        }
        return files.create(path, bytes, mode);
      },
    }),
  });
  fake.files.create(PATH, new TextEncoder().encode('{"n": 1}'));
  const changed = await changeDocument(fake.rt, {
    path: PATH,
    shape,
    change: (now) => ({ n: (now?.n ?? 0) + 1 }),
  });
  expect(changed).toEqual({ ok: true, value: { n: 101 } });
  expect(fake.files.paths()).toEqual([PATH]);
});

test("a document keeps its permissions", async () => {
  const { rt, files } = fakeRuntime();
  files.create(PATH, new TextEncoder().encode('{"n": 1}'), 0o644);
  await changeDocument(rt, { path: PATH, shape, change: () => ({ n: 2 }) });
  const stat = files.stat(PATH);
  expect(stat.ok && stat.value.mode).toBe(0o644);
});

test("a lock that is held is waited for, and no longer than said", async () => {
  const { rt, files, clock } = fakeRuntime();
  files.create(LOCK, owner(99, rt.now()));
  const start = clock.now;
  const changed = await changeDocument(rt, { path: PATH, shape, change: () => ({ n: 1 }), waitMs: 1_000 });
  expect(changed.ok ? "" : changed.error.code).toBe("locked");
  expect(clock.now - start).toBeGreaterThanOrEqual(1_000);
  expect(clock.now - start).toBeLessThan(1_100);
  expect(files.paths()).toEqual([LOCK]);
});

test("a lock whose owner is gone is broken; a living owner's is not", async () => {
  for (
    const [isAlive, ageMs, code] of [
      [false, 3_000, ""],
      [false, -3_000, ""],
      [false, 100, "locked"],
      [true, 3_000, "locked"],
      [true, 60_000, ""],
    ] as const
  ) {
    const { rt, files } = fakeRuntime();
    files.create(LOCK, owner(99, rt.now() - ageMs));
    const changed = await changeDocument(
      { ...rt, isAlive: () => isAlive },
      { path: PATH, shape, change: () => ({ n: 1 }), waitMs: 100 },
    );
    expect(changed.ok ? "" : changed.error.code, `${isAlive} ${ageMs}`).toBe(code);
  }
});

test("a lock without an owner is broken once it is old", async () => {
  const { rt, files, clock } = fakeRuntime();
  files.create(LOCK, new Uint8Array(0));
  const soon = await changeDocument(rt, { path: PATH, shape, change: () => ({ n: 1 }), waitMs: 50 });
  expect(soon.ok ? "" : soon.error.code).toBe("locked");
  clock.now += 10_000;
  expect((await changeDocument(rt, { path: PATH, shape, change: () => ({ n: 1 }) })).ok).toBe(true);
});

test("a holder whose lock was broken writes nothing", async () => {
  const { rt, files } = fakeRuntime();
  const changed = await changeDocument(rt, {
    path: PATH,
    shape,
    change: () => {
      files.overwrite(LOCK, owner(99, rt.now()));
      return { n: 1 };
    },
  });
  expect(changed.ok ? "" : changed.error.code).toBe("locked");
  expect(files.paths()).toEqual([LOCK]);
});

test("a lock is given back when the work throws", async () => {
  const { rt, files } = fakeRuntime();
  await expect(withLock(rt, PATH, () => {
    throw new Error("a bug");
  })).rejects.toThrow("a bug");
  expect(files.paths()).toEqual([]);
});
