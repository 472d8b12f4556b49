/** A host that does not apply replacements: alarm, degraded session, probes, restoration. */
import { describe, expect, test } from "bun:test";
import { largeFile, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";

let calls = 0;

/** A long output of a command that was never run before. */
function output(world: World, env?: Record<string, string>): Delivered {
  calls += 1;
  return world.bash(`make target${calls}`, logText(120, `w${calls}`), {}, env);
}

const isShrunk = ({ updated }: Delivered) => updated !== undefined;
const alert = (world: World, done: Delivered, shown?: unknown) =>
  String(world.batch([done], shown).specific.additionalContext ?? "");
const refuse = (world: World) => alert(world, output(world), "the original");

/** A session that has just been degraded, by one refusal. */
function degraded(env: Record<string, string> = {}): World {
  const world = hookWorld({ env: { CK_CANARY_DEGRADE_N: "1", ...env } });
  refuse(world);
  return world;
}

describe("a session whose replacements are refused", () => {
  test("warns twice, and with the third passes everything and says so", () => {
    const world = hookWorld();
    expect(refuse(world)).toMatch(/^context-kernel CANARY: /);
    expect(refuse(world)).toMatch(/^context-kernel CANARY: /);
    expect(refuse(world)).toMatch(
      /^context-kernel AUTO-DEGRADE: 3 compressions .*threshold 3.*UNTOUCHED.*Tell the user\.$/,
    );
    expect(output(world).document).toEqual({});
    expect(world.read("/p/a.ts", logText(120)).document).toEqual({});
    expect(world.mcp(logText(120)).document).toEqual({});
  });

  test("is degraded alone, and knows its sub-agents", () => {
    const world = degraded();
    expect(isShrunk(output(world.another("0b6c1f0e-5a3d-4c55-9e0e-000000000002")))).toBe(true);
    expect(world.bash("make sub", logText(120), { agent: "abee359b0bef51c01" }).document).toEqual({});
  });

  test("has another threshold when the setting says so, and none at 0", () => {
    const one = hookWorld({ env: { CK_CANARY_DEGRADE_N: "1" } });
    expect(refuse(one)).toMatch(/^context-kernel AUTO-DEGRADE: 1 /);
    const none = hookWorld({ env: { CK_CANARY_DEGRADE_N: "0" } });
    for (let n = 0; n < 4; n += 1) expect(refuse(none)).toMatch(/^context-kernel CANARY: /);
    expect(isShrunk(output(none))).toBe(true);
  });

  test("forgets its refusals after five verified replacements in a row", () => {
    const world = hookWorld();
    refuse(world);
    refuse(world);
    for (let n = 0; n < 5; n += 1) alert(world, output(world));
    expect(refuse(world)).toMatch(/^context-kernel CANARY: /);
    expect(isShrunk(output(world))).toBe(true);
  });

  test("does not forget them after four, or when it may not heal by itself", () => {
    for (const env of [{}, { CK_CANARY_AUTOHEAL: "0" }]) {
      const world = hookWorld({ env });
      refuse(world);
      refuse(world);
      for (let n = 0; n < (env.CK_CANARY_AUTOHEAL ? 6 : 4); n += 1) alert(world, output(world));
      expect(refuse(world)).toMatch(/^context-kernel AUTO-DEGRADE: /);
    }
  });

  test("is taken note of by a person, and shrinks again", () => {
    const world = degraded();
    expect(world.run(["status", "--reset-alarm"]).code).toBe(0);
    expect(isShrunk(output(world))).toBe(true);
  });
});

describe("a degraded session tries again", () => {
  const QUICK = { CK_CANARY_PROBE_K: "3", CK_CANARY_PROBE_M: "2" };

  test("with every tenth long output", () => {
    const world = degraded();
    const tried = Array.from({ length: 11 }, () => isShrunk(output(world)));
    expect(tried).toEqual(Array.from({ length: 11 }, (_, n) => n === 9));
  });

  test("not counting short outputs", () => {
    const world = degraded(QUICK);
    const tried = Array.from({ length: 6 }, () => {
      world.bash(`echo ${calls}`, logText(40));
      return isShrunk(output(world));
    });
    expect(tried).toEqual([false, false, true, false, false, true]);
  });

  test("and is restored by verified trials in a row, which it says", () => {
    const world = degraded(QUICK);
    const said: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const done = output(world);
      if (isShrunk(done)) said.push(alert(world, done));
    }
    expect(said).toEqual(["", expect.stringMatching(/^context-kernel RESTORED: 2 consecutive .*resumes\.$/)]);
    expect(isShrunk(output(world))).toBe(true);
    expect(isShrunk(output(world))).toBe(true);
  });

  test("silently, and a refused trial sets the row back to nothing", () => {
    const world = degraded(QUICK);
    const verdicts = [true, false, true, true];
    const said: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const done = output(world);
      if (isShrunk(done)) said.push(alert(world, done, verdicts.shift() ? undefined : "the original"));
    }
    expect(said.slice(0, 3)).toEqual(["", "", ""]);
    expect(said[3]).toMatch(/^context-kernel RESTORED: /);
  });

  test("never, when the settings say so", () => {
    for (const env of [{ CK_CANARY_PROBE_K: "0" }, { CK_CANARY_AUTOHEAL: "0", ...QUICK }]) {
      const world = degraded(env);
      expect(Array.from({ length: 3 }, () => isShrunk(output(world)))).toEqual([false, false, false]);
    }
  });
});

describe("a read that passes while the session is degraded", () => {
  test("is the model's last copy: no later diff is against an older one", () => {
    const world = hookWorld({ env: { CK_CANARY_DEGRADE_N: "1", CK_CANARY_PROBE_K: "2" } });
    const first = largeFile();
    expect(isShrunk(world.read("/p/a.ts", first))).toBe(true);
    expect(isShrunk(world.read("/p/a.ts", first))).toBe(false);
    refuse(world);
    const second = first.replace("step3", "stepThree");
    expect(isShrunk(world.read("/p/a.ts", second))).toBe(false);
    const { text } = world.read("/p/a.ts", second.replace("step4", "stepFour"));
    expect(text).toContain("[context-kernel: elided ");
    expect(text).not.toContain("file CHANGED since your last read");
  });
});

describe("a session that is compacted while degraded", () => {
  test("stays degraded", () => {
    const world = degraded();
    world.event("PreCompact", { trigger: "auto" });
    expect(output(world).document).toEqual({});
  });
});
