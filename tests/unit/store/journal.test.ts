import { expect, test } from "bun:test";
import { FAILURES_MAX_BYTES, JOURNAL_RECORD_MAX_BYTES } from "../../../src/base/limits.ts";
import { readFailures, recordFailure } from "../../../src/store/failures.ts";
import { appendSession, projectRecord, readSession, sessionProject } from "../../../src/store/journal.ts";
import { projectOf } from "../../../src/store/project.ts";
import { eachRecord, frame, unframe } from "../../../src/store/record.ts";
import { fakeRuntime, mustOpen, realHashes } from "../../support/fake-runtime.ts";

const ROOT = "/home/u/.context-kernel";
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

function framed(journal: string, records: readonly { t: string }[]): Uint8Array {
  const bytes = frame(realHashes, journal, records);
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

test("a record is a line of its own between two line ends", () => {
  const text = new TextDecoder().decode(framed("j", [{ t: "a" }, { t: "b" }]));
  expect(text).toMatch(/^\n\{"t":"a"\}~[0-9a-f]{8}\n\n\{"t":"b"\}~[0-9a-f]{8}\n$/);
});

test("unframe() reads back what frame() wrote, whatever is in the strings", () => {
  const records = [{ t: "a", s: "\n\r\u2028\u2029\0~\ud800" }, { t: "b", n: [1, { c: null }] }];
  expect(unframe(realHashes, "j", framed("j", records))).toEqual(records);
});

test("a torn tail does not swallow the next record", () => {
  const [a, b] = [framed("j", [{ t: "a" }]), framed("j", [{ t: "b" }])];
  for (let cut = 0; cut <= a.length; cut += 1) {
    const found = unframe(realHashes, "j", joined(a, a.subarray(0, cut), b)).map((record) => record.t);
    expect(found.at(0)).toBe("a");
    expect(found.at(-1)).toBe("b");
  }
});

test("records of another journal do not count", () => {
  expect(unframe(realHashes, "other", framed("j", [{ t: "a" }]))).toEqual([]);
});

test("eachRecord() says how far everything is settled", () => {
  const a = framed("j", [{ t: "a" }]);
  const torn = joined(a, a.subarray(0, 7));
  expect(eachRecord(realHashes, "j", torn, () => {})).toBe(a.length + 1);
  expect(eachRecord(realHashes, "j", new Uint8Array(0), () => {})).toBe(0);
});

test("lines that are no records are skipped", () => {
  const lines = ["", "{}~00000000", "~", "[1]~00000000", '{"t":1}~00000000', "\u0000\u0000", "x".repeat(50)];
  const noise = new TextEncoder().encode(lines.join("\n"));
  expect(unframe(realHashes, "j", joined(noise, framed("j", [{ t: "a" }]), noise)).length).toBe(1);
  // Valid sums around things that are not records.
  for (const odd of ["[1]", "1", "null", '{"t":1}', "{}"]) {
    const bytes = new TextEncoder().encode(odd);
    const seed = realHashes.checksum(new TextEncoder().encode("j"));
    const sum = ((realHashes.checksum(bytes) ^ seed) >>> 0).toString(16).padStart(8, "0");
    expect(unframe(realHashes, "j", new TextEncoder().encode(`\n${odd}~${sum}\n`))).toEqual([]);
  }
});

test("a record above the cap is refused", () => {
  const big = frame(realHashes, "j", [{ t: "a", pad: "x".repeat(JOURNAL_RECORD_MAX_BYTES) }]);
  expect(big.ok ? "" : big.error.code).toBe("too-large");
});

test("a batch of records is one write", () => {
  let writes = 0;
  const fake = fakeRuntime({
    wrap: (files) => ({ ...files, append: (path, bytes) => (writes += 1, files.append(path, bytes)) }),
  });
  const state = mustOpen(fake.rt);
  appendSession(state, SESSION, [{ t: "a" }, { t: "b" }, { t: "c" }]);
  appendSession(state, SESSION, []);
  expect(writes).toBe(1);
  const read = readSession(state, SESSION);
  expect(read.ok && read.value.map((record) => record.t)).toEqual(["a", "b", "c"]);
});

test("a session that never wrote has no records, and sessions do not mix", () => {
  const state = mustOpen(fakeRuntime().rt);
  expect(readSession(state, SESSION)).toEqual({ ok: true, value: [] });
  appendSession(state, SESSION, [{ t: "a" }]);
  expect(readSession(state, `${SESSION.slice(0, -1)}2`)).toEqual({ ok: true, value: [] });
  expect(readSession(state, "../odd id")).toEqual({ ok: true, value: [] });
});

test("a session's journal names its project", () => {
  const state = mustOpen(fakeRuntime().rt);
  const project = projectOf(state, "/home/u/project");
  appendSession(state, SESSION, [projectRecord(project), { t: "a" }, { t: "project", project: "not an id" }]);
  const read = readSession(state, SESSION);
  expect(sessionProject(read.ok ? read.value : [])).toBe(project.id);
  expect(sessionProject([{ t: "a" }])).toBeNull();
});

test("failures hold codes and places, never content, and stay under their cap", () => {
  const { rt, files } = fakeRuntime();
  const state = mustOpen(rt);
  recordFailure(state, "io", "hook/post-tool");
  recordFailure(state, "secret value: hunter2", "a\nb");
  const read = readFailures(state);
  expect(read.ok && read.value.map(({ code, where }) => [code, where])).toEqual([
    ["io", "hook/post-tool"],
    ["other", "other"],
  ]);
  for (let i = 0; i < 20_000; i += 1) recordFailure(state, "io", "hook/post-tool");
  const bytes = files.paths().filter((path) => path.includes("failures")).reduce((sum, path) => {
    const stat = files.stat(path);
    return sum + (stat.ok ? stat.value.bytes : 0);
  }, 0);
  expect(bytes).toBeLessThanOrEqual(FAILURES_MAX_BYTES);
  expect(bytes).toBeGreaterThan(FAILURES_MAX_BYTES / 3);
});

test("CK_LOG_OFF=1 keeps no failures", () => {
  const fake = fakeRuntime({ env: { HOME: "/home/u", CK_LOG_OFF: "1" } });
  const state = mustOpen(fake.rt);
  recordFailure(state, "io", "hook");
  expect(fake.files.paths()).toEqual([`${ROOT}/secret`, `${ROOT}/version`]);
});
