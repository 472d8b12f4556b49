import type { HostEvent } from "../../harness/types.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/** The host allows little time here. */
const GC_MAX_MS = 300;

/** A session ended: settle what is pending, and sweep what is past its term, for a bounded time. */
export async function sessionEnd(event: HostEvent, context: HookContext): Promise<Effects> {
  const { settleFromTranscript } = await import("../../ops/transcript-canary.ts");
  settleFromTranscript(context.rt, event, context.settings());
  const { sweepState } = await import("../../ops/sweep.ts");
  sweepState(context.rt, context.settings(), GC_MAX_MS);
  return NO_EFFECTS;
}
