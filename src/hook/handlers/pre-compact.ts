import type { HostEvent } from "../../harness/types.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/** The conversation will be summarised: earlier copies will be gone. Prints nothing. */
export async function preCompact(event: HostEvent, context: HookContext): Promise<Effects> {
  const { invalidateDeliveries } = await import("../../ops/invalidate.ts");
  invalidateDeliveries(context.rt, event, context.settings());
  return NO_EFFECTS;
}
