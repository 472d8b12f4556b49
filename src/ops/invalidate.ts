import type { Runtime } from "../base/runtime.ts";
import type { HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { openSession } from "./session.ts";

/** No marker may point to a delivery before this moment (compaction, clear, resume). */
export function invalidateDeliveries(rt: Runtime, event: HostEvent, settings: SettingValues): void {
  const session = openSession(rt, event, settings);
  if (session && session.known.deliveries.size > 0) session.write([{ t: "invalidate" }]);
}
