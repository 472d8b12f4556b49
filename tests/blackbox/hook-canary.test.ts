/** The host shows what the model reads: savings are verified, refused or doubted by that and nothing else. */
import { describe, expect, test } from "bun:test";
import { FOOTER, largeFile, logText, smallFile } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, readResponse, type World } from "../support/hook-world.ts";
import type { Payload } from "../support/recorded.ts";

const SMALL = smallFile(1);
const FILE = "/home/dev/project/src/a.ts";
let calls = 0;

/** Rows of the session that are verified, pending, refused. */
function totals(world: World): [verified: number, pending: number, refused: number] {
  const { session } = JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out);
  return [session.verified.rows, session.pending.rows, session.refused.rows];
}

/** A shrunk output of a command that was never run before. */
function shrunk(world: World): Delivered {
  calls += 1;
  const done = world.bash(`make target${calls}`, logText(400, `w${calls}`));
  expect(done.updated).toBeDefined();
  return done;
}

const alertOf = (world: World, done: Delivered, shown?: unknown) =>
  world.batch([done], shown).specific.additionalContext;

describe("a replacement", () => {
  test("is pending until the host shows it, then verified, once", () => {
    const world = hookWorld();
    const done = shrunk(world);
    expect(totals(world)).toEqual([0, 1, 0]);
    expect(world.batch([done]).document).toEqual({});
    expect(totals(world)).toEqual([1, 0, 0]);
    world.batch([done]);
    expect(totals(world)).toEqual([1, 0, 0]);
  });

  test("of every tool is verified in the form in which the host shows it", () => {
    const world = hookWorld();
    const names = Array.from({ length: 400 }, (_, i) => `src/area${i % 4}/file-${i}.ts`);
    const grep = names.map((_, i) => `src/file-${i % 20}.ts:${i}: uses the value`).join("\n");
    const all = [
      world.bash("lead", `\n  \n  indented\n${logText(400)}\n\n \n`),
      world.read(FILE, `\n${largeFile()}\n\n`),
      world.read("/p/from.ts", largeFile(), { response: readResponse("/p/from.ts", largeFile(), 1) }),
      world.mcp(logText(400), { input: { n: 1 } }),
      world.mcp([{ type: "text", text: `${logText(400)}\n\n` }, { type: "text", text: "two\n\n" }], {
        input: { n: 2 },
      }),
      world.mcp([{ type: "image", source: {} }, { type: "text", text: logText(400) }], { input: { n: 3 } }),
      world.call({
        tool: "Glob",
        input: {},
        response: { filenames: names, durationMs: 1, numFiles: 1, truncated: false },
      }),
      world.call({
        tool: "Grep",
        input: {},
        response: { mode: "content", numFiles: 0, filenames: [], content: grep },
      }),
      world.call({
        tool: "WebFetch",
        input: {},
        response: { bytes: 1, code: 200, result: logText(400, "page"), url: "u" },
      }),
      world.bash("in a sub-agent", logText(400), { agent: "abee359b0bef51c01" }),
    ];
    expect(all.map(({ updated }) => updated !== undefined)).toEqual(all.map(() => true));
    expect(world.batch(all).document).toEqual({});
    expect(totals(world)).toEqual([all.length, 0, 0]);
  });

  test("is verified when the host appends a note of its own, in any tool", () => {
    const world = hookWorld();
    const interrupted = shrunk(world);
    world.batch([interrupted], `${interrupted.text}\n<error>Command was aborted before completion</error>`);
    const read = world.read(FILE, largeFile());
    world.batch([read], `${read.text}\n\n<system-reminder>PARTIAL view</system-reminder>`);
    const names = Array.from({ length: 400 }, (_, i) => `src/area${i % 4}/file-${i}.ts`);
    const glob = world.call({
      tool: "Glob",
      input: {},
      response: { filenames: names, truncated: true, numFiles: 400 },
    });
    world.batch(
      [glob],
      `${glob.text}\n(Results are truncated. Consider using a more specific path or pattern.)`,
    );
    expect(totals(world)).toEqual([3, 0, 0]);
  });

  test("is refused when the host shows another text, and the model is told once", () => {
    const world = hookWorld();
    const done = shrunk(world);
    expect(alertOf(world, done, logText(400))).toMatch(
      /^context-kernel CANARY: .* NOT applied .* Tell the user\.$/,
    );
    expect(totals(world)).toEqual([0, 0, 1]);
    expect(world.batch([done], logText(400)).document).toEqual({});
  });

  test("is refused whatever other text it is", () => {
    const OTHERS: readonly ((done: Delivered) => unknown)[] = [
      () => "",
      () => [],
      () => null,
      () => 7,
      () => ({ text: "x" }),
      ({ text }) => text.slice(0, -1),
      ({ text }) => text.slice(1),
      ({ text }) => `${text}x`,
      ({ text }) => text.replace("took", "toook"),
      ({ text }) => text.split("\n").at(-1),
      ({ text }) => `${logText(400)}\n\n${FOOTER.exec(text)?.[0]}`,
      ({ text }) => `note\n${text}`,
    ];
    const world = hookWorld({ env: { CK_CANARY_DEGRADE_N: "0" } });
    for (const other of OTHERS) {
      const done = shrunk(world);
      world.batch([done], other(done));
    }
    expect(totals(world)).toEqual([0, 0, OTHERS.length]);
  });

  test("is neither when another call's result is shown", () => {
    const world = hookWorld();
    const done = shrunk(world);
    expect(world.batch([{ ...done, id: `${done.id}1` }]).document).toEqual({});
    expect(world.batch([{ ...done, id: done.id.slice(0, -1) }]).document).toEqual({});
    expect(totals(world)).toEqual([0, 1, 0]);
  });

  test("with CK_CANARY=0 stays pending and raises no alarm", () => {
    const world = hookWorld({ env: { CK_CANARY: "0" } });
    const done = shrunk(world);
    expect(world.batch([done], "another text").document).toEqual({});
    expect(totals(world)).toEqual([0, 1, 0]);
  });
});

