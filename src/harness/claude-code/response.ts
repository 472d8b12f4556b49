import type { EventName } from "../types.ts";

/** What one event answers; the wire format of Claude Code. */
export interface ReplyParts {
  readonly output?: { readonly value: unknown };
  readonly context?: readonly string[];
  readonly text?: string;
}

/**
 * One line of JSON, `{}` for nothing; on PreCompact plain text or nothing at
 * all, since the host hands stdout to the summariser as it is.
 * @param field name under which a replacement is returned
 * @param join puts the context texts together under the host's cap
 */
export function encodeReply(
  name: EventName,
  effects: ReplyParts,
  field: string,
  join: (texts: readonly string[]) => string,
): string {
  if (name === "PreCompact") return effects.text ?? "";
  const context = effects.context ? join(effects.context) : "";
  if (effects.output === undefined && context === "") return "{}";
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: name,
      ...(effects.output === undefined ? {} : { [field]: effects.output.value }),
      ...(context === "" ? {} : { additionalContext: context }),
    },
  });
}
