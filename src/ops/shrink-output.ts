import { readSavedOutput } from "../harness/claude-code/saved-output.ts";
import type { HostEvent, ToolCall } from "../harness/types.ts";
import type { ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { codePoints } from "../base/text.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { book } from "./book.ts";
import { delivered, faultRecord, shownWhole } from "./delivery.ts";
import { deltaAnswer, type DeltaInput } from "./delta.ts";
import { isExplicitExtraction } from "./extraction.ts";
import { programPath } from "./program.ts";
import { minTokensOf, scaleFor } from "./rate.ts";
import { isWorthIt, withFooter } from "./replacement.ts";
import { contextPressure, openSession, type Session } from "./session.ts";
import {
  deltaInput,
  MIN_LEFT_MS,
  NOTHING,
  type ShrinkEffects,
  type ShrinkRequest,
} from "./shrink-request.ts";

/**
 * The decision list of a tool output (kernel rules §4): escapes, deltas,
 * projection, parking, bookkeeping, in this order. Nothing is replaced before
 * its original is parked and the delivery is on record.
 */

/** Records of deliveries start here; smaller texts are never answered with a marker. */
const MIN_RECORDED_TOKENS = 200;

/** The replacement of an output, or nothing when the host's text passes. */
export async function shrinkOutput(request: ShrinkRequest): Promise<ShrinkEffects> {
  const { event, call, kind, context } = request;
  const settings = context.settings();
  if (!isWanted(kind, call, event, settings)) return NOTHING;
  const parts = fullParts(request, settings);
  if (!parts) return NOTHING;
  const text = parts.join("\n");
  context.rt.expectWork(text.length);
  const before = estimateTokens(text);
  const command = kind === "Bash" && typeof call.input.command === "string" ? call.input.command : undefined;
  if (
    command !== undefined && before <= settings.CK_EXTRACTION_MAX &&
    isExplicitExtraction(command, programPath())
  ) {
    return NOTHING;
  }
  const session = openSession(context.rt, event, settings);
  if (!session) {
    const { losslessOnly } = await import("./shrink-projection.ts");
    return losslessOnly(request, parts, settings);
  }
  const input = deltaInput(request, text, settings);
  const isSwitchedOff = session.known.canary.degraded && !isProbe(session, call.id, before, settings);
  if (isSwitchedOff || (input && before < MIN_RECORDED_TOKENS)) {
    forgetRead(session, input);
    return NOTHING;
  }
  const answer = input ? deltaAnswer(session, input) : { do: "continue" as const };
  // What the host would cut down itself cannot be had in full by asking again: it is shrunk again.
  if (answer.do === "full" && shownWhole(request, parts) !== null) {
    const fault = answer.fault === null || !input ? [] : [faultRecord(request, answer.fault)];
    session.write([...fault, ...delivered(session, input, request, parts)]);
    return NOTHING;
  }
  if (answer.do === "replace" && input) {
    const replaced = withFooter(answer.text, text, "");
    if (isWorthIt(before, estimateTokens(replaced))) {
      return book(session, request, input, {
        parts: [replaced],
        elided: false,
        beforeTokens: before,
        afterTokens: estimateTokens(replaced),
        beforePoints: codePoints(text),
        afterPoints: codePoints(replaced),
        keys: [],
      }, { op: "delta", suppressed: answer.suppressed, records: [] });
    }
  }
  const { pressure, records } = contextPressure(context.rt, event, session, settings);
  const scale = scaleFor(kind, settings, pressure, settings.CK_PARK);
  const plain = (): ShrinkEffects => {
    session.write([...records, ...delivered(session, input, request, parts)]);
    return NOTHING;
  };
  if (before < minTokensOf(scale, settings) || context.leftMs() < MIN_LEFT_MS) return plain();
  const { shrinkByProjection } = await import("./shrink-projection.ts");
  return shrinkByProjection(request, { session, input, parts, scale, settings, records }, plain);
}

function isWanted(kind: ToolKind, call: ToolCall, event: HostEvent, settings: SettingValues): boolean {
  if (kind === "mcp" ? !settings.CK_MCP : !settings.CK_TOOLS.includes(call.name)) return false;
  if (kind === "Read" && event.agentType !== "" && settings.CK_AGENT_SKIP.includes(event.agentType)) {
    return false;
  }
  const mark = settings.CK_RAW_MARK;
  return !(kind === "Bash" && mark !== "" && typeof call.input.command === "string" &&
    call.input.command.includes(mark));
}

/** The whole texts; what the host saved to a file is read from there, or nothing is touched. */
function fullParts(request: ShrinkRequest, settings: SettingValues): readonly string[] | null {
  const { output, context, event } = request;
  if (output.savedFile === undefined) return output.parts;
  const saved = readSavedOutput(context.rt, output.savedFile, event.transcriptPath, settings.CK_PARK_MAX);
  return saved.ok ? [saved.value] : null;
}

/** A read that passes without a record: what was delivered before is no longer the model's last copy. */
function forgetRead(session: Session, input: DeltaInput | null): void {
  if (input?.kind !== "read" || session.known.deliveries.size === 0) return;
  session.write([{ t: "forget", a: input.agentId, p: input.name }]);
}

function isProbe(session: Session, id: string, before: number, settings: SettingValues): boolean {
  if (before < settings.CK_MIN_TOKENS || !settings.CK_CANARY_AUTOHEAL || settings.CK_CANARY_PROBE_K <= 0) {
    return false;
  }
  session.write([{ t: "skip", id }]);
  return (session.known.canary.skipped + 1) % settings.CK_CANARY_PROBE_K === 0;
}
