/**
 * PostToolUse events as the host writes them, with the files it leaves beside
 * the transcript. Shapes follow tests/fixtures (captured from Claude Code).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../src/base/value.ts";

/** The host hands over at most this much of a Bash output and saves the whole to a file. */
export const BASH_INLINE_UNITS = 30_000;

/** Where one event happens. */
export interface EventPlace {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly project: string;
}

/** A call of any tool with its input and result, and other fields of the event. */
export function toolEvent(
  place: EventPlace,
  toolName: string,
  input: Readonly<Record<string, unknown>>,
  response: unknown,
  others: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    session_id: place.sessionId,
    transcript_path: place.transcriptPath,
    cwd: place.project,
    prompt_id: "2b9a63f0-80d4-4d3d-ad3c-8600bc90c232",
    permission_mode: "default",
    effort: { level: "medium" },
    hook_event_name: "PostToolUse",
    tool_name: toolName,
    tool_use_id: "toolu_000000000000000000000001",
    duration_ms: 104,
    tool_input: input,
    tool_response: response,
    ...others,
  });
}

/** A Bash call that printed `text`; a long one is cut and saved, as the host does. */
export function bashEvent(place: EventPlace, text: string, command = "python -m pytest"): string {
  const response: Record<string, unknown> = {
    stdout: text.slice(0, BASH_INLINE_UNITS),
    stderr: "",
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  };
  if (text.length > BASH_INLINE_UNITS) {
    const saved = join(dirname(place.transcriptPath), place.sessionId, "tool-results", "b9n6ynks4.txt");
    mkdirSync(dirname(saved), { recursive: true });
    writeFileSync(saved, text);
    response.persistedOutputPath = saved;
    response.persistedOutputSize = Buffer.byteLength(text);
  }
  return toolEvent(place, "Bash", { command, description: "Run the tests" }, response);
}

/** A call of an MCP tool that answered with one string. */
export function mcpEvent(place: EventPlace, text: string): string {
  const others = { mcp_server: { name: "ci", source: "dynamic" } };
  return toolEvent(place, "mcp__ci__run_tests", { suite: "all" }, text, others);
}

/** A Read of a whole file. */
export function readEvent(place: EventPlace, content: string, toolUseId = "toolu_01"): string {
  const filePath = join(place.project, "notes.txt");
  const lines = content.split("\n").length;
  return toolEvent(place, "Read", { file_path: filePath }, {
    type: "text",
    file: { filePath, content, numLines: lines, startLine: 1, totalLines: lines },
  }, { tool_use_id: toolUseId });
}

/** The end of a batch of one call that showed `text`. */
export function batchEvent(place: EventPlace, text: string, toolUseId: string): string {
  const call = { tool_name: "Read", tool_input: {}, tool_use_id: toolUseId, tool_response: text };
  return JSON.stringify({
    session_id: place.sessionId,
    transcript_path: place.transcriptPath,
    cwd: place.project,
    hook_event_name: "PostToolBatch",
    tool_calls: [call],
  });
}

/** The text that the host would put in place of the tool's, or null for a reply that changes nothing. */
export function replacementIn(reply: string): string | null {
  const parsed = JSON.parse(reply) as {
    readonly hookSpecificOutput?: { readonly updatedToolOutput?: unknown };
  };
  const updated = parsed.hookSpecificOutput?.updatedToolOutput;
  return updated === undefined ? null : textOf(updated);
}

const TEXT_FIELDS = ["stdout", "file", "content", "result", "filenames", "text"];

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (!isRecord(value)) return "";
  const field = TEXT_FIELDS.find((name) => value[name] !== undefined);
  return field === undefined ? "" : textOf(value[field]);
}
