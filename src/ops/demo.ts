import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { painter } from "../base/paint.ts";
import { MARKER_PREFIX } from "../marker/grammar.ts";
import type { CommandContext, Terminal } from "./command.ts";
import { loadCounter } from "./count-tokens.ts";
import TEST_LOG from "./demo/jest-run.txt" with { type: "text" };

/**
 * `ck-bin demo`: the main job on a real test log, through the real hook in a
 * process of its own, with a temporary state folder. Needs no network.
 */

const SESSION = "de300000-0000-4000-8000-000000000001";

export async function run({ terminal }: CommandContext): Promise<number> {
  const count = await loadCounter();
  const paint = painter(terminal.color);
  const folder = mkdtempSync(join(tmpdir(), "ck-demo-"));
  try {
    const say = (text: string): void => terminal.out(`${text}\n`);
    const title = (text: string): void => say(`\n${paint("bold", text)}`);
    const log = TEST_LOG.trimEnd();

    title("1  A real test run: jest, 36 suites, 326 tests, two of them fail");
    const shrunk = hook(folder, bash(folder, "npx jest --verbose", log, "toolu_demo_1"))?.stdout;
    if (typeof shrunk !== "string") return failed(terminal, "the hook did not answer with a projection");
    for (const line of shrunk.split("\n")) {
      say(`  ${line.startsWith(MARKER_PREFIX) ? paint("cyan", line) : line}`);
    }
    const before = count(log).tokens;
    const after = count(shrunk).tokens;
    say(
      `  ${
        paint(
          "green",
          `${before} -> ${after} o200k tokens (-${Math.floor((100 * (before - after)) / before)}%)`,
        )
      }, counted exactly`,
    );

    title("2  What an engineer needs is still there");
    const needed = [
      "● order batch 17 › never sells what is not there",
      "Received:    -3",
      "tests/batch-17.test.js:44:39",
      "● order batch 29 › charges tax in Austria",
      "RangeError: no tax rate for AT",
      "at grossPrice (src/price.js:6:33)",
      "Tests:       2 failed, 324 passed, 326 total",
    ];
    const lost = needed.filter((text) => !shrunk.includes(text));
    for (const text of needed) {
      say(`  ${lost.includes(text) ? paint("red", "lost") : paint("green", "kept")}  ${text}`);
    }

    title("3  The rest is one recall away");
    const key = / recall ([0-9a-f]{10,12}) --grep/.exec(shrunk)?.[1];
    const range = widestRange(shrunk);
    if (key === undefined || range === undefined) return failed(terminal, "the footer has no recall key");
    const from = range;
    say(`  $ ck-bin recall ${key} --lines ${from}-${from + 3}`);
    for (
      const line of ckBin(folder, ["recall", key, "--lines", `${from}-${from + 3}`]).trimEnd().split("\n")
    ) say(`  ${line}`);
    const exact = ckBin(folder, ["recall", key, "--all"]) === log;
    say(
      `  $ ck-bin recall ${key} --all | cmp - original: ${
        exact ? paint("green", "byte for byte the same") : paint("red", "DIFFERENT")
      }`,
    );

    title("4  Reading the same file again");
    const source = Array.from(
      { length: 60 },
      (_, i) => `export const price${i} = (net: number) => net + ${i};`,
    ).join("\n");
    const first = hook(folder, read(folder, source, "toolu_demo_2"));
    const second = hook(folder, read(folder, source, "toolu_demo_3"));
    const marker = (second?.file as { content?: string } | undefined)?.content ?? "";
    say(`  first read:  ${count(source).tokens} tokens, ${first === null ? "in full" : "changed"}`);
    say(`  second read: ${count(marker).tokens} tokens`);
    for (const line of marker.split("\n").filter((text) => text !== "")) say(`  ${paint("cyan", line)}`);

    const fine = lost.length === 0 && exact && first === null && marker.includes("UNCHANGED");
    say(
      fine
        ? `\n${paint("green", "All of it held.")} Install it with: ck-bin install claude-code`
        : `\n${paint("red", "Something did not hold; please report it.")}`,
    );
    return fine ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** First line of the longest hidden stretch. */
function widestRange(text: string): number | undefined {
  const ranges = [...text.matchAll(/elided lines (\d{1,9})-(\d{1,9})/g)].map((match) =>
    [Number(match[1]), Number(match[2])] as const
  );
  ranges.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
  return ranges[0]?.[0];
}

function failed(terminal: Terminal, why: string): number {
  terminal.err(`ck-bin: ${why}\n`);
  return 1;
}

/** Runs the real hook; the updated output, or null when the host's text passes. */
function hook(folder: string, payload: unknown): Record<string, unknown> | null {
  const reply: unknown = JSON.parse(ckBin(folder, ["hook"], JSON.stringify(payload)));
  const specific =
    (reply as { hookSpecificOutput?: { updatedToolOutput?: Record<string, unknown> } }).hookSpecificOutput;
  return specific?.updatedToolOutput ?? null;
}

function ckBin(folder: string, args: readonly string[], stdin = ""): string {
  const self = Bun.isStandaloneExecutable
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, "..", "main.ts")];
  const env = { PATH: process.env.PATH ?? "", HOME: folder, CK_HOME: join(folder, "state") };
  const done = Bun.spawnSync([...self, ...args], {
    cwd: folder,
    env,
    stdin: new TextEncoder().encode(stdin),
    stderr: "ignore",
  });
  return new TextDecoder().decode(done.stdout);
}

function event(tool: string, input: unknown, response: unknown, id: string, cwd: string): unknown {
  return {
    session_id: SESSION,
    transcript_path: join(cwd, `${SESSION}.jsonl`),
    cwd,
    hook_event_name: "PostToolUse",
    tool_name: tool,
    tool_input: input,
    tool_response: response,
    tool_use_id: id,
  };
}

function bash(folder: string, command: string, stdout: string, id: string): unknown {
  return event("Bash", { command }, { stdout, stderr: "", interrupted: false, isImage: false }, id, folder);
}

function read(folder: string, content: string, id: string): unknown {
  const filePath = join(folder, "prices.ts");
  const lines = content.split("\n").length;
  return event(
    "Read",
    { file_path: filePath },
    { type: "text", file: { filePath, content, numLines: lines, startLine: 1, totalLines: lines } },
    id,
    folder,
  );
}
