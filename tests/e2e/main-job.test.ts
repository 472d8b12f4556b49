/**
 * The main job with the real client: what its model reads when the executable
 * has installed itself, from the first output to the uninstallation.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ClaudeReport,
  ensureClaude,
  hookErrors,
  hookRecords,
  type Result,
  runClaude,
} from "./support/run-claude.ts";
import type { ToolCall, Turn } from "./support/scenario.ts";
import { largeModule, smallModule, testLog } from "./support/texts.ts";
import { createWorld, type World } from "./support/world.ts";

const FOOTER = /\[context-kernel: \d+ -> \d+ token, -\d+%\]/;
/** The model types what the footer's hint says. */
const PROGRAM = "\\[parked \\w+: (.+?) recall [0-9a-f]{10,12} ";
const KEY = "\\[parked \\w+: .+? recall ([0-9a-f]{10,12}) ";
const SERVER = join(import.meta.dir, "support", "tiny-mcp-server.ts");
const MCP = { tiny: { command: process.execPath, args: [SERVER] } };
/** Everything that the scripts do, but not `recall`: that one the installation must have allowed. */
const ALLOW = ["Bash(cat:*)", "Bash(sed:*)", "Read", "Agent", "mcp__tiny__*"];
const OWN_SETTINGS = `{\n\t"permissions": {\n\t\t"allow": ${
  JSON.stringify(ALLOW)
}\n\t},\n\t"theme": "dark"\n}\n`;

const bash = (command: string): ToolCall => ({ name: "Bash", input: { command, description: "x" } });
const turn = (...tool_use: ToolCall[]): Turn => ({ tool_use });

/** The one result of a call whose input, as JSON, contains a text; `nth` counts from 0. */
function resultOf(report: ClaudeReport, part: string, nth = 0, route = "main"): Result {
  const found = report.results(route).filter((result) => JSON.stringify(result.input).includes(part))[nth];
  if (found === undefined) {
    throw new Error(`no result for ${part}: ${JSON.stringify(report.results(route)).slice(0, 2_000)}`);
  }
  return found;
}

beforeAll(() => {
  ensureClaude();
}, 320_000);

