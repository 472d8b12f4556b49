/** Which copies the model still has: scope of sub-agents, compaction, altered deliveries, page faults. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURE, keysIn, largeFile, logText, smallFile } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";
import type { Payload } from "../support/recorded.ts";

const FILE = "/home/dev/project/src/a.ts";
const SMALL = smallFile(1);
const OUTPUT = logText(24);
const AGENT = { agent: "abee359b0bef51c01" };

const isFull = ({ updated }: Delivered) => updated === undefined;
const isMarker = ({ text }: Delivered) => /UNCHANGED since|IDENTICAL to/.test(text);

/** A read and a command, both known in the session. */
function known(): World {
  const world = hookWorld();
  expect(isFull(world.read(FILE, SMALL))).toBe(true);
  expect(isFull(world.bash("npm test", OUTPUT))).toBe(true);
  return world;
}

const repeat = (
  world: World,
  more = {},
) => [world.read(FILE, SMALL, more), world.bash("npm test", OUTPUT, more)];

describe("a sub-agent", () => {
  test("gets in full what only its parent has seen, and the other way round", () => {
    const world = known();
    expect(repeat(world, AGENT).map(isFull)).toEqual([true, true]);
    const other = hookWorld();
    expect(repeat(other, AGENT).map(isFull)).toEqual([true, true]);
    expect(repeat(other).map(isFull)).toEqual([true, true]);
  });

  test("gets markers for what it has seen itself, and no other sub-agent does", () => {
    const world = known();
    repeat(world, AGENT);
    expect(repeat(world, AGENT).map(isMarker)).toEqual([true, true]);
    expect(repeat(world, { agent: "abee359b0bef51c02" }).map(isFull)).toEqual([true, true]);
    expect(repeat(world).map(isMarker)).toEqual([true, true]);
  });

  test("gets no diff against a text that only its parent has", () => {
    const world = known();
    expect(isFull(world.read(FILE, SMALL.replace("answer = 1", "answer = 2"), AGENT))).toBe(true);
  });

  test("does not page in what was shrunk for its parent", () => {
    const world = hookWorld();
    const large = largeFile();
    expect(world.read(FILE, large).updated).toBeDefined();
    expect(world.read(FILE, large, AGENT).updated).toBeDefined();
    expect(isFull(world.read(FILE, large))).toBe(true);
    expect(isFull(world.read(FILE, large, AGENT))).toBe(true);
  });

  test("can recall what its parent's output was parked as", () => {
    const world = hookWorld();
    const { text } = world.bash("npm run all", logText(400), AGENT);
    expect(world.recall([keysIn(text)[0] ?? "", "--grep", "refused"]).out).toContain(FAILURE);
  });
});

describe("no marker points to a copy from before", () => {
  const EVENTS: readonly (readonly [string, string, Payload])[] = [
    ["a compaction by hand", "PreCompact", { trigger: "manual", custom_instructions: "" }],
    ["an automatic compaction", "PreCompact", { trigger: "auto" }],
    ["a session that starts anew after a compaction", "SessionStart", { source: "compact" }],
    ["a cleared session", "SessionStart", { source: "clear" }],
    ["a resumed session", "SessionStart", { source: "resume" }],
    ["a forked session", "SessionStart", { source: "fork" }],
  ];
  for (const [name, event, more] of EVENTS) {
    test(name, () => {
      const world = known();
      world.read("/p/large.ts", largeFile());
      repeat(world, AGENT);
      expect(world.event(event, more).ran.code).toBe(0);
      expect(repeat(world).map(isFull)).toEqual([true, true]);
      expect(repeat(world, AGENT).map(isFull)).toEqual([true, true]);
      expect(isFull(world.read(FILE, SMALL.replace("answer = 1", "answer = 2")))).toBe(false);
      // A shrunk copy is gone as well: its file is shrunk again, not paged in.
      expect(world.read("/p/large.ts", largeFile()).updated).toBeDefined();
    });
  }

  test("control: other events leave the copies valid", () => {
    const world = known();
    world.event("SessionStart", { source: "startup" });
    world.event("UserPromptSubmit", { prompt: "go on" });
    world.event("Stop", { stop_hook_active: false });
    expect(repeat(world).map(isMarker)).toEqual([true, true]);
  });

  test("and a compaction of another session changes nothing here", () => {
    const world = known();
    world.another("0b6c1f0e-5a3d-4c55-9e0e-000000000002").event("PreCompact", { trigger: "auto" });
    expect(repeat(world).map(isMarker)).toEqual([true, true]);
  });

  test("PreCompact says nothing, whatever is known", () => {
    expect(known().event("PreCompact", { trigger: "auto" }).ran).toMatchObject({ code: 0, out: "", err: "" });
  });

  test("SessionStart says how outputs look, the same bytes in every session, or nothing", () => {
    const world = hookWorld();
    const first = world.event("SessionStart", { source: "startup" });
    const second = world.another("0b6c1f0e-5a3d-4c55-9e0e-000000000002").event("SessionStart", {
      source: "resume",
    });
    expect(first.ran.out).toBe(second.ran.out);
    expect(String(first.specific.additionalContext).startsWith("[context-kernel] ")).toBe(true);
    expect(world.event("SessionStart", { source: "startup" }, { CK_BRIEF: "0" }).document).toEqual({});
  });
});

