/** The status line in the interactive client, on a terminal of the test's own. */
import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFakeApi } from "./support/fake-api.ts";
import { clientEnvironment, ensureClaude } from "./support/run-claude.ts";
import { testLog } from "./support/texts.ts";
import { createWorld } from "./support/world.ts";

const WAIT_MS = 30_000;

beforeAll(() => {
  ensureClaude();
}, 320_000);

test("it shows the host's facts at once, and a verified saving after the turn that made it", async () => {
  const world = createWorld();
  writeFileSync(
    world.settings,
    JSON.stringify({ permissions: { allow: ["Bash(cat:*)"] } }),
  );
  world.write("test.log", testLog(400, [120]));
  expect(world.ckBin("install", "claude-code").code).toBe(0);
  writeFileSync(join(world.home, ".claude.json"), JSON.stringify(pastOnboarding(world.cwd)));
  const api = startFakeApi({
    turns: [{ tool_use: [{ name: "Bash", input: { command: "cat test.log", description: "x" } }] }, {
      text: "read it",
    }],
  });
  let screen = "";
  const seen = async (pattern: RegExp): Promise<string> => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await Bun.sleep(100)) {
      const found = pattern.exec(withoutEscapes(screen));
      if (found !== null) return found[0];
    }
    throw new Error(`not on the screen: ${pattern}\n${withoutEscapes(screen).slice(-2_000)}`);
  };
  const client = Bun.spawn([ensureClaude()], {
    cwd: world.cwd,
    env: { ...clientEnvironment(world.home, api.url), TERM: "xterm-256color" },
    terminal: {
      cols: 160,
      rows: 40,
      data: (_terminal, data) => {
        screen += new TextDecoder().decode(data);
      },
    },
  });
  try {
    expect(await seen(/ · project · ck ⚡ -0 · tot -0/)).toContain("project");
    client.terminal?.write("do the task\r");
    // The client paints anew only what changed on the line.
    await seen(/~\d+\.\dk · tot -~\d\d%/);
  } finally {
    client.kill(9);
    await client.exited;
    await api.stop();
  }
  const status = JSON.parse(world.ckBin("status", "--json").out);
  expect(status.session.verified.rows).toBe(1);
  const journal = readFileSync(
    join(world.home, ".context-kernel", "sessions", `${status.session.id}.log`),
    "utf8",
  );
  expect(journal).toContain('{"t":"window","tokens":1000000}');
}, 90_000);

/** What the client keeps of a person who has answered its first questions. */
function pastOnboarding(cwd: string): unknown {
  return {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ["test-key"], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true } },
  };
}

/** The text without moves and colours; a move to the right becomes a space. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\x1b\[\d*C/g, " ").replaceAll(/\x1b\[[0-9;?<>=]*[A-Za-z]/g, "");
}
