import type { HostEvent } from "../../harness/types.ts";
import type { HookContext } from "../context.ts";
import { type Effects, NO_EFFECTS } from "../effects.ts";

/** Earlier deliveries that this start makes void: the model no longer has those copies. */
const FORGETS = new Set(["compact", "clear", "resume", "fork"]);

/** A session goes on without its earlier copies: no marker may point to them. */
export async function forgetDeliveries(event: HostEvent, context: HookContext): Promise<Effects> {
  if (!FORGETS.has(event.source)) return NO_EFFECTS;
  const { invalidateDeliveries } = await import("../../ops/invalidate.ts");
  invalidateDeliveries(context.rt, event, context.settings());
  return NO_EFFECTS;
}

/** A session begins or goes on: say how outputs look. Without a state none will be shrunk, so nothing is said. */
export async function brief(_event: HostEvent, context: HookContext): Promise<Effects> {
  if (!context.settings().CK_BRIEF) return NO_EFFECTS;
  const { openState } = await import("../../store/state.ts");
  if (!openState(context.rt).ok) return NO_EFFECTS;
  const { sessionBrief } = await import("../../ops/session-brief.ts");
  return { context: [sessionBrief(context.settings())] };
}
