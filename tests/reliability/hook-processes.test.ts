/** T3: sixteen hooks at once, round after round, in one home: nothing is lost, and the ledger says what was printed. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codePoints } from "../../src/base/text.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { keysIn, largeFile, logText, smallFile } from "../support/hook-texts.ts";
import { hookWorld, readResponse, type World } from "../support/hook-world.ts";
import { modelReads } from "../support/model-reads.ts";
import { type Random, testRandom } from "../support/random.ts";
import type { Payload } from "../support/recorded.ts";
import { runs } from "../support/texts.ts";

const AT_ONCE = 16;
const ROUNDS = runs(10, 50);
const SESSIONS = ["1", "2", "3", "4"].map((n) => `0b6c1f0e-5a3d-4c55-9e0e-00000000000${n}`);

const tokens = (text: string) => Math.max(1, Math.floor(codePoints(text) / 4));
const block = (text: string) => ({ type: "text", text });

interface Printed {
  readonly world: World;
  readonly event: Payload;
  readonly updated: unknown;
}

/** A result of some tool; some calls and files come again and again. */
function toolEvent(world: World, random: Random, n: number): Payload {
  const agent = random.int(5) === 0 ? { agent: `agent${random.int(2)}` } : {};
  const file = `/p/file${random.int(3)}.ts`;
  switch (random.int(6)) {
    case 0:
      return world.payload({
        tool: "Read",
        input: { file_path: file },
        response: readResponse(file, smallFile(random.int(2))),
        ...agent,
      });
    case 1:
      return world.payload({
        tool: "Read",
        input: { file_path: "/p/large.ts" },
        response: readResponse("/p/large.ts", largeFile()),
        ...agent,
      });
    case 2:
      return world.payload({
        tool: "mcp__lab__echo",
        input: { n },
        response: [block(logText(300, `m${n}`)), block("short"), block(logText(200))],
      });
    case 3:
      return world.payload({
        tool: "mcp__lab__list",
        input: { n: random.int(3) },
        response: logText(260 + random.int(2)),
      });
    default: {
      const command = random.int(2) ? `make ${n}` : `make all${random.int(3)}`;
      const stdout = logText(100 + random.int(300), `w${random.int(4)}`);
      return world.payload({
        tool: "Bash",
        input: { command },
        response: { stdout, stderr: "", interrupted: false },
        ...agent,
      });
    }
  }
}

function uniqueEvent(world: World, n: number): Payload {
  const stdout = logText(300, `u${n}`);
  return world.payload({
    tool: "Bash",
    input: { command: `only ${n}` },
    response: { stdout, stderr: "", interrupted: false },
  });
}

function batchOf(world: World, done: readonly Printed[]): Payload {
  return {
    session_id: world.sessionId,
    transcript_path: world.transcript,
    cwd: world.project,
    hook_event_name: "PostToolBatch",
    tool_calls: done.map(({ event, updated }) => ({
      tool_name: event.tool_name,
      tool_use_id: event.tool_use_id,
      tool_response: modelReads(String(event.tool_name), updated),
    })),
  };
}

function otherEvent(world: World, random: Random): Payload {
  const base = { session_id: world.sessionId, transcript_path: world.transcript, cwd: world.project };
  return random.pick<Payload>([
    { ...base, hook_event_name: "SessionStart", source: "compact" },
    { ...base, hook_event_name: "PreCompact", trigger: "auto" },
    { ...base, hook_event_name: "SessionEnd", reason: "other" },
    { ...base, hook_event_name: "UserPromptSubmit", prompt: "go on" },
  ]);
}

/** Estimates of the texts of a result, before and after; only what was replaced. */
function saved({ event, updated }: Printed): { before: number; after: number } {
  const texts = (value: unknown) => {
    const shown = value as Payload & { file?: Payload };
    if (Array.isArray(value)) return value.map((each) => String(each.text));
    return [typeof value === "string" ? value : String(shown.file?.content ?? shown.stdout)];
  };
  const sum = (all: readonly string[]) => all.map(tokens).reduce((a, b) => a + b, 0);
  return { before: sum(texts(event.tool_response)), after: sum(texts(updated)) };
}

