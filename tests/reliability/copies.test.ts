/**
 * A marker that points to an earlier copy is true. Random sessions: reads and
 * commands of the main conversation and of sub-agents, compactions, results
 * that another hook replaced, degraded phases. A model of the conversation
 * holds what was really delivered; every marker is checked against it.
 */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { applyDiff } from "../../src/normalize/line-diff.ts";
import { send } from "../support/fake-host.ts";
import { type Fake, fakeRuntime } from "../support/fake-runtime.ts";
import { largeFile, logText, smallFile } from "../support/hook-texts.ts";
import { modelReads } from "../support/model-reads.ts";
import { type Random, testRandom } from "../support/random.ts";
import type { Payload } from "../support/recorded.ts";
import { runs } from "../support/texts.ts";

const SESSIONS = runs(100, 5_000);
const EVENTS = 60;
const MINE = { session: "0b6c1f0e-5a3d-4c55-9e0e-000000000001", cwd: "/home/u/project" };

const DIFF_HEADER = "[context-kernel: file CHANGED since your last read; diff against that copy:]\n";

let quiet: ReturnType<typeof spyOn>;
beforeAll(() => {
  quiet = spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => quiet.mockRestore());

/** Full texts that the model has, by agent and thing; gone after a compaction. */
class Conversation {
  /** The last read of a file, if that was whole. */
  readonly #last = new Map<string, string>();
  /** Every whole output of a command. */
  readonly #all = new Map<string, Set<string>>();

  last(key: string): string | undefined {
    return this.#last.get(key);
  }

  has(key: string, text: string): boolean {
    return this.#all.get(key)?.has(text) ?? false;
  }

  /** What the model reads of this thing now; null when it is not the whole text. */
  reads(key: string, whole: string | null): void {
    this.#last.delete(key);
    if (whole === null) return;
    this.#last.set(key, whole);
    this.#all.set(key, (this.#all.get(key) ?? new Set()).add(whole));
  }

  /** The last result was another one: it is not among what the model has. */
  loses(key: string, text: string, had: boolean): void {
    this.#last.delete(key);
    if (!had) this.#all.get(key)?.delete(text);
  }

  forget(): void {
    this.#last.clear();
    this.#all.clear();
  }
}

interface Thing {
  readonly tool: "Read" | "Bash";
  readonly name: string;
  readonly agent: string;
  readonly text: string;
}

const keyOf = ({ tool, name, agent }: Thing) => `${tool} ${name} ${agent}`;

function textOf(random: Random): string {
  return random.pick([
    () => smallFile(random.int(3)),
    () => largeFile(1 + random.int(3)),
    () => logText(24 + random.int(2)),
    () => logText(260 + random.int(2)),
    () => "short\n".repeat(random.int(9)),
    () => `${"wait\n".repeat(200)}done ${random.int(2)}`,
    () => `${logText(200)}\nDone in ${random.int(3)}.4s`,
  ])();
}

function resultOf({ tool, name, text }: Thing): Payload {
  if (tool === "Bash") return { stdout: text, stderr: "", interrupted: false };
  const lines = text.split("\n").length;
  return {
    type: "text",
    file: { filePath: name, content: text, numLines: lines, startLine: 1, totalLines: lines },
  };
}

/** Problems of one answer; updates the conversation. */
function judge(conversation: Conversation, thing: Thing, updated: unknown): string[] {
  const key = keyOf(thing);
  const known = conversation.last(key);
  if (updated === undefined) {
    conversation.reads(key, thing.text);
    return [];
  }
  const shown = thing.tool === "Read"
    ? String(((updated as Payload).file as Payload).content)
    : String((updated as Payload).stdout);
  if (/^\[context-kernel: (?:file UNCHANGED|output IDENTICAL)/.test(shown)) {
    const isTrue = thing.tool === "Read" ? known === thing.text : conversation.has(key, thing.text);
    return isTrue ? [] : [`${key}: a marker without a copy`];
  }
  if (shown.startsWith(DIFF_HEADER)) {
    const diff = shown.slice(DIFF_HEADER.length, shown.lastIndexOf("\n\n"));
    const result = known === undefined ? null : applyDiff(known, diff);
    conversation.reads(key, thing.text);
    return result === thing.text ? [] : [`${key}: a diff that does not fit the model's copy`];
  }
  conversation.reads(key, null);
  return [];
}

async function session(random: Random): Promise<{ problems: string[]; markers: number }> {
  const fake: Fake = fakeRuntime({
    seed: random.int(1e9),
    env: { HOME: "/home/u", CK_CANARY_DEGRADE_N: random.pick(["0", "1", "3"]), CK_CANARY_PROBE_K: "2" },
  });
  const conversation = new Conversation();
  const things = Array.from({ length: 4 }, (_, i) => ({
    tool: random.pick(["Read", "Bash"] as const),
    name: `/p/thing${i}`,
    agent: random.pick(["", "", "a1", "a2"]),
    text: textOf(random),
  }));
  const problems: string[] = [];
  let markers = 0;
  for (let n = 0; n < EVENTS; n += 1) {
    if (random.int(25) === 0) {
      const event = random.pick(["PreCompact", "SessionStart"]);
      await send(fake, MINE, event, { source: random.pick(["compact", "resume", "clear"]), trigger: "auto" });
      conversation.forget();
      continue;
    }
    const at = random.int(things.length);
    if (random.int(3) === 0) things[at] = { ...things[at] as Thing, text: textOf(random) };
    const thing = things[at] as Thing;
    const id = `toolu_${n}`;
    const call = {
      tool_name: thing.tool,
      tool_use_id: id,
      tool_input: thing.tool === "Read" ? { file_path: thing.name } : { command: `run ${thing.name}` },
      ...(thing.agent === "" ? {} : { agent_id: thing.agent, agent_type: "Explore" }),
    };
    const had = conversation.has(keyOf(thing), thing.text);
    const { updatedToolOutput } = await send(fake, MINE, "PostToolUse", {
      ...call,
      tool_response: resultOf(thing),
    });
    problems.push(...judge(conversation, thing, updatedToolOutput));
    if (updatedToolOutput !== undefined) markers += 1;
    const isReplaced = random.int(8) === 0;
    if (isReplaced || random.int(2) === 0) {
      // Another hook wins the call now and then: the model reads something else.
      if (isReplaced) conversation.loses(keyOf(thing), thing.text, had);
      const shown = isReplaced
        ? "short version of another hook"
        : modelReads(thing.tool, updatedToolOutput ?? resultOf(thing));
      await send(fake, MINE, "PostToolBatch", { tool_calls: [{ ...call, tool_response: shown }] });
    }
  }
  return { problems, markers };
}

test(`${SESSIONS} sessions of ${EVENTS} events: every marker is true`, async () => {
  const random = testRandom("copies");
  const problems: string[] = [];
  let markers = 0;
  for (let n = 0; n < SESSIONS; n += 1) {
    const done = await session(random);
    problems.push(...done.problems);
    markers += done.markers;
  }
  expect(problems.slice(0, 3)).toEqual([]);
  expect(markers).toBeGreaterThan(SESSIONS * 5);
  console.log(`copies: ${SESSIONS * EVENTS} events, ${markers} replacements, 0 untrue markers`);
}, 600_000);

test("control: the check sees a marker without a copy, and a diff against another one", () => {
  const conversation = new Conversation();
  const thing: Thing = { tool: "Bash", name: "/p/x", agent: "", text: "now" };
  const marker = {
    stdout: "[context-kernel: output IDENTICAL to an earlier run of this command (hash 0a1b2c)]",
  };
  expect(judge(conversation, thing, marker)).toHaveLength(1);
  judge(conversation, thing, undefined);
  expect(judge(conversation, thing, marker)).toEqual([]);
  expect(judge(conversation, { ...thing, text: "later" }, marker)).toHaveLength(1);
  conversation.forget();
  expect(judge(conversation, thing, marker)).toHaveLength(1);
});
