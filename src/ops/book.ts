import { appendLedger } from "../store/ledger.ts";
import { recordFailure } from "../store/failures.ts";
import type { JournalRecord } from "../store/record.ts";
import { deliveryRecord, type DeltaInput } from "./delta.ts";
import { pendingRecord } from "./delivery.ts";
import type { Replacement } from "./replacement.ts";
import type { Session } from "./session.ts";
import { NOTHING, type ShrinkEffects, type ShrinkRequest } from "./shrink-request.ts";

/** Writes delivery, canary and ledger; without them on record the host's text passes. */
export function book(
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