test(`${AT_ONCE} hooks at once for ${ROUNDS} rounds`, async () => {
  const random = testRandom("T3");
  const first = hookWorld();
  const worlds = SESSIONS.map((session) => first.another(session));
  const printed = new Map<string, Printed>();
  const shown = new Set<string>();
  let bad = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const events: Payload[] = [];
    for (const world of worlds) {
      const open = [...printed].filter(([id, each]) =>
        each.world === world && !shown.has(id) && random.int(2) === 0
      );
      if (open.length === 0) continue;
      for (const [id] of open) shown.add(id);
      events.push(batchOf(world, open.map(([, each]) => each)));
    }
    const owners = new Map<Payload, World>();
    while (events.length < AT_ONCE) {
      const world = worlds[random.int(worlds.length)] as World;
      // Registered twice, an event comes twice; only one that no other call can answer gives the same bytes for sure.
      const isTwice = events.length + 1 < AT_ONCE && random.int(8) === 0;
      const n = round * 100 + events.length;
      const event = isTwice
        ? uniqueEvent(world, n)
        : random.int(8) === 0
        ? otherEvent(world, random)
        : toolEvent(world, random, n);
      owners.set(event, world);
      events.push(event, ...(isTwice ? [event] : []));
    }
    const ran = await Promise.all(events.map((event) => first.start(JSON.stringify(event))));
    ran.forEach(({ code, out }, n) => {
      const event = events[n] as Payload;
      const problems = replyProblems(event, code, out);
      expect(problems).toEqual([]);
      bad += problems.length;
      const world = owners.get(event);
      const updated = out === "" ? undefined : JSON.parse(out).hookSpecificOutput?.updatedToolOutput;
      if (updated === undefined || world === undefined) return;
      const before = printed.get(String(event.tool_use_id));
      if (before !== undefined) expect(updated).toEqual(before.updated);
      printed.set(String(event.tool_use_id), { world, event, updated });
    });
  }

  const { all } = JSON.parse(first.run(["status", "--json"]).out);
  const sums = [...printed.values()].map(saved);
  expect(all.verified.rows + all.pending.rows).toBe(printed.size);
  expect(all.refused.rows).toBe(0);
  expect(all.verified.rows).toBe(shown.size);
  expect(all.verified.beforeTokens + all.pending.beforeTokens).toBe(
    sums.reduce((sum, each) => sum + each.before, 0),
  );
  expect(all.verified.afterTokens + all.pending.afterTokens).toBe(
    sums.reduce((sum, each) => sum + each.after, 0),
  );
  expect(failureCount(first)).toBe(0);
  expect(damagedLines(first)).toBe(0);
  expect(leftovers(first)).toEqual([]);
  recallEveryTenth([...printed.values()]);
  console.log(
    `T3: ${
      ROUNDS * AT_ONCE
    } hooks, ${bad} bad, ${printed.size} replacements, ledger equal to what was printed`,
  );
}, 600_000);

function recallEveryTenth(printed: readonly Printed[]): void {
  const parked = printed.filter(({ updated }) =>
    typeof updated === "object" && !Array.isArray(updated) && "stdout" in (updated as Payload)
  );
  for (const [n, { world, event, updated }] of parked.entries()) {
    const key = keysIn(String((updated as Payload).stdout))[0];
    if (n % 10 !== 0 || key === undefined) continue;
    expect(world.recall([key, "--all"]).out).toBe(String((event.tool_response as Payload).stdout));
  }
}

function failureCount(world: World): number {
  const { checks } = JSON.parse(world.run(["doctor", "--json"]).out);
  const { says } = checks.find((check: { id: string }) => check.id === "failures");
  return says === "none was swallowed" ? 0 : says;
}

/** Lines of all journals that are no whole record. */
function damagedLines(world: World): number {
  const journals = [...new Bun.Glob("**/*.log").scanSync({ cwd: world.state })];
  const lines = journals.flatMap((name) => readFileSync(join(world.state, name), "utf8").split("\n"));
  return lines.filter((line) => line !== "" && !/^\{"t":.*\}~[0-9a-f]{8}$/.test(line)).length;
}

function leftovers(world: World): string[] {
  return readdirSync(world.state, { recursive: true }).map(String).filter((name) => name.includes(".tmp-"));
}
