import { HOST_SAVES_BASH_UNITS, HOST_SAVES_MCP_UNITS } from "../base/limits.ts";
import { extension } from "../base/text.ts";
import { expectedDelivery } from "../harness/claude-code/delivered.ts";
import type { JournalRecord } from "../store/record.ts";
import { contentHash } from "./content-hash.ts";
import { deliveryRecord, type DeltaInput } from "./delta.ts";
import type { Session } from "./session.ts";
import { type ShrinkRequest, startLineOf } from "./shrink-request.ts";

/** Journal records of what one call delivers to the model. */

/**
 * A delivery that passes in full, with what the model should read, so that
 * PostToolBatch can contradict it. What the host itself will shorten is no
 * delivery in full.
 */
export function delivered(
  session: Session,
  input: DeltaInput | null,
  request: ShrinkRequest,
  parts: readonly string[],
): JournalRecord[] {
  const expected = shownWhole(request, parts);
  if (!input || expected === null) return [];
  const record = deliveryRecord(session, input, request.call.id, {
    elided: false,
    suppressed: false,
    savedTokens: 0,
  });
  return [{ ...record, d: contentHash(session.state.rt, expected), n: expected.length }];
}

/** The texts as the model reads them when they pass, or null where the host saves them to a file instead. */
export function shownWhole({ kind, output, call }: ShrinkRequest, parts: readonly string[]): string | null {
  if (output.savedFile !== undefined) return null;
  const expected = expectedDelivery(kind, parts, startLineOf(call));
  const limit = kind === "Bash" ? HOST_SAVES_BASH_UNITS : kind === "mcp" ? HOST_SAVES_MCP_UNITS : Infinity;
  return expected.length > limit ? null : expected;
}

/** A replacement, with what the model should read, until PostToolBatch settles it. */
export function pendingRecord(
  request: ShrinkRequest,
  parts: readonly string[],
  session: Session,
): JournalRecord {
  const expected = expectedDelivery(request.kind, parts, startLineOf(request.call));
  return {
    t: "pend",
    id: request.call.id,
    tool: request.kind,
    d: contentHash(session.state.rt, expected),
    n: expected.length,
    ...(session.known.canary.degraded ? { probe: 1 } : {}),
  };
}

/** A page fault: what was shrunk came back in full. */
export function faultRecord({ kind, call }: ShrinkRequest, tokens: number): JournalRecord {
  const path = typeof call.input.file_path === "string" ? call.input.file_path : "";
  const bucket = kind === "Read" ? extension(path).slice(0, 16) || "(noext)" : kind;
  return { t: "fault", id: call.id, kind: kind === "Read" ? "reread" : "recmd", bucket, tokens };
}
