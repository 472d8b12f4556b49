import type { Runtime } from "../base/runtime.ts";
import type { HostEvent, ToolCall, ToolOutput } from "../harness/types.ts";
import { isRecord } from "../base/value.ts";
import type { ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import type { DeltaInput } from "./delta.ts";
import { shortHash } from "./content-hash.ts";

/** One tool output that may be shrunk, and what a repetition of it is known by. */

export interface ShrinkRequest {
  readonly event: HostEvent;
  readonly call: ToolCall;
  readonly kind: ToolKind;
  readonly output: ToolOutput;
  readonly context: {
    readonly rt: Runtime;
    readonly settings: () => SettingValues;
    readonly leftMs: () => number;
    readonly say: (line: string) => void;
  };
}

export interface ShrinkEffects {
  readonly output?: { readonly value: unknown };
}

/** The host's text passes. */
export const NOTHING: ShrinkEffects = {};
/** Less time than this left: the host's text passes. */
export const MIN_LEFT_MS = 500;

/** What identifies this call for deltas; null for tools that have none. */
export function deltaInput(request: ShrinkRequest, text: string, settings: SettingValues): DeltaInput | null {
  const { call, kind, event, context, output } = request;
  const common = { agentId: event.agentId, text };
  if (kind === "Read") {
    const path = call.input.file_path;
    if (typeof path !== "string") return null;
    const file = isRecord(call.response) && isRecord(call.response.file) ? call.response.file : {};
    const partial = file.truncatedByTokenCap === true ||
      (Number(file.numLines) || 0) < (Number(file.totalLines) || 0);
    return {
      ...common,
      kind: "read",
      isMcp: false,
      name: partial ? `${path}\0part` : path,
      startLine: startLineOf(call),
      mayReplace: settings.CK_DELTA && !partial,
      minTokens: settings.CK_DELTA_MIN,
    };
  }
  if (kind !== "Bash" && kind !== "mcp") return null;
  const named = kind === "Bash"
    ? `${event.cwd}\0${String(call.input.command ?? "")}`
    : `${call.name}\0${stableJson(call.input)}`;
  return {
    ...common,
    kind: "cmd",
    isMcp: kind === "mcp",
    name: shortHash(context.rt, named, 16),
    startLine: 1,
    // A replacement of several blocks by one marker would lose the others' places.
    mayReplace: settings.CK_CMD_DELTA && output.parts.length === 1,
    minTokens: settings.CK_CMD_DELTA_MIN,
  };
}

/** Line of the file at which a Read begins. */
export function startLineOf(call: ToolCall): number {
  const file = isRecord(call.response) && isRecord(call.response.file) ? call.response.file : {};
  return typeof file.startLine === "number" && Number.isSafeInteger(file.startLine) ? file.startLine : 1;
}

/** Keys sorted at every level. */
function stableJson(value: unknown, depth = 0): string {
  if (depth > 100 || typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item) => stableJson(item, depth + 1)).join(",")}]`;
  const record = value as Record<string, unknown>;
  return `{${
    Object.keys(record).sort().map((key) => `${JSON.stringify(key)}:${stableJson(record[key], depth + 1)}`)
      .join(",")
  }}`;
}
