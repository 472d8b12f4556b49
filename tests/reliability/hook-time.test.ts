/** The answer comes before the host gives up, also for megabytes on a busy machine; what is late hides nothing. */
import { describe, expect, test } from "bun:test";
import { HANDLED_EVENTS, hookRows } from "../../src/harness/claude-code/entries.ts";
import { project } from "../../src/normalize/pipeline.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { logText } from "../support/hook-texts.ts";
import { hookWorld } from "../support/hook-world.ts";
import { operatorContext } from "../support/operator-context.ts";
import { runs } from "../support/texts.ts";

const MIB = 1024 * 1024;
const AT_ONCE = 6;
const SIZE_MIB = runs(5, 14);
const HOST_WAITS_MS = 1_000 * Math.min(...hookRows(HANDLED_EVENTS).map(({ timeout }) => timeout));

test(`${AT_ONCE} outputs of ${SIZE_MIB} MiB at once are answered before the host gives up`, async () => {
  const world = hookWorld();
  const text = logText(Math.ceil((SIZE_MIB * MIB) / 36));
  const events = Array.from({ length: AT_ONCE }, (_, n) =>
    world.payload({
      tool: "Bash",
      input: { command: `make all${n}` },
      response: { stdout: `${text}\nrun ${n}`, stderr: "", interrupted: false },
    }));
  const took = await Promise.all(events.map(async (event) => {
    const stdin = JSON.stringify(event);
    const started = performance.now();
    const { code, out } = await world.start(stdin);
    const ms = performance.now() - started;
    expect(replyProblems(event, code, out)).toEqual([]);
    return ms;
  }));
  console.log(`answered after ${took.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(", ")}`);
  expect(Math.max(...took)).toBeLessThan(HOST_WAITS_MS);
}, 180_000);

describe("a projection that is late at any of its steps leaves the text as it is", () => {
  const TEXTS: Readonly<Record<string, string>> = {
    "a log": logText(400),
    "JSON": JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: `item ${id}`, at: id * 7 }))),
    "matches": Array.from({ length: 400 }, (_, i) => `src/file-${i % 20}.ts:${i}: uses the value`).join("\n"),
  };
  test.each(Object.keys(TEXTS))("%s", (name) => {
    const text = TEXTS[name] ?? "";
    /** Late from the given look at the clock on. */
    const lateAfter = (looks: number) => {
      let asked = 0;
      const isLate = () => (asked += 1) > looks;
      return { projected: project(text, operatorContext({ isLate })), asked: () => asked };
    };
    const whole = lateAfter(Number.POSITIVE_INFINITY);
    expect(whole.projected.text.length).toBeLessThan(text.length);
    for (let looks = 0; looks < whole.asked(); looks += 1) {
      expect(lateAfter(looks).projected.text === text, `after ${looks} of ${whole.asked()} looks`).toBe(true);
    }
    if (name === "a log") expect(whole.asked()).toBeGreaterThan(12);
  });
});
