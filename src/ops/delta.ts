import { DIFF_MAX_STEPS, READ_COPY_MAX_UNITS } from "../base/limits.ts";
import { DELTA } from "../marker/grammar.ts";
import { applyDiff, unifiedDiff } from "../normalize/line-diff.ts";
import { withoutVolatile } from "../normalize/volatile.ts";
import { loadCopy, saveCopy } from "../store/reads.ts";
import type { JournalRecord } from "../store/record.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { contentHash } from "./content-hash.ts";
import type { Session } from "./session.ts";
import { type Delivery, deliveryKey } from "./session-state.ts";

/**
 * What a repeated read or command costs: nothing new, a diff, or the full
 * text. A marker that points to an earlier copy follows only a delivery in full
 * to the same agent since the last compaction.
 */

export interface DeltaInput {
  readonly kind: "read" | "cmd";
  readonly isMcp: boolean;
  /** Path of a read, or the hashed call. */
  readonly name: string;
  readonly agentId: string;
  readonly text: string;
  readonly startLine: number;
  /** False: only the page-fault rule holds (partial reads, deltas switched off). */
  readonly mayReplace: boolean;
  readonly minTokens: number;
}

export type DeltaAnswer =
  /** No earlier delivery says anything: project as usual. */
  | { readonly do: "continue" }
  /** Deliver the host's text untouched. */
  | { readonly do: "full"; readonly fault: number | null }
  /** Deliver this instead; the earlier copy stays valid. */
  | { readonly do: "replace"; readonly text: string; readonly suppressed: boolean };

/** Shown of a hash: enough to tell two copies apart, cheap in tokens. */
const HASH_UNITS = 6;
const DIFF_SHARE = 0.6;

/** Decides by the last delivery of the same thing to the same agent. */
export function deltaAnswer(session: Session, input: DeltaInput): DeltaAnswer {
  const rt = session.state.rt;
  const last = session.known.deliveries.get(deliveryKey(input.kind, input.agentId, input.name));
  if (!last) return { do: "continue" };
  const hash = contentHash(rt, input.text);
  const same = last.hash === hash && last.startLine === input.startLine;
  if (last.elided) {
    const asked = input.kind === "read" || same ||
      last.stableHash === contentHash(rt, withoutVolatile(input.text));
    return asked ? { do: "full", fault: last.savedTokens || estimateTokens(input.text) } : { do: "continue" };
  }
  if (!input.mayReplace) return { do: "continue" };
  if (same) {
    if (last.suppressed) return { do: "full", fault: null };
    if (estimateTokens(input.text) < input.minTokens) return { do: "continue" };
    return { do: "replace", text: unchangedMarker(input, hash.slice(0, HASH_UNITS)), suppressed: true };
  }
  return input.kind === "read" ? changedRead(session, input, last) : { do: "continue" };
}

function unchangedMarker(input: DeltaInput, hash: string): string {
  if (input.kind === "read") return DELTA.unchanged(hash);
  return input.isMcp ? DELTA.identicalMcp(hash) : DELTA.identicalCommand(hash);
}

function changedRead(session: Session, input: DeltaInput, last: Delivery): DeltaAnswer {
  if (!last.hasCopy || last.startLine !== input.startLine) return { do: "continue" };
  const before = loadCopy(session.state, session.project, last.hash);
  if (!before.ok) return { do: "continue" };
  const diff = unifiedDiff(before.value, input.text, {
    oldLabel: "previous read",
    newLabel: "now",
    maxSteps: DIFF_MAX_STEPS,
  });
  if (!diff || estimateTokens(diff) >= DIFF_SHARE * estimateTokens(input.text)) return { do: "continue" };
  if (applyDiff(before.value, diff) !== input.text) return { do: "continue" };
  return { do: "replace", text: `${DELTA.changed}\n${diff}`, suppressed: false };
}

/** The journal record of a delivery. Keeps a copy of a read that was delivered in full. */
export function deliveryRecord(
  session: Session,
  input: DeltaInput,
  id: string,
  how: { readonly elided: boolean; readonly suppressed: boolean; readonly savedTokens: number },
): JournalRecord {
  const rt = session.state.rt;
  const record: { t: string; [field: string]: unknown } = {
    t: input.kind,
    id,
    a: input.agentId,
    p: input.name,
    h: contentHash(rt, input.text),
    s: input.startLine,
  };
  if (how.elided) record.e = 1;
  if (how.suppressed) record.sup = 1;
  if (how.savedTokens > 0) record.saved = how.savedTokens;
  if (input.kind === "cmd" && how.elided) record.v = contentHash(rt, withoutVolatile(input.text));
  if (input.kind === "read" && !how.elided && input.mayReplace && input.text.length <= READ_COPY_MAX_UNITS) {
    if (saveCopy(session.state, session.project, input.text).ok) record.c = 1;
  }
  return record;
}
