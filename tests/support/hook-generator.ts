/**
 * Typed generator of hook payloads (T7): every field has its right type most
 * of the time, a wrong one some of the time, and texts that make the hook work.
 */
import { FAILURE, largeFile, logText, smallFile } from "./hook-texts.ts";
import { anyText, type Random } from "./random.ts";
import type { Payload } from "./recorded.ts";

export const EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolBatch",
  "PostToolUseFailure",
  "SessionStart",
  "SessionEnd",
  "PreCompact",
  "UserPromptSubmit",
  "SubagentStart",
  "Stop",
] as const;

const TOOLS = [
  "Bash",
  "Bash",
  "Read",
  "Read",
  "Grep",
  "Glob",
  "WebFetch",
  "mcp__a__b",
  "mcp__a__c",
  "Edit",
  "",
  "mcp__",
] as const;
const COMMANDS = [
  "npm test",
  "make",
  "sed -n 1,5p f",
  "ck-bin recall 0123456789 --all",
  "cat f # ck:raw",
  "git diff",
  "ls -R",
  "\0",
  "'",
] as const;
const PATHS = [
  "/p/a.ts",
  "/p/b.py",
  "/p/c.log",
  "/p/d",
  "C:\\p\\e.ts",
  "",
  "\ud800",
  `/${"long/".repeat(400)}`,
] as const;
const SESSIONS = [
  "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69",
  "0b6c1f0e-5a3d-4c55-9e0e-000000000002",
  "../../x",
  "",
  "\u{1f600}",
] as const;