describe("one session", () => {
  let world: World;
  let report: ClaudeReport;

  beforeAll(async () => {
    world = createWorld();
    writeFileSync(world.settings, OWN_SETTINGS);
    world.write("test.log", testLog(200, [120]));
    world.write("huge.log", testLog(2_000, [700, 1_500, 1_990]));
    world.write("large.ts", largeModule());
    world.write("small.ts", smallModule(41));
    expect(world.ckBin("install", "claude-code")).toMatchObject({ code: 0, err: "" });
    const read = (name: string): ToolCall => ({ name: "Read", input: { file_path: join(world.cwd, name) } });
    report = await runClaude({
      home: world.home,
      cwd: world.cwd,
      mcpServers: MCP,
      scenario: {
        routes: [{
          name: "sub",
          when: { firstUser: "SUBTASK", hasTools: true },
          turns: [turn(read("small.ts")), { text: "read" }],
        }],
        turns: [
          turn(bash("cat test.log")),
          { fill: { KEY, PROGRAM }, tool_use: [bash("${PROGRAM} recall ${KEY} --lines 50-52")] },
          turn(bash("cat huge.log")),
          turn(read("large.ts")),
          turn({ name: "mcp__tiny__text", input: { lines: 600 } }),
          turn(read("small.ts")),
          turn(read("small.ts")),
          turn({
            name: "Agent",
            input: {
              description: "sub",
              prompt: "SUBTASK: look",
              subagent_type: "Explore",
              run_in_background: false,
            },
          }),
          turn(bash("sed -i 's/answer = 41/answer = 42/' small.ts")),
          turn(read("small.ts")),
          { text: "done" },
        ],
      },
    });
  }, 180_000);

  test("the client ends well and reports no failing hook", () => {
    expect(report.exitCode).toBe(0);
    expect(hookErrors(world.home)).toEqual([]);
    expect(hookRecords(world.home).filter(({ type }) => type === "hook_success").length).toBeGreaterThan(10);
  });

  test("the model is told at the start what a shrunk output looks like", () => {
    const first = report.requests.find(({ route }) => route === "main");
    expect(JSON.stringify(first?.body.messages)).toContain(
      "[context-kernel] Long tool outputs arrive shrunk",
    );
  });

  test("a Bash result is shrunk, keeps its failure and ends in the footer", () => {
    const { text } = resultOf(report, "cat test.log");
    expect(text.length).toBeLessThan(testLog(200, [120]).length / 2);
    expect(text).toContain(
      "FAILED tests/test_orders.py::test_total_120 - AssertionError: total is 120, expected 121",
    );
    expect(text).toMatch(/\[context-kernel: elided lines |\[\+\d+ similar lines: /);
    expect(text.trimEnd().split("\n").at(-1)).toMatch(FOOTER);
  });

  test("recall, typed by the model and allowed by the installation, returns the exact lines", () => {
    const { text, isError } = resultOf(report, " recall ");
    expect(isError).toBe(false);
    const lines = testLog(200, [120]).split("\n");
    expect(text.trimEnd().split("\n")).toEqual([50, 51, 52].map((n) => `${n}\t${lines[n - 1]}`));
  });

  test("a result above the host's limit is our projection of the whole text, not the host's preview", () => {
    const { text } = resultOf(report, "cat huge.log");
    expect(testLog(2_000, []).length).toBeGreaterThan(100_000);
    expect(text).not.toContain("persisted-output");
    for (const n of [700, 1_500, 1_990]) {
      expect(text).toContain(`FAILED tests/test_orders.py::test_total_${n} - `);
    }
    expect(text).toContain("test_case_1999 passed");
    expect(text).toMatch(FOOTER);
  });

  test("a Read is shrunk, and every kept line can be placed in the file", () => {
    const { text } = resultOf(report, "large.ts");
    expect(text).toMatch(FOOTER);
    const source = largeModule().split("\n");
    let line = 0;
    let kept = 0;
    for (const shown of text.split("\n").map((row) => row.slice(row.indexOf("\t") + 1))) {
      if (FOOTER.test(shown)) break;
      const gap = /^\[context-kernel: (?:elided lines \d+-(\d+)|continues at line (\d+))/.exec(shown);
      if (gap !== null) line = gap[1] === undefined ? Number(gap[2]) - 1 : Number(gap[1]);
      else if (source[line] === shown) kept += Number((line += 1) > 0);
      else if (shown !== "") throw new Error(`line ${line + 1} of the file is not ${shown}`);
    }
    expect(kept).toBeGreaterThan(50);
    expect(text.match(/export function step\d+/g)?.length).toBe(12);
  });

  test("an MCP result is shrunk and keeps its error", () => {
    const { text } = resultOf(report, `"lines":600`);
    expect(text).toMatch(FOOTER);
    expect(text).toContain("ERROR record 321: checksum does not match");
  });

  test("reads: the first in full, the second unchanged, a changed one as a diff", () => {
    const reads = report.results().filter(({ tool, input }) =>
      tool === "Read" && JSON.stringify(input).includes("small.ts")
    );
    const [first, second, third] = reads;
    expect(reads.length).toBe(3);
    expect(first?.text).toContain("export const answer = 41;");
    expect(first?.text).not.toContain("context-kernel");
    expect(second?.text).toContain("[context-kernel: file UNCHANGED since your last read (hash ");
    expect(second?.text).not.toContain("export const answer");
    expect(third?.text).toContain(
      "[context-kernel: file CHANGED since your last read; diff against that copy:]",
    );
    expect(third?.text).toContain("+export const answer = 42;");
    expect(third?.text).not.toContain("value3 ");
  });

  test("a sub-agent's first read of a file that the parent knows arrives in full", () => {
    const { text } = resultOf(report, "small.ts", 0, "sub");
    expect(text).toContain("export const answer = 41;");
    expect(text).not.toContain("context-kernel");
  });

  test("every saving of the session is verified against what the model received", () => {
    const status = JSON.parse(world.ckBin("status", "--json", "--session", report.sessionId).out);
    expect(status.session.verified.rows).toBe(6);
    expect(status.session.pending.rows).toBe(0);
    expect(status.session.refused.rows).toBe(0);
  });

  test("uninstalling gives the settings back byte for byte", () => {
    expect(world.ckBin("uninstall", "claude-code").code).toBe(0);
    expect(readFileSync(world.settings, "utf8")).toBe(OWN_SETTINGS);
  });
});

describe("a compaction", () => {
  test("makes the next read of a known file arrive in full", async () => {
    const world = createWorld();
    writeFileSync(world.settings, OWN_SETTINGS);
    world.write("small.ts", smallModule(41));
    world.ckBin("install", "claude-code");
    const read = turn({ name: "Read", input: { file_path: join(world.cwd, "small.ts") } });
    const report = await runClaude({
      home: world.home,
      cwd: world.cwd,
      scenario: {
        routes: [{
          name: "compact",
          when: { lastUser: "<summary>" },
          turns: [],
          after: { text: "<summary>SUMMARY</summary>" },
        }],
        turns: [
          read,
          read,
          { ...turn(bash("cat /dev/null")), usage: { input_tokens: 980_000 } },
          read,
          read,
          { text: "done" },
        ],
      },
    });
    expect(report.exitCode).toBe(0);
    expect(hookErrors(world.home)).toEqual([]);
    const summariser = report.requests.filter(({ route }) => route === "compact");
    expect(summariser.length).toBe(1);
    // Anything that the hook printed would stand there as an instruction.
    expect(JSON.stringify(summariser[0]?.body.messages?.at(-1))).not.toContain("Additional Instructions");
    const texts = report.results().filter(({ tool }) => tool === "Read").map(({ text }) => text);
    const unchanged = texts.map((text) => text.includes("file UNCHANGED since your last read"));
    expect(unchanged).toEqual([false, true, false, true]);
    expect(texts[2]).toContain("export const answer = 41;");
    expect(texts[2]).not.toContain("context-kernel");
  }, 60_000);
});
