/** T13: any string that is stored comes back equal. The codecs read each other's streams. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { deflateSync as fflateDeflate, inflateSync as fflateInflate } from "fflate/browser";
import { decodeText, encodeText } from "../../src/base/encode.ts";
import { openBlob, openSmallBlob, seal } from "../../src/store/blob.ts";
import { park, recallText } from "../../src/store/parked.ts";
import { projectOf } from "../../src/store/project.ts";
import { loadCopy, saveCopy } from "../../src/store/reads.ts";
import { fakeRuntime, mustOpen } from "../support/fake-runtime.ts";
import { anyText, testRandom } from "../support/random.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const STRINGS = 10_000;
const AWKWARD = [
  "",
  "\0",
  "\ufeff",
  "\ufeff\ufeffx",
  "\ud800",
  "\udc00\ud800",
  "a\ud800b",
  "\u00ff\u00fe",
  "\ufffe",
  "\r\n\r\n",
  "a\r\nb\nc\rd",
  "\u2028\u2029",
  "\ud83d\ude00",
  '{"a":1}~00000000\n',
  "\n".repeat(1000),
  "x".repeat(100_000),
];

test("recall(park(s)) equals s for any string", async () => {
  const random = testRandom("T13");
  const { rt } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  for (let i = 0; i < STRINGS; i += 1) {
    const text = AWKWARD[i] ?? anyText(random);
    const parked = park(state, project, text, { tool: "Bash", command: text }, { maxBytes: 1 << 24 });
    if (!parked.ok) throw new Error(`${i}: ${parked.error.code}`);
    const recalled = await recallText(state, project, parked.value.key);
    if (!recalled.ok || recalled.value.text !== text) {
      throw new Error(`${i}: ${JSON.stringify(text)} came back differently`);
    }
  }
  console.log(`T13: ${STRINGS} strings, 0 different`);
});

test("loadCopy(saveCopy(s)) equals s for any string that is small enough", () => {
  const random = testRandom("T13 copies");
  const { rt } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, "/home/u/project");
  for (let i = 0; i < 1_000; i += 1) {
    const text = anyText(random, 12);
    const saved = saveCopy(state, project, text);
    const loaded = loadCopy(state, project, saved.ok ? saved.value : "");
    if (!loaded.ok || loaded.value !== text) {
      throw new Error(`${i}: ${JSON.stringify(text)} came back differently`);
    }
  }
});

test("different strings never share their bytes", () => {
  // The UTF-16 form of the second string would be valid UTF-8 of the first, were there no mark.
  const wide = "\ud841\u4280";
  const narrow = decodeText(new Uint8Array([0x41, 0xd8, 0x80, 0x42]));
  expect(wide.isWellFormed()).toBe(false);
  expect(narrow).not.toBeNull();
  expect([...encodeText(wide)]).not.toEqual([...encodeText(narrow ?? "")]);
  const random = testRandom("encoding");
  const seen = new Map<string, string>();
  for (let i = 0; i < 20_000; i += 1) {
    const text = anyText(random, 3);
    const bytes = encodeText(text);
    expect(decodeText(bytes)).toBe(text);
    const print = bytes.toHex();
    expect(seen.get(print) ?? text).toBe(text);
    seen.set(print, text);
  }
});

test("decodeText() refuses bytes that encodeText() never makes", () => {
  for (const bytes of [[0xff], [0xff, 0xfe, 0x41], [0xc3], [0xed, 0xa0, 0x80]]) {
    expect(decodeText(new Uint8Array(bytes))).toBeNull();
  }
});

test("each codec reads what the other wrote, and the hash is what proves it", async () => {
  const random = testRandom("codec");
  const { rt } = fakeRuntime();
  const samples = [...AWKWARD, ...Array.from({ length: 300 }, () => anyText(random, 200))];
  for (const text of samples) {
    const raw = encodeText(text);
    expect(fflateInflate(rt.deflate(raw))).toEqual(raw);
    expect(rt.inflate(fflateDeflate(raw))).toEqual(raw);
    const others = { ...rt, deflate: (bytes: Uint8Array) => fflateDeflate(bytes) };
    const how = { createdMs: 1, facts: {} };
    for (const [writer, name] of [[rt, "engine"], [others, "fflate"]] as const) {
      const file = seal(writer, raw, how);
      expect(await openBlob(rt, file, 1 << 24), name).toEqual(raw);
      expect(openSmallBlob(rt, file, 1 << 24), name).toEqual(raw);
    }
  }
});

test("bytes that no codec shrinks come back, too", async () => {
  const random = testRandom("noise");
  const { rt } = fakeRuntime();
  for (const length of [0, 1, 4_095, 4_096, 4_097, 65_535, 65_536, 300_000]) {
    const raw = random.bytes(length);
    const file = seal(rt, raw, { createdMs: 1, facts: {}, isBinary: true });
    expect(await openBlob(rt, file, 1 << 24)).toEqual(raw);
  }
});
