import { TRANSCRIPT_TAIL_BYTES } from "../../base/limits.ts";
import type { Runtime } from "../../base/runtime.ts";
import { isRecord } from "./payload.ts";

/** What the host last reported about its context. */
export interface ContextUse {
  readonly model: string;
  /** Fresh, cache-read and cache-written input tokens of the last request. */
  readonly usedTokens: number;
}

/** The last usage record in the end of a transcript, or null. */
export function lastUsage(rt: Runtime, transcriptPath: string): ContextUse | null {
  if (transcriptPath === "") return null;
  const bytes = rt.files.readRange(transcriptPath, -TRANSCRIPT_TAIL_BYTES, TRANSCRIPT_TAIL_BYTES);
  if (!bytes.ok) return null;
  const text = new TextDecoder().decode(bytes.value);
  let at = text.lastIndexOf('"input_tokens"');
  for (let guard = 0; at >= 0 && guard < 50; guard += 1) {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const use = usageOf(text.slice(start, end < 0 ? text.length : end));
    if (use) return use;
    at = start === 0 ? -1 : text.lastIndexOf('"input_tokens"', start - 1);
  }
  return null;
}

function usageOf(line: string): ContextUse | null {
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isRecord(parsed) || parsed.isSidechain === true || !isRecord(parsed.message)) return null;
    const usage = parsed.message.usage;
    if (!isRecord(usage) || typeof usage.input_tokens !== "number") return null;
    const usedTokens = usage.input_tokens + number(usage.cache_read_input_tokens) +
      number(usage.cache_creation_input_tokens);
    return { model: typeof parsed.message.model === "string" ? parsed.message.model : "", usedTokens };
  } catch {
    return null;
  }
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