describe("what is known of a delivery", () => {
  const CASES: readonly (readonly [string, Record<string, string>])[] = [["with the canary", {}], [
    "without the canary",
    { CK_CANARY: "0" },
  ]];
  for (const [name, env] of CASES) {
    test(`is dropped when the model received another text (${name})`, () => {
      const world = hookWorld({ env });
      const first = world.read(FILE, SMALL);
      expect(world.batch([first], "1\tsomebody else's short version").ran.code).toBe(0);
      expect(world.read(FILE, SMALL).updated).toBeUndefined();
      const command = world.bash("npm test", logText(24));
      world.batch([command], "replaced by another hook");
      expect(world.bash("npm test", logText(24)).updated).toBeUndefined();
    });
  }

  test("holds when the host shows it as it was delivered, with its own note or without", () => {
    const world = hookWorld();
    world.batch([world.read(FILE, SMALL)]);
    expect(world.read(FILE, SMALL).text).toContain("UNCHANGED");
    const other = world.read("/p/b.ts", SMALL);
    world.batch([other], `${other.text}\n\n<system-reminder>a note</system-reminder>`);
    expect(world.read("/p/b.ts", SMALL).text).toContain("UNCHANGED");
  });

  test("is dropped when a marker was refused", () => {
    const world = hookWorld();
    world.read(FILE, SMALL);
    const marker = world.read(FILE, SMALL);
    expect(marker.text).toContain("UNCHANGED");
    world.batch([marker], "something else");
    expect(world.read(FILE, SMALL).updated).toBeUndefined();
  });

  test("of a later delivery is not dropped by a late word about an earlier one", () => {
    const world = hookWorld();
    const first = world.read(FILE, SMALL);
    world.event("PreCompact", { trigger: "auto" });
    world.read(FILE, SMALL);
    world.batch([first], "something else");
    expect(world.read(FILE, SMALL).text).toContain("UNCHANGED");
  });
});

test("a batch of nothing, of strangers or of nonsense is answered with {}", () => {
  const world = hookWorld();
  for (
    const tool_calls of [[], undefined, null, "x", [null, 1, "x", {}], [{ tool_use_id: 5 }], [{
      tool_use_id: "toolu_0",
    }]]
  ) {
    const more: Payload = tool_calls === undefined ? {} : { tool_calls };
    expect(world.event("PostToolBatch", more)).toMatchObject({ document: {}, ran: { code: 0 } });
  }
});
