import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "../../build/compile.ts";
import { ckBin, type Ran, type RunOptions, temporaryFolder } from "../support/binary.ts";
import { hostileString, isInertLine } from "../support/hostile-strings.ts";
import { testRandom } from "../support/random.ts";
import { STATUS_INPUT } from "../support/status-input.ts";

const SESSION = STATUS_INPUT.session_id;

interface Place {
  readonly home: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Ran;
  readonly line: (input: unknown, env?: RunOptions["env"]) => Ran;
}

function place(): Place {
  const home = temporaryFolder("ck-status-");
  const run: Place["run"] = (args, options) =>
    ckBin(args, { cwd: home, ...options, env: { HOME: home, ...options?.env } });
  return {
    home,
    run,
    line: (input, env = { NO_COLOR: "1" }) =>
      run(["status", "--statusline"], {
        stdin: typeof input === "string" ? input : JSON.stringify(input),
        env,
      }),
  };
}

/** One shrunk Bash output of a session, settled as the host would show it, or as something else. */
function shrink(at: Place, id: string, delivered: "same" | "other" | "never"): void {
  const stdout = Array.from(
    { length: 600 },
    (_, i) => `test_case_${i} of ${id} passed in ${(i * 37) % 90} ms`,
  ).join("\n");
  const common = { session_id: SESSION, transcript_path: join(at.home, "t.jsonl"), cwd: at.home };
  const call = { tool_name: "Bash", tool_use_id: id, tool_input: { command: `npm test ${id}` } };
  const tool_response = { stdout, stderr: "", interrupted: false, isImage: false };
  const stdin = JSON.stringify({ ...common, hook_event_name: "PostToolUse", ...call, tool_response });
  const reply = JSON.parse(at.run(["hook"], { stdin }).out);
  const shown: string = reply.hookSpecificOutput.updatedToolOutput.stdout;
  if (delivered === "never") return;
  const batch = [{ ...call, tool_response: delivered === "same" ? shown.trimEnd() : stdout }];
  at.run(["hook"], {
    stdin: JSON.stringify({ ...common, hook_event_name: "PostToolBatch", tool_calls: batch }),
  });
}