describe("a delivery that was altered in any way", () => {
  /** Repeated lines: shorter without hiding anything. */
  const REPEATED = `${"waiting for the service to come up\n".repeat(300)}ready`;

  test("is repeated in full, not as a marker, even when nothing was hidden", () => {
    const world = hookWorld();
    const first = world.bash("wait", REPEATED, {}, { CK_PARK: "0" });
    expect(first.text).toContain("[x 300]");
    expect(first.text).not.toMatch(/elided|parked/);
    expect(isFull(world.bash("wait", REPEATED, {}, { CK_PARK: "0" }))).toBe(true);
    expect(isMarker(world.bash("wait", REPEATED, {}, { CK_PARK: "0" }))).toBe(true);
  });

  test("that lost only its colours is altered too", () => {
    const coloured = logText(300).replaceAll("took", "\u001b[38;5;208m\u001b[1mtook\u001b[0m\u001b[39m");
    const world = hookWorld();
    const first = world.bash("npm test", coloured, {}, { CK_PARK: "0" });
    expect(first.text).not.toContain("\u001b");
    expect(isFull(world.bash("npm test", coloured, {}, { CK_PARK: "0" }))).toBe(true);
  });
});

describe("without parking", () => {
  test("nothing is hidden in any tool's output, and no store of originals is made", () => {
    const world = hookWorld({ env: { CK_PARK: "0" } });
    const names = Array.from({ length: 400 }, (_, i) => `src/area${i % 4}/file-${i}.ts`);
    const records = JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i, name: `item ${i}` })));
    const done = [
      world.bash("npm test", logText(400)),
      world.read(FILE, largeFile()),
      world.mcp(records),
      world.mcp([{ type: "text", text: logText(400) }]),
      world.call({
        tool: "Glob",
        input: {},
        response: { filenames: names, durationMs: 1, numFiles: 400, truncated: false },
      }),
    ];
    for (const { updated, text } of done) {
      expect(updated).toBeUndefined();
      expect(text).not.toContain("[context-kernel: ");
    }
    expect([...new Bun.Glob("projects/*/parked/*").scanSync({ cwd: world.state })]).toEqual([]);
  });
});

test("asking again converges: shrunk, full, marker, full, whatever comes between", () => {
  const world = hookWorld();
  const large = largeFile();
  const seen: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { updated, text } = world.read(FILE, large);
    seen.push(updated === undefined ? "full" : /UNCHANGED/.test(text) ? "marker" : "shrunk");
    world.bash(`step ${n}`, OUTPUT);
    world.read(`/p/${n}.ts`, SMALL, AGENT);
  }
  expect(seen).toEqual(["shrunk", "full", "marker", "full"]);
});

test("CK_LOG_OFF in settings.json: what comes back by a recall is counted nowhere", () => {
  for (const [off, counted] of [[true, 0], [false, 1]] as const) {
    const world = hookWorld();
    const { text } = world.bash("npm run all", logText(400));
    writeFileSync(join(world.state, "settings.json"), JSON.stringify({ CK_LOG_OFF: off }));
    expect(world.recall([keysIn(text)[0] ?? "", "--head", "9"]).code).toBe(0);
    const journal = readFileSync(join(world.state, "sessions", `${world.sessionId}.log`), "utf8");
    expect(journal.split(`"kind":"recall"`).length - 1, String(off)).toBe(counted);
  }
});
