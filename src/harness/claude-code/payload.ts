import { isRecord } from "../../base/value.ts";
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

/** Bytes at either end of a payload that are searched for its event. */
export const EVENT_LOOK_BYTES = 1 << 16;
const LITERAL_EVENT = /"hook_event_name"\s{0,8}:\s{0,8}"(?:PreCompact|PostCompact)"/;

/**
 * Whether the host hands stdout of this event on as it is, JSON included, so
 * that "nothing" has to be nothing at all instead of `{}`. Of a payload that
 * does not parse the name is looked for in its bytes; output that is empty does
 * no harm on any event, so a wrong yes costs nothing.
 * @param payload parsed JSON, or undefined
 * @param bytes the payload, or its beginning and end when it was too long to keep
 */
export function takesLiterally(payload: unknown, bytes: Uint8Array): boolean {
  if (isRecord(payload)) return isLiteral(payload.hook_event_name);
  const ends = bytes.length <= 2 * EVENT_LOOK_BYTES
    ? [bytes]
    : [bytes.subarray(0, EVENT_LOOK_BYTES), bytes.subarray(-EVENT_LOOK_BYTES)];
  const decoder = new TextDecoder("latin1");
  return ends.some((end) => LITERAL_EVENT.test(decoder.decode(end)));
}

/** The two events whose stdout becomes instructions or a record as it stands. */
export function isLiteral(event: unknown): boolean {
  return event === "PreCompact" || event === "PostCompact";
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
