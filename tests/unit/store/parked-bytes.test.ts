/** Bytes that no text stands for are parked as they are, beside a text of the same bytes. */
import { expect, test } from "bun:test";
import { encodeText } from "../../../src/base/encode.ts";
import { park, recallText } from "../../../src/store/parked.ts";
import { projectOf } from "../../../src/store/project.ts";
import { fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";

const CAPS = { maxBytes: 1 << 20 };

test("a text with half a character and the bytes that stand for it are two things", async () => {
  const text = `${"line\n".repeat(50)}\ud800`;
  const bytes = encodeText(text);
  for (const order of [[text, bytes], [bytes, text]] as const) {
    const state = mustOpen(fakeRuntime().rt);
    const project = projectOf(state, "/home/u/project");
    const keys = order.map((each) => {
      const parked = park(state, project, each, { tool: "Bash" }, CAPS);
      return parked.ok ? parked.value.key : "";
    });
    expect(new Set(keys).size).toBe(2);
    for (const [n, each] of order.entries()) {
      const back = await recallText(state, project, keys[n] ?? "");
      if (!back.ok) throw new Error(back.error.message);
      if (typeof each === "string") expect([back.value.text, back.value.bytes]).toEqual([each, undefined]);
      else expect(back.value.bytes).toEqual(each);
    }
  }
});

test("bytes are parked once, and their lines are counted as a person reads them", async () => {
  const state = mustOpen(fakeRuntime().rt);
  const project = projectOf(state, "/home/u/project");
  const bytes = Uint8Array.from([0xff, 0x61, 0x0a, 0x62]);
  const first = park(state, project, bytes, { tool: "Bash" }, CAPS);
  const second = park(state, project, bytes, { tool: "Bash" }, CAPS);
  if (!first.ok || !second.ok) throw new Error("not parked");
  expect([first.value.isNew, second.value.isNew]).toEqual([true, false]);
  expect(second.value.key).toBe(first.value.key);
  const back = await recallText(state, project, first.value.key);
  expect(back.ok && back.value.text).toBe("\ufffda\nb");
});
