import type { DeliveredCall, EventName, HostEvent, ToolCall } from "../types.ts";

/**
 * Claude Code's hook input → HostEvent. Wrongly typed fields count as absent;
 * anything that is no event gives null. Never throws.
 */

const EVENTS: ReadonlySet<string> = new Set<EventName>([
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
]);

/** @param payload parsed JSON of any type */
export function decodeEvent(payload: unknown): HostEvent | null {
  if (!isRecord(payload)) return null;
  const name = payload.hook_event_name;
  if (typeof name !== "string" || !EVENTS.has(name)) return null;
  return {
    name: name as EventName,
    sessionId: text(payload.session_id),
    transcriptPath: text(payload.transcript_path),
    cwd: text(payload.cwd),
    agentId: text(payload.agent_id),
    agentType: text(payload.agent_type),
    source: text(payload.source),
    tool: toolOf(payload),
    batch: batchOf(payload.tool_calls),
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function toolOf(payload: Record<string, unknown>): ToolCall | null {
  const name = text(payload.tool_name);
  if (name === "") return null;
  return {
    name,
    id: text(payload.tool_use_id),
    input: isRecord(payload.tool_input) ? payload.tool_input : {},
    response: payload.tool_response === undefined ? payload.tool_output : payload.tool_response,
  };
}

function batchOf(calls: unknown): DeliveredCall[] {
  if (!Array.isArray(calls)) return [];
  const out: DeliveredCall[] = [];
  for (const call of calls) {
    if (!isRecord(call)) continue;
    const id = text(call.tool_use_id);
    if (id !== "") out.push({ name: text(call.tool_name), id, response: call.tool_response });
  }
  return out;
}
