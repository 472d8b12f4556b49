/** One event, several handlers: each stands alone. */
import { describe, expect, test } from "bun:test";
import type { Files } from "../../../src/base/runtime.ts";
import { HANDLED_EVENTS } from "../../../src/harness/claude-code/entries.ts";
import { HANDLERS } from "../../../src/hook/events.ts";
import { bash, send, show } from "../../support/fake-host.ts";
import { type Fake, fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";
import { logText } from "../../support/hook-texts.ts";
import { readFailures } from "../../../src/store/failures.ts";

const WHERE = { session: "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69", cwd: "/home/u/project" };
const HOUR_MS = 3_600_000;

/** A runtime in which touching some files is a bug that throws, or appending to them fails. */
function breaking(
  isBroken: (path: string) => boolean,
  how: "throws" | "appends fail" = "throws",
): Fake & { readonly broken: { on: boolean } } {
  const broken = { on: false };
  const fake = fakeRuntime({
    wrap: (files) =>
      new Proxy(files, {
        get: (target, name: keyof Files) => {
          const call: unknown = target[name];
          if (typeof call !== "function") return call;
          return (path: string, ...rest: unknown[]) => {
            if (broken.on && typeof path === "string" && isBroken(path)) {
              if (how === "throws") throw new RangeError("a bug");
              if (name === "append") return { ok: false, fault: "no-space" };
            }
            return call.call(target, path, ...rest);
          };
        },
      }),
  });
  return { ...fake, broken };
}

function failures(fake: Fake): string[] {
  const read = readFailures(mustOpen(fake.rt));
  return read.ok ? read.value.map(({ where }) => where) : [];
}

test("the events that are registered are those that have handlers", () => {
  expect(HANDLED_EVENTS).toEqual(Object.keys(HANDLERS));
});

describe("a handler that fails does not stop the next one", () => {
  test("at the end of a session: what cannot be settled does not keep old files", async () => {
    const fake = breaking((path) => path === "/home/u/t.jsonl");
    expect(await bash(fake, WHERE, "toolu_1", logText(400))).not.toBeNull();
    const leftover = "/home/u/.context-kernel/.tmp-0000000000000000";
    fake.files.create(leftover, new Uint8Array(3));
    fake.clock.now += 3 * HOUR_MS;
    fake.broken.on = true;
    await send(fake, WHERE, "SessionEnd", { reason: "other" });
    fake.broken.on = false;
    expect(failures(fake)).toEqual(["hook/session-settle"]);
    expect(fake.files.stat(leftover).ok).toBe(false);
  });

  test("at its start: the brief is given when earlier deliveries cannot be forgotten", async () => {
    const fake = breaking((path) => path.includes("/sessions/"));
    expect(await bash(fake, WHERE, "toolu_1", logText(400))).not.toBeNull();
    fake.broken.on = true;
    const { additionalContext } = await send(fake, WHERE, "SessionStart", { source: "compact" });
    fake.broken.on = false;
    expect(String(additionalContext)).toStartWith("[context-kernel]");
    expect(failures(fake)).toEqual(["hook/session-forget"]);
  });
});

describe("CK_LOG_OFF in settings.json", () => {
  const CASES: readonly (readonly [isOff: boolean, title: string])[] = [
    [true, "on: nothing gets into the journal of failures"],
    [false, "off: it does"],
  ];
  const setTo = (fake: Fake, isOff: boolean): void => {
    mustOpen(fake.rt);
    const text = JSON.stringify({ CK_LOG_OFF: isOff });
    fake.files.create("/home/u/.context-kernel/settings.json", new TextEncoder().encode(text));
  };
  for (const [isOff, title] of CASES) {
    test(`${title}, of a handler`, async () => {
      const fake = breaking((path) => path === "/home/u/t.jsonl");
      setTo(fake, isOff);
      await bash(fake, WHERE, "toolu_1", logText(400));
      fake.broken.on = true;
      await send(fake, WHERE, "SessionEnd", { reason: "other" });
      fake.broken.on = false;
      expect(failures(fake)).toEqual(isOff ? [] : ["hook/session-settle"]);
    });

    test(`${title}, of the canary`, async () => {
      const fake = breaking((path) => path.includes("/sessions/"), "appends fail");
      setTo(fake, isOff);
      const shown = await bash(fake, WHERE, "toolu_1", logText(400));
      fake.broken.on = true;
      await show(fake, WHERE, "toolu_1", String(shown));
      fake.broken.on = false;
      expect(failures(fake)).toEqual(isOff ? [] : ["canary/session"]);
    });
  }
});
