import { describe, expect, test } from "bun:test";
import { DIFF_MAX_STEPS } from "../../../src/base/limits.ts";
import { applyDiff, unifiedDiff } from "../../../src/normalize/line-diff.ts";
import { send } from "../../support/fake-host.ts";
import { fakeRuntime } from "../../support/fake-runtime.ts";
import { smallFile } from "../../support/hook-texts.ts";
import { testRandom } from "../../support/random.ts";

const NAMES = { oldLabel: "previous read", newLabel: "now" };

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `line ${i} of ${(i * 7_919) % 1_000}`);

describe("a diff", () => {
  test("makes the new text out of the old one, for any two texts", () => {
    const random = testRandom("line diff");
    for (let n = 0; n < 300; n += 1) {
      const make = () => Array.from({ length: random.int(60) }, () => `l${random.int(12)}`).join("\n");
      const [before, after] = [make(), make()];
      const diff = unifiedDiff(before, after, { ...NAMES, maxSteps: DIFF_MAX_STEPS });
      expect(diff).not.toBeNull();
      if (diff !== "" && diff !== null) expect(applyDiff(before, diff)).toBe(after);
      else expect(after).toBe(before);
    }
  });

  test("gives up by the work that it takes and by nothing else", () => {
    const before = lines(300);
    const after = before.map((line, i) => i % 2 === 0 ? line : `${line}!`);
    const diff = (maxSteps: number) =>
      unifiedDiff(before.join("\n"), after.join("\n"), { ...NAMES, maxSteps });
    let [low, high] = [0, DIFF_MAX_STEPS];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (diff(middle) === null) low = middle;
      else high = middle;
    }
    // 300 edits: a triangle of steps, and the lines that are equal.
    expect(high).toBeGreaterThan((300 * 300) / 2);
    expect(high).toBeLessThan(300 * 300);
    expect(diff(high)).toBe(diff(DIFF_MAX_STEPS));
    expect(diff(low)).toBeNull();
  });

  test("of two texts without a common line is bounded in memory too", () => {
    const before = Array.from({ length: 16_000 }, () => "a").join("\n");
    const after = Array.from({ length: 16_000 }, () => "b").join("\n");
    expect(unifiedDiff(before, after, { ...NAMES, maxSteps: DIFF_MAX_STEPS })).toBeNull();
  });
});

test("a machine that takes a second for every look at the clock answers as any other", async () => {
  const where = { session: "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69", cwd: "/home/u/project" };
  const replies: unknown[] = [];
  for (const stepMs of [0, 1_000]) {
    const fake = fakeRuntime();
    const rt = { ...fake.rt, now: () => fake.clock.now += stepMs };
    const read = (id: string, content: string) =>
      send({ ...fake, rt }, where, "PostToolUse", {
        tool_name: "Read",
        tool_use_id: id,
        tool_input: { file_path: "/p/a.ts" },
        tool_response: {
          type: "text",
          file: {
            filePath: "/p/a.ts",
            content,
            numLines: content.split("\n").length,
            startLine: 1,
            totalLines: content.split("\n").length,
          },
        },
      });
    await read("toolu_1", smallFile(1));
    replies.push(await read("toolu_2", smallFile(2)));
  }
  expect(JSON.stringify(replies[0])).toContain("CHANGED");
  expect(replies[1]).toEqual(replies[0]);
});
