/** Other ways of being registered: twice, and from a folder whose name needs quotes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY } from "../../build/compile.ts";
import { ensureClaude, hookErrors, hookRecords, runClaude } from "./support/run-claude.ts";
import type { ToolCall, Turn } from "./support/scenario.ts";
import { smallModule, testLog } from "./support/texts.ts";
import { createWorld, temporaryPlace, type World } from "./support/world.ts";

const OWN_SETTINGS = JSON.stringify({ permissions: { allow: ["Bash(cat:*)", "Read"] } }, null, 2);
const LOG = testLog(200, [120]);
const PROGRAM = "\\[parked \\w+: (.+?) recall [0-9a-f]{10,12} ";
const KEY = "\\[parked \\w+: .+? recall ([0-9a-f]{10,12}) ";

const bash = (command: string): ToolCall => ({ name: "Bash", input: { command, description: "x" } });
const turn = (...tool_use: ToolCall[]): Turn => ({ tool_use });

function worldWith(binary = BINARY): World {
  const world = createWorld(binary);
  writeFileSync(world.settings, OWN_SETTINGS);
  world.write("test.log", LOG);
  world.write("small.ts", smallModule(41));
  expect(world.ckBin("install", "claude-code").code).toBe(0);
  return world;
}

beforeAll(() => {
  ensureClaude();
}, 320_000);

describe("two registrations, by the user and by the project", () => {
  test("give the same bytes as one, and no saving is counted twice", async () => {
    const texts: (readonly string[])[] = [];
    const hookRuns: number[] = [];
    for (const world of [worldWith(), registeredAgain(worldWith())]) {
      const read = turn({ name: "Read", input: { file_path: join(world.cwd, "small.ts") } });
      const report = await runClaude({
        home: world.home,
        cwd: world.cwd,
        scenario: {
          turns: [turn(bash("cat test.log")), read, read, turn(bash("cat test.log")), { text: "done" }],
        },
      });
      texts.push(
        report.results().map(({ text }) => text.replace(/ recall [0-9a-f]{10,12} /, " recall KEY ")),
      );
      hookRuns.push(hookRecords(world.home).filter(({ type }) => type === "hook_success").length);
      expect(hookErrors(world.home)).toEqual([]);
      const status = JSON.parse(world.ckBin("status", "--json", "--session", report.sessionId).out);
      expect([status.session.verified.rows, status.session.pending.rows, status.session.refused.rows])
        .toEqual([2, 0, 0]);
    }
    expect(texts[1]).toEqual(texts[0] ?? []);
    expect(texts[0]?.[2]).toContain("file UNCHANGED since your last read");
    expect(texts[0]?.[3]).toBe(LOG.trimEnd());
    expect(hookRuns[1]).toBe(2 * (hookRuns[0] ?? 0));
  }, 60_000);
});

test(
  "a program in a folder with a space: hooks run, and the hint's own words recall without a question",
  async () => {
    const program = join(temporaryPlace(), "my tools", "ck-bin");
    mkdirSync(dirname(program));
    try {
      linkSync(BINARY, program);
    } catch {
      copyFileSync(BINARY, program);
    }
    const world = worldWith(program);
    const report = await runClaude({
      home: world.home,
      cwd: world.cwd,
      scenario: {
        turns: [
          turn(bash("cat test.log")),
          { fill: { PROGRAM, KEY }, tool_use: [bash("${PROGRAM} recall ${KEY} --grep FAILED -C 0")] },
          { text: "done" },
        ],
      },
    });
    const [shrunk, recalled] = report.results();
    expect(shrunk?.text).toContain(`"${program}" recall `);
    expect(recalled).toMatchObject({ isError: false, text: `121\t${LOG.split("\n")[120]}` });
  },
  60_000,
);

/** The same hooks in the project's settings, by another path: the host runs the same command only once. */
function registeredAgain(world: World): World {
  const link = join(world.cwd, "ck-bin");
  symlinkSync(BINARY, link);
  const { hooks } = JSON.parse(readFileSync(world.settings, "utf8"));
  world.write(".claude/settings.local.json", JSON.stringify({ hooks }).replaceAll(BINARY, link));
  return world;
}
