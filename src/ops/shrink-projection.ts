import { PATHS_MIN } from "../normalize/operators/path-rows.ts";
import type { ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { recordFailure } from "../store/failures.ts";
import { park } from "../store/parked.ts";
import type { JournalRecord } from "../store/record.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { book } from "./book.ts";
import type { DeltaInput } from "./delta.ts";
import { programPath } from "./program.ts";
import { projectParts } from "./project-output.ts";
import { minTokensOf, scaleFor } from "./rate.ts";
import type { Session } from "./session.ts";
import { MIN_LEFT_MS, NOTHING, type ShrinkEffects, type ShrinkRequest } from "./shrink-request.ts";
import { loadAcceptedProfiles } from "./user-profiles.ts";

/** The part of shrinking that needs every operator: loaded once it is known that a text is to be projected. */

export interface ProjectionState {
  readonly session: Session;
  readonly input: DeltaInput | null;
  readonly parts: readonly string[];
  readonly scale: number;
  readonly settings: SettingValues;
  /** Records of the session that go with the delivery. */
  readonly records: readonly JournalRecord[];
}

/** Replaces the text by its projection once its original is parked; `plain` books that the host's text passes. */
export function shrinkByProjection(
  request: ShrinkRequest,
  { session, input, parts, scale, settings, records }: ProjectionState,
  plain: () => ShrinkEffects,
): ShrinkEffects {
  const { kind, output, context } = request;
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

/** Names are looked up one by one: a list that can be read whole is left whole. */
function isFewNames(parts: readonly string[]): boolean {
  return parts.every((part) => part.split("\n").length < PATHS_MIN);
}

/** No state: only what hides nothing. */
export function losslessOnly(
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