describe("ck-bin status --statusline", () => {
  test("paints as the command line says, above settings and NO_COLOR", () => {
    const at = place();
    const line = (args: string[], env = {}) =>
      at.run(["status", ...args], { stdin: JSON.stringify(STATUS_INPUT), env }).out;
    expect(line(["--statusline"])).toContain("\x1b[");
    expect(line(["--statusline", "--no-color"])).not.toContain("\x1b");
    expect(line(["--no-color", "--statusline"])).toContain("ck ⚡ -0");
    expect(line(["--statusline", "--color"], { NO_COLOR: "1" })).toContain("\x1b[");
  });

  test("with an option that contradicts it or is unknown is wrong usage; -h shows help", () => {
    const at = place();
    for (
      const [other, says] of [
        ["--json", "--json and --statusline exclude each other"],
        ["--session=x", "--session and --statusline exclude each other"],
        ["--frob", "unknown option '--frob'"],
      ] as const
    ) {
      const { code, out, err } = at.run(["status", "--statusline", other], { stdin: "{}" });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(says);
    }
    expect(at.run(["status", "--statusline", "-h"], { stdin: "{}" }).out).toContain("Usage\n");
  });

  test("prints one line with the host's facts", () => {
    const { code, out, err } = place().line(STATUS_INPUT);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: "Opus 5.5 · project · ctx 1% 14.0k/1M · ck ⚡ -0 · tot -0\n",
      err: "",
    });
  });

  test("shows verified savings only when the model's input was seen, pending ones as such", () => {
    const at = place();
    shrink(at, "toolu_1", "never");
    expect(at.line(STATUS_INPUT).out).toMatch(/ck ⚡ -0 \(~[0-9.]+k pending\) · tot -0\n$/);
    shrink(at, "toolu_2", "same");
    expect(at.line(STATUS_INPUT).out).toMatch(/ck ⚡ -~[0-9.]+k \(~[0-9.]+k pending\) · tot -~\d+%\n$/);
  });

  test("a refused replacement is an alarm until it is taken note of", () => {
    const at = place();
    shrink(at, "toolu_1", "other");
    expect(at.line(STATUS_INPUT).out).toContain("⚠ canary");
    expect(at.line(STATUS_INPUT, {}).out).toContain("\x1b[31m⚠ canary\x1b[0m");
    expect(at.run(["status"]).out).toContain("⚠ canary: 1 replacements not applied");
    expect(at.run(["doctor"]).out).toMatch(/\[ko\] +canary/);
    expect(at.run(["status", "--reset-alarm"]).out).toBe(
      "took note of 1 refused replacements in 1 sessions\n",
    );
    expect(at.line(STATUS_INPUT).out).not.toContain("⚠");
    expect(at.run(["status", "--reset-alarm"]).out).toBe("there is no alarm\n");
    expect(JSON.parse(at.run(["status", "--json"]).out).all.refused.rows).toBe(1);
  });

  test("records the window that the host reports, once", () => {
    const at = place();
    at.line(STATUS_INPUT);
    at.line(STATUS_INPUT);
    const journal = () =>
      readFileSync(join(at.home, ".context-kernel", "sessions", `${SESSION}.log`), "utf8");
    expect(journal().match(/"window"/g)?.length).toBe(1);
    at.line({
      ...STATUS_INPUT,
      context_window: { ...STATUS_INPUT.context_window, context_window_size: 200_000 },
    });
    expect(journal()).toContain(`"tokens":200000`);
  });

  test("any input gives exactly one line and exit 0", () => {
    const at = place();
    const big = JSON.stringify({ ...STATUS_INPUT, cwd: "x".repeat(3_000_000) });
    for (
      const input of [
        "",
        "{",
        "null",
        "[]",
        "42",
        '"x"',
        "\0",
        "{}".repeat(9),
        big,
        '{"model": null, "workspace": null}',
      ]
    ) {
      const { code, out, err } = at.line(input);
      expect({ code, err, lines: out.split("\n").length }).toEqual({ code: 0, err: "", lines: 2 });
      expect(out.length).toBeGreaterThan(5);
    }
  });

  test("a closed or a never-ending stdin does not stop it", async () => {
    const at = place();
    const env = { PATH: process.env.PATH ?? "", HOME: at.home, NO_COLOR: "1" };
    const closed = Bun.spawnSync(["sh", "-c", `exec "$0" status --statusline <&-`, BINARY], { env });
    expect({ code: closed.exitCode, out: closed.stdout.toString() }).toEqual({
      code: 0,
      out: "ck ⚡ -0 · tot -0\n",
    });
    const waiting = Bun.spawn([BINARY, "status", "--statusline"], { env, stdin: "pipe", stdout: "pipe" });
    expect(await new Response(waiting.stdout).text()).toBe("ck ⚡ -0 · tot -0\n");
    expect(await waiting.exited).toBe(0);
  });

  test("without a usable state it says so", () => {
    const at = place();
    expect(at.line(STATUS_INPUT, { HOME: undefined, NO_COLOR: "1" }).out).toContain("⚠ no state");
    expect(at.line(STATUS_INPUT, { CK_HOME: "/dev/null/x", NO_COLOR: "1" }).out).toContain("⚠ no state");
  });

  test("colours, brand and long form follow the settings", () => {
    const at = place();
    expect(at.line(STATUS_INPUT, {}).out).toContain("\x1b[33mck ⚡\x1b[0m");
    expect(at.line(STATUS_INPUT, { CK_STATUSLINE_BRAND: "blue" }).out).toContain("\x1b[34mck ⚡\x1b[0m");
    expect(at.line(STATUS_INPUT, { CK_STATUSLINE_COLOR: "0" }).out).not.toContain("\x1b");
    expect(at.line(STATUS_INPUT, { NO_COLOR: "1", CK_STATUSLINE_VERBOSE: "1" }).out).toContain(
      "-0 session · -0 total",
    );
  });

  test("T26: hostile strings in every foreign field leave one inert line, and no trace in the state's names", () => {
    const at = place();
    const random = testRandom("statusline of the executable");
    for (let i = 0; i < 40; i += 1) {
      const text = () => hostileString(random);
      const input = {
        session_id: text(),
        cwd: text(),
        model: { id: text(), display_name: text() },
        workspace: { current_dir: text(), git_worktree: text() },
        context_window: { ...STATUS_INPUT.context_window, used_percentage: text() },
      };
      const { code, out } = at.line(input, i % 2 === 0 ? {} : { NO_COLOR: "1" });
      expect(code).toBe(0);
      expect(out.endsWith("\n")).toBe(true);
      if (!isInertLine(out.slice(0, -1), i % 2 === 0)) throw new Error(JSON.stringify(out));
    }
    for (const name of readdirSync(join(at.home, ".context-kernel", "sessions"))) {
      expect(name).toMatch(/^[~0-9a-z-]+\.log$/);
    }
  });
});

