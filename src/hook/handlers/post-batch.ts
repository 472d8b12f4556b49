import type { HostEvent } from "../../harness/types.ts";
import { verifyBatch } from "../../ops/verify-batch.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/** The host shows every result as the model will read it: settle what was pending. */
export async function postBatch(event: HostEvent, context: HookContext): Promise<Effects> {
  if (event.batch.length === 0 || event.sessionId === "") return NO_EFFECTS;
  const alert = await verifyBatch(context.rt, event, context.settings);
  return alert === null ? NO_EFFECTS : { context: [alert] };
}
