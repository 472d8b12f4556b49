import { isRecord } from "../../base/value.ts";
import { holdsLongText, shapeOf, toolOutput } from "../../harness/claude-code/tool-output.ts";
import type { HostEvent, ToolCall, ToolOutput } from "../../harness/types.ts";
import type { ToolKind } from "../../normalize/types.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/**
 * A tool has run: shrink what the model will read. This file holds only what
 * can be decided without state; everything that costs is loaded after it.
 */

/** Below this no rule rewrites anything; a text this short never loads the rest (4 units a token, 200 tokens). */
const ALWAYS_PASSES_UNITS = 800;

/** The effects of one tool call; none for what can be told to pass without state. */
export function postTool(event: HostEvent, context: HookContext): Effects | Promise<Effects> {
  const call = event.tool;
  if (!call) return NO_EFFECTS;
  const kind = kindOf(call.name);
  if (!kind || isExplicitWindow(kind, call)) return NO_EFFECTS;
  const output = toolOutput(call);
  if (!output) {
    return holdsLongText(call.response) && !isImage(call) ? noteShape(event, call, context) : NO_EFFECTS;
  }
  if (kind !== "Read" && output.savedFile === undefined && unitsOf(output) < ALWAYS_PASSES_UNITS) {
    return NO_EFFECTS;
  }
  return import("../../ops/shrink-output.ts").then(({ shrinkOutput }) =>
    shrinkOutput({ event, call, kind, output, context })
  );
}

function kindOf(tool: string): ToolKind | null {
  if (tool === "Bash" || tool === "Read" || tool === "Grep" || tool === "Glob" || tool === "WebFetch") {
    return tool;
  }
  return tool.startsWith("mcp__") ? "mcp" : null;
}

/** A read of a stated range is a projection already. */
function isExplicitWindow(kind: ToolKind, call: ToolCall): boolean {
  return kind === "Read" && (Boolean(call.input.offset) || Boolean(call.input.limit));
}

function unitsOf(output: ToolOutput): number {
  return output.parts.reduce((units, part) => units + part.length, 0);
}

/** Known shapes without a text that could be shrunk. */
function isImage(call: ToolCall): boolean {
  const response = call.response;
  if (Array.isArray(response)) return response.some((block) => isRecord(block) && block.type === "image");
  if (!isRecord(response)) return false;
  return response.isImage === true || response.structuredContent !== undefined ||
    (call.name === "Read" && response.type !== "text") ||
    (typeof response.stdout === "string" && response.stdout.startsWith("data:image/"));
}

/** A shape that we do not know: its keys are counted, never its content. */
async function noteShape(event: HostEvent, call: ToolCall, context: HookContext): Promise<Effects> {
  if (context.settings().CK_LOG_OFF) return NO_EFFECTS;
  const { openSession } = await import("../../ops/session.ts");
  const session = openSession(context.rt, event, context.settings());
  session?.write([{
    t: "shape",
    tool: call.name.slice(0, 80),
    keys: shapeOf(call.response).join(",").slice(0, 800),
  }]);
  return NO_EFFECTS;
}