describe("ck-bin status", () => {
  test("keeps verified, pending and refused apart, by tool, for session, project and all", () => {
    const at = place();
    shrink(at, "toolu_1", "same");
    shrink(at, "toolu_2", "never");
    shrink(at, "toolu_3", "other");
    const report = JSON.parse(at.run(["status", "--json"]).out);
    for (const part of [report.session, report.project, report.all]) {
      expect([part.verified.rows, part.pending.rows, part.refused.rows]).toEqual([1, 1, 1]);
      expect(part.byTool.Bash.verified.savedTokens).toBe(
        part.verified.beforeTokens - part.verified.afterTokens,
      );
      expect(part.verified.savedTokens).toBeGreaterThan(1_000);
    }
    expect(report.session.id).toBe(SESSION);
    expect(report.parked.originals).toBe(3);
    expect(report.tokens).toContain("estimates");
    const { out } = at.run(["status"]);
    expect(out).toMatch(
      /session 0b6c1f0e +~[0-9,]+ verified \(-\d+%, 1 outputs\), ~[0-9,]+ pending \(1\), ~[0-9,]+ refused \(1\)/,
    );
    expect(out).toContain("sums of estimates");
    expect(out).toContain("3 originals of this project");
  });

  test("counts page faults of recalls", () => {
    const at = place();
    shrink(at, "toolu_1", "same");
    const key = /"key":"([0-9a-f]{10,12})"/.exec(at.run(["recall", "--list", "--json"]).out)?.[1] ?? "";
    at.run(["recall", key, "--lines", "1-50"], { env: { CLAUDE_CODE_SESSION_ID: SESSION } });
    const { faults } = JSON.parse(at.run(["status", "--json"]).out).session;
    expect(faults).toMatchObject({ count: 1, byKind: { recall: 1 } });
    expect(faults.tokens).toBeGreaterThan(100);
    expect(at.run(["status"]).out).toContain("Page faults  1 (1 recalls)");
  });

  test("finds a session by the beginning of its id, and refuses an unknown one", () => {
    const at = place();
    shrink(at, "toolu_1", "same");
    expect(JSON.parse(at.run(["status", "--session", "0b6c1f0e", "--json"]).out).session.id).toBe(SESSION);
    const { code, err } = at.run(["status", "--session", "ffff"]);
    expect(code).toBe(1);
    expect(err).toContain("no such session");
  });

  test("with nothing shrunk it says so and fails not", () => {
    const { code, out } = place().run(["status"]);
    expect(code).toBe(0);
    expect(out).toContain("nothing was shrunk yet");
  });
});
