/** Payloads that the real client sent, and new ones in their shapes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A parsed payload. */
export type Payload = { [field: string]: unknown };

const FOLDER = join(import.meta.dir, "..", "fixtures", "claude-code");

export interface Recorded {
  /** File name without its ending: "PostToolUse.Bash.in-subagent". */
  readonly name: string;
  readonly text: string;
  readonly event: string;
}

/** Every recorded stdin of a hook, by name. */
export const RECORDED: readonly Recorded[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json")).sort()
  .flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), "utf8");
    const event = eventOf(JSON.parse(text));
    return event === null ? [] : [{ name: file.slice(0, -".json".length), text, event }];
  });

/** A copy of one recorded payload, to be filled with other values. */
export function recorded(name: string): Payload {
  const found = RECORDED.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no recorded payload ${name}`);
  return JSON.parse(found.text);
}

function eventOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null || !("hook_event_name" in payload)) return null;
  return typeof payload.hook_event_name === "string" ? payload.hook_event_name : null;
}