/** Any JSON value, small. */
function anyValue(random: Random, depth = 3): unknown {
  switch (random.int(depth > 0 ? 9 : 7)) {
    case 0:
      return null;
    case 1:
      return random.int(2) === 0;
    case 2:
      return random.pick([0, -1, 1e308, 0.5, 9_007_199_254_740_993]);
    case 3:
      return "";
    case 4:
      return anyText(random, 6);
    case 5:
      return random.pick<unknown>([{}, [], ["x"], { text: 1 }]);
    case 6:
      return random.pick(["text", "stdout", "__proto__", "constructor"]);
    case 7:
      return Array.from({ length: random.int(4) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from(
          { length: random.int(4) },
          (
            _,
            i,
          ) => [random.pick(["a", "text", "content", "__proto__", `k${i}`]), anyValue(random, depth - 1)],
        ),
      );
  }
}

/** The value, or now and then one of any type. */
function mostly<T>(random: Random, value: T): unknown {
  return random.int(40) === 0 ? anyValue(random) : value;
}

/** A text of a tool: mostly such that something happens. */
export function outputText(random: Random): string {
  switch (random.int(12)) {
    case 0:
      return anyText(random, 60);
    case 1:
      return "";
    case 2:
      return smallFile(random.int(3));
    case 3:
      return largeFile(1 + random.int(6));
    case 4:
      return `${"same line\n".repeat(random.int(400))}end`;
    case 5:
      return JSON.stringify(
        Array.from(
          { length: random.int(200) },
          (_, i) => ({ id: i, name: `item ${i % 7}`, ok: i % 40 !== 3 }),
        ),
      );
    case 6:
      return Array.from({ length: random.int(300) }, (_, i) => `src/f${i % 9}.ts:${i}: found`).join("\n");
    case 7:
      return `${
        logText(200)
      }\n[context-kernel: 900 -> 80 token, -91%] [parked 24h: ck-bin recall 0123456789 --grep x]\n${FAILURE}`;
    case 8:
      return `${"x".repeat(random.int(9_000))} ${FAILURE} ${"y".repeat(random.int(9_000))}`;
    case 9:
      return logText(200).replaceAll("\n", random.pick(["\r\n", "\r", "\n\n", "\u001b[0m\n"]));
    default:
      return logText(random.int(400), `w${random.int(3)}`);
  }
}

function responseOf(tool: string, random: Random): unknown {
  const text = outputText(random);
  const file = {
    filePath: "/p/a.ts",
    content: text,
    numLines: text.split("\n").length,
    startLine: 1 + random.int(2) * 9,
    totalLines: text.split("\n").length + random.int(2),
  };
  switch (tool) {
    case "Bash":
      return {
        stdout: text,
        stderr: random.int(4) === 0 ? outputText(random) : "",
        interrupted: random.int(9) === 0,
        isImage: random.int(30) === 0,
        ...(random.int(20) === 0
          ? { persistedOutputPath: random.pick(PATHS), persistedOutputSize: text.length }
          : {}),
        ...(random.int(20) === 0 ? { structuredContent: [] } : {}),
      };
    case "Read":
      return { type: random.pick(["text", "text", "text", "image"]), file };
    case "Grep":
      return random.int(2)
        ? { mode: "content", numFiles: 0, filenames: [], content: text, numLines: 3 }
        : { mode: "files_with_matches", filenames: text.split("\n"), numFiles: 9 };
    case "Glob":
      return { filenames: text.split("\n"), durationMs: 3, numFiles: 5, truncated: false };
    case "WebFetch":
      return { bytes: 9, code: 200, codeText: "OK", result: text, durationMs: 4, url: "u" };
    default:
      return random.pick<unknown>([
        text,
        [{ type: "text", text }],
        [{ type: "text", text }, { type: "image", source: { data: "AAAA" } }, {
          type: "text",
          text: outputText(random),
        }],
        { content: [{ type: "text", text }], isError: false },
        { result: text },
        anyValue(random),
      ]);
  }
}

/** A payload of an event. */
export function anyPayload(event: string, random: Random, n: number): Payload {
  const tool = random.pick(TOOLS);
  const payload: Payload = {
    session_id: mostly(random, random.int(20) === 0 ? random.pick(SESSIONS) : SESSIONS[0]),
    transcript_path: mostly(random, random.pick(["/p/t.jsonl", "", "/missing"])),
    cwd: mostly(random, "/home/u/project"),
    hook_event_name: event,
    permission_mode: mostly(random, "default"),
  };
  if (random.int(5) === 0) {
    Object.assign(payload, { agent_id: mostly(random, "a1"), agent_type: mostly(random, "Explore") });
  }
  if (event.includes("Tool") && event !== "PostToolBatch") {
    payload.tool_name = mostly(random, tool);
    payload.tool_use_id = mostly(random, `toolu_${random.int(6) === 0 ? 1 : n}`);
    payload.tool_input = mostly(random, {
      command: mostly(random, random.pick(COMMANDS)),
      file_path: mostly(random, random.pick(PATHS)),
      ...(random.int(20) === 0 ? { offset: anyValue(random), limit: anyValue(random) } : {}),
    });
    if (event === "PostToolUse") {
      payload[random.int(30) === 0 ? "tool_output" : "tool_response"] = mostly(
        random,
        responseOf(tool, random),
      );
    } else payload.error = mostly(random, outputText(random));
  }
  if (event === "PostToolBatch") {
    payload.tool_calls = mostly(
      random,
      Array.from({ length: random.int(4) }, () =>
        mostly(random, {
          tool_name: tool,
          tool_use_id: mostly(random, `toolu_${random.int(n + 1)}`),
          tool_response: mostly(
            random,
            random.int(2) ? outputText(random) : [{ type: "text", text: outputText(random) }],
          ),
        })),
    );
  }
  if (event === "SessionStart") {
    payload.source = mostly(random, random.pick(["startup", "resume", "clear", "compact", "fork"]));
  }
  if (event === "UserPromptSubmit") payload.prompt = mostly(random, outputText(random));
  for (let k = random.int(20) === 0 ? 1 : 0; k > 0; k -= 1) {
    delete payload[random.pick(["session_id", "cwd", "transcript_path", "tool_use_id", "tool_input"])];
  }
  return payload;
}
