import type { EventName, HostEvent } from "../harness/types.ts";
import type { Effects } from "./effects.ts";
import type { HookContext } from "./context.ts";
import { postTool } from "./handlers/post-tool.ts";

export type Handler = (event: HostEvent, context: HookContext) => Effects | Promise<Effects>;

interface HandlerRow {
  readonly id: string;
  readonly load: () => Handler | Promise<Handler>;
}

/**
 * Event → handlers in the order of their effects. An event without a row is
 * answered with nothing. A row that fails does not stop the next one: what can
 * fail on its own is a row of its own.
 */
export const HANDLERS: Partial<Record<EventName, readonly HandlerRow[]>> = {
  // The event of nearly every call: no module of its own to wait for.
  PostToolUse: [{ id: "post-tool", load: () => postTool }],
  PostToolBatch: [{
    id: "post-batch",
    load: async () => (await import("./handlers/post-batch.ts")).postBatch,
  }],
  SessionStart: [{
    id: "session-forget",
    load: async () => (await import("./handlers/session-start.ts")).forgetDeliveries,
  }, {
    id: "session-brief",
    load: async () => (await import("./handlers/session-start.ts")).brief,
  }],
  SessionEnd: [{
    id: "session-settle",
    load: async () => (await import("./handlers/session-end.ts")).settlePending,
  }, {
    id: "session-sweep",
    load: async () => (await import("./handlers/session-end.ts")).sweep,
  }],
  PreCompact: [{
    id: "pre-compact",
    load: async () => (await import("./handlers/pre-compact.ts")).preCompact,
  }],
};
