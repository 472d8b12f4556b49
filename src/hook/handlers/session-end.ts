import type { HostEvent } from "../../harness/types.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/** The host allows little time here. */
const GC_MAX_MS = 300;

/** A session ended: what is still pending is looked up in its transcript. */
export async function settlePending(event: HostEvent, context: HookContext): Promise<Effects> {
  const { settleFromTranscript } = await import("../../ops/transcript-canary.ts");
  await settleFromTranscript(context.rt, event, context.settings());
  return NO_EFFECTS;
}

/** A session ended: what is past its term goes, for a bounded time. */
export async function sweep(_event: HostEvent, context: HookContext): Promise<Effects> {
  const { sweepState } = await import("../../ops/sweep.ts");
  sweepState(context.rt, context.settings(), GC_MAX_MS);
  return NO_EFFECTS;
}
