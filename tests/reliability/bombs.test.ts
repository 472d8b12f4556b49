/** T19: streams that grow without measure, and headers that lie, are cut off at the cap. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { inflateSync } from "fflate/browser";
import { PARK_MAX_BYTES } from "../../src/base/limits.ts";
import { openBlob, openSmallBlob, seal } from "../../src/store/blob.ts";
import { inflateBounded } from "../../src/store/inflate.ts";
import { createRuntime } from "../../src/runtime.ts";

// Machines differ; a test that hangs is ended all the same.
setDefaultTimeout(180_000);

const rt = createRuntime();
const MIB = 1 << 20;
const how = { createdMs: 1, facts: {} };

/** A blob whose header declares `claimed` raw bytes in front of another body; its checksum is right. */
function lying(claimed: number, body: Uint8Array): Uint8Array {
  const file = seal({ ...rt, deflate: () => body }, new Uint8Array(0), how);
  const view = new DataView(file.buffer);
  view.setUint32(8, claimed, true);
  const bodyAt = file.length - body.length;
  const covered = new Uint8Array(56 + bodyAt - 60);
  covered.set(file.subarray(0, 56), 0);
  covered.set(file.subarray(60, bodyAt), 56);
  view.setUint32(56, rt.hash.checksum(covered), true);
  return file;
}

/** The last block of a stream never comes: the final bit of a stored block is cleared. */
function endless(bytes: number): Uint8Array {
  const block = new Uint8Array(5 + 65_535);
  block.set([0, 0xff, 0xff, 0, 0], 0);
  const stream = new Uint8Array(Math.ceil(bytes / block.length) * block.length);
  for (let at = 0; at < stream.length; at += block.length) stream.set(block, at);
  return stream;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a, 0);
  both.set(b, a.length);
  return both;
}

interface Cost {
  readonly value: unknown;
  readonly cpuMs: number;
  readonly grownMib: number;
}

async function cost(run: () => unknown): Promise<Cost> {
  Bun.gc(true);
  const rss = process.memoryUsage.rss();
  const cpu = process.cpuUsage();
  const value = await run();
  const spent = process.cpuUsage(cpu);
  return {
    value,
    cpuMs: (spent.user + spent.system) / 1_000,
    grownMib: (process.memoryUsage.rss() - rss) / MIB,
  };
}

test("no bomb gets past the cap, in bytes or in time", async () => {
  // The densest stream there is; our own writer trades some density for time.
  const zeros = Bun.deflateSync(new Uint8Array(64 * MIB));
  expect((64 * MIB) / zeros.length).toBeGreaterThan(1_000);
  const many = new Uint8Array(zeros.length * 200);
  for (let i = 0; i < 200; i += 1) many.set(zeros, i * zeros.length);
  const honest = Bun.deflateSync(new Uint8Array(16 * MIB));
  const control = (): unknown => inflateSync(honest, { out: new Uint8Array(16 * MIB) });
  inflateBounded(honest, 16 * MIB);
  control();
  const bombs: readonly (readonly [string, Uint8Array])[] = [
    ["ratio 1,000, honest header", lying(64 * MIB, zeros)],
    ["ratio 1,000, header says 1 KiB", lying(1_024, zeros)],
    ["ratio 1,000, header says 1 MiB", lying(MIB, zeros)],
    ["ratio 1,000, header says 16 MiB", lying(16 * MIB, zeros)],
    ["header says 4 GiB", lying(0xffff_ffff, zeros)],
    ["nested", lying(zeros.length, rt.deflate(zeros))],
    ["endless, header says 1 MiB", lying(MIB, endless(17 * MIB))],
    ["endless, header says 16 MiB", lying(16 * MIB, endless(16 * MIB + 9_000))],
    ["harmless at first", lying(16 * MIB, joined(endless(70_000), zeros))],
    ["more behind the end", lying(16 * MIB, many)],
  ];
  const plain = await cost(control);
  for (const [name, file] of bombs) {
    const bomb = await cost(() => openBlob(rt, file, PARK_MAX_BYTES));
    const figures = `${bomb.cpuMs.toFixed(0)} ms CPU (16 MiB of honest text: ${plain.cpuMs.toFixed(0)})`;
    console.log(`T19 ${name}: ${figures}, ${bomb.grownMib.toFixed(0)} MiB`);
    expect(bomb.value === null, name).toBe(true);
    // 100 ms on a quiet machine; elsewhere a few times what the codec needs for the cap.
    expect(bomb.cpuMs, name).toBeLessThan(Math.max(100, plain.cpuMs * 4));
    expect(bomb.grownMib, name).toBeLessThan(16 + 64);
  }
});

test("the codec without a bound never gets more than the size of the body allows", () => {
  // The densest stream there is; our own writer trades some density for time.
  const zeros = Bun.deflateSync(new Uint8Array(64 * MIB));
  let asked = 0;
  const watched = {
    ...rt,
    inflate: (bytes: Uint8Array) => {
      asked = Math.max(asked, bytes.length);
      return rt.inflate(bytes);
    },
  };
  for (const claimed of [10, 32_768, 98_000]) {
    expect(openSmallBlob(watched, lying(claimed, zeros), 98_306)).toBeNull();
  }
  expect(openSmallBlob(watched, lying(1_000, rt.deflate(new Uint8Array(40 * MIB))), 98_306) === null).toBe(
    true,
  );
  expect(asked).toBeLessThanOrEqual(60_000);
});

test("bytes behind the end of a stream, or too few, are damage", () => {
  const raw = new TextEncoder().encode("some text ".repeat(100));
  const body = rt.deflate(raw);
  const longer = new Uint8Array(body.length + 3);
  longer.set(body, 0);
  expect(inflateBounded(body, raw.length)).toEqual(raw);
  expect(inflateBounded(body, raw.length - 1)).toBeNull();
  expect(inflateBounded(body, raw.length + 1)).toBeNull();
  expect(inflateBounded(body.subarray(0, body.length - 2), raw.length)).toBeNull();
  expect(inflateBounded(new Uint8Array(0), 0)).toBeNull();
});
