import { TRANSCRIPT_TAIL_BYTES } from "../../base/limits.ts";
import type { Runtime } from "../../base/runtime.ts";
import type { DeliveredCall } from "../types.ts";
import { isRecord } from "../../base/value.ts";

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

/**
 * Tool results of the given calls in the end of a transcript, as the model
 * read them. Ids are compared exactly, in parsed lines; the last one wins.
 */
export function resultsInTranscript(
  rt: Runtime,
  transcriptPath: string,
  wanted: ReadonlySet<string>,
  maxBytes: number,
): readonly DeliveredCall[] {
  const bytes = rt.files.readRange(transcriptPath, -maxBytes, maxBytes);
  if (!bytes.ok) return [];
  const found = new Map<string, DeliveredCall>();
  for (const line of new TextDecoder().decode(bytes.value).split("\n")) {
    if (!line.includes('"tool_result"')) continue;
    for (const block of contentOf(line)) {
      if (!isRecord(block) || block.type !== "tool_result" || typeof block.tool_use_id !== "string") continue;
      if (!wanted.has(block.tool_use_id)) continue;
      found.set(block.tool_use_id, { name: "Read", id: block.tool_use_id, response: block.content });
    }
  }
  return [...found.values()];
}

function contentOf(line: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(line);
    const message = isRecord(parsed) && isRecord(parsed.message) ? parsed.message : {};
    return Array.isArray(message.content) ? message.content : [];
  } catch {
    return [];
  }
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
