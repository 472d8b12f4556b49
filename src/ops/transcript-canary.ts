import { TRANSCRIPT_RESULTS_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { resultsInTranscript } from "../harness/claude-code/transcript.ts";
import type { HostEvent } from "../harness/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { openSession } from "./session.ts";
import { verifyBatch } from "./verify-batch.ts";

/**
 * The canary for hosts without PostToolBatch: what is still pending when a
 * session ends is looked up in its transcript, once. What is not found there
 * stays pending; it is no failure.
 */
export async function settleFromTranscript(
  rt: Runtime,
  event: HostEvent,
  settings: SettingValues,
): Promise<void> {
  if (!settings.CK_CANARY || event.transcriptPath === "") return;
  const session = openSession(rt, event, settings);
  if (!session || session.known.pending.size === 0) return;
  const wanted = new Set(session.known.pending.keys());
  const batch = resultsInTranscript(rt, event.transcriptPath, wanted, TRANSCRIPT_RESULTS_BYTES);
  if (batch.length > 0) await verifyBatch(rt, { ...event, batch }, () => settings);
}
