import { readSavedOutput } from "../harness/claude-code/saved-output.ts";
import type { HostEvent, ToolCall } from "../harness/types.ts";
import { PATHS_MIN } from "../normalize/operators/path-rows.ts";
import type { ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { appendLedger } from "../store/ledger.ts";
import { park } from "../store/parked.ts";
import type { JournalRecord } from "../store/record.ts";
import { codePoints } from "../base/text.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { delivered, faultRecord, pendingRecord, shownWhole } from "./delivery.ts";
import { deliveryRecord, deltaAnswer, type DeltaInput } from "./delta.ts";
import { isExplicitExtraction } from "./extraction.ts";
import { programPath } from "./program.ts";
import { isWorthIt, projectParts, type Replacement, withFooter } from "./project-output.ts";
import { minTokensOf, scaleFor } from "./rate.ts";
import { contextPressure, openSession, type Session } from "./session.ts";
import { deltaInput, type ShrinkRequest } from "./shrink-request.ts";
import { loadAcceptedProfiles } from "./user-profiles.ts";

/**
 * The decision list of a tool output (kernel rules §4): escapes, deltas,
 * projection, parking, bookkeeping, in this order. Nothing is replaced before
 * its original is parked and the delivery is on record.
 */

export interface ShrinkEffects {
  readonly output?: { readonly value: unknown };
}

const NOTHING: ShrinkEffects = {};
/** Less time than this left: the host's text passes. */
const MIN_LEFT_MS = 500;
/** Records of deliveries start here; smaller texts are never answered with a marker. */
const MIN_RECORDED_TOKENS = 200;

/** The replacement of an output, or nothing when the host's text passes. */
export function shrinkOutput(request: ShrinkRequest): ShrinkEffects {
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
  if (!session) return losslessOnly(request, parts, settings);
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
  return projected(request, session, input, parts, before, settings);
}

function projected(
  request: ShrinkRequest,
  session: Session,
  input: DeltaInput | null,
  parts: readonly string[],
  before: number,
  settings: SettingValues,
): ShrinkEffects {
  const { event, kind, output, context } = request;
  const { pressure, records } = contextPressure(context.rt, event, session, settings);
  const scale = scaleFor(kind, settings, pressure, settings.CK_PARK);
  const plain = (): ShrinkEffects => {
    session.write([...records, ...delivered(session, input, request, parts)]);
    return NOTHING;
  };
  if (before < minTokensOf(scale, settings) || context.leftMs() < MIN_LEFT_MS) return plain();
  if (output.form === "paths" && isFewNames(parts)) return plain();
  const replacement = projectParts({
    ...describe(request),
    parts,
    scale,
    settings,
    program: programPath(),
    isLate: () => context.leftMs() < MIN_LEFT_MS,
    asList: output.form === "paths",
    userProfiles: kind === "Read" ? [] : loadAcceptedProfiles(session.state),
    ...(settings.CK_PARK ? { park: (text: string) => parkOriginal(session, request, text, settings) } : {}),
  });
  if (!replacement || context.leftMs() < MIN_LEFT_MS) return plain();
  return book(session, request, input, replacement, { op: "projection", suppressed: false, records });
}

/** Writes delivery, canary and ledger; without them on record the host's text passes. */
function book(
  session: Session,
  request: ShrinkRequest,
  input: DeltaInput | null,
  replacement: Replacement,
  how: {
    readonly op: "projection" | "delta";
    readonly suppressed: boolean;
    readonly records: readonly JournalRecord[];
  },
): ShrinkEffects {
  const { call, event, kind, output, context } = request;
  const saved = replacement.beforeTokens - replacement.afterTokens;
  const altered = how.op === "projection";
  const records: JournalRecord[] = [...how.records];
  if (input) {
    records.push(
      deliveryRecord(session, input, call.id, {
        elided: altered,
        suppressed: how.suppressed,
        savedTokens: altered ? saved : 0,
      }),
    );
  }
  records.push(pendingRecord(request, replacement.parts, session));
  if (!session.write(records)) return NOTHING;
  const agent = event.agentId === "" ? {} : { agent: event.agentId.slice(0, 8) };
  const booked = appendLedger(session.state, [{
    t: "row",
    id: call.id,
    ts: context.rt.now(),
    tool: kind === "mcp" ? "mcp" : call.name,
    op: how.op,
    beforeTokens: replacement.beforeTokens,
    afterTokens: replacement.afterTokens,
    beforePoints: replacement.beforePoints,
    afterPoints: replacement.afterPoints,
    session: session.id,
    project: session.project.id,
    ...agent,
  }]);
  if (!booked.ok) recordFailure(session.state, booked.error.code, "ledger/append");
  const percent = Math.floor((100 * saved) / replacement.beforeTokens);
  context.say(
    `context-kernel: ${kind} ${replacement.beforeTokens}->${replacement.afterTokens} tok (-${percent}%)`,
  );
  return { output: { value: output.rebuild(replacement.parts) } };
}

/** Names are looked up one by one: a list that can be read whole is left whole. */
function isFewNames(parts: readonly string[]): boolean {
  return parts.every((part) => part.split("\n").length < PATHS_MIN);
}

/** No state: only what hides nothing. */
function losslessOnly(
  request: ShrinkRequest,
  parts: readonly string[],
  settings: SettingValues,
): ShrinkEffects {
  const scale = scaleFor(request.kind, settings, null, false);
  if (estimateTokens(parts.join("\n")) < minTokensOf(scale, settings)) return NOTHING;
  const replacement = projectParts({
    ...describe(request),
    parts,
    scale,
    settings,
    program: programPath(),
    asList: request.output.form === "paths",
  });
  return replacement ? { output: { value: request.output.rebuild(replacement.parts) } } : NOTHING;
}

function describe(request: ShrinkRequest): { tool: ToolKind; path?: string; command?: string } {
  const { path, command } = { path: request.call.input.file_path, command: request.call.input.command };
  return {
    tool: request.kind,
    ...(typeof path === "string" ? { path } : {}),
    ...(typeof command === "string" ? { command } : {}),
  };
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

function parkOriginal(
  session: Session,
  request: ShrinkRequest,
  text: string,
  settings: SettingValues,
): string | null {
  const { call, event, kind } = request;
  const command = call.input.command ?? call.input.file_path ?? call.input.url ?? call.input.pattern;
  const parked = park(session.state, session.project, text, {
    tool: kind === "mcp" ? call.name : kind,
    ...(typeof command === "string" ? { command } : {}),
    sessionId: event.sessionId,
    ...(event.agentId === "" ? {} : { agentId: event.agentId }),
  }, { maxBytes: settings.CK_PARK_MAX, projectMaxTexts: settings.CK_PARK_KEEP });
  if (!parked.ok) recordFailure(session.state, parked.error.code, "park");
  return parked.ok ? parked.value.key : null;
}
