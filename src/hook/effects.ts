import { CONTEXT_MAX_UNITS } from "../base/limits.ts";

/** What the handlers of one event want, in the host's terms but not its format. */
export interface Effects {
  /** Replacement of the tool's output, in the host's shape. */
  readonly output?: { readonly value: unknown };
  /** Texts for the model, the most important first. */
  readonly context?: readonly string[];
  /** Plain stdout (PreCompact). */
  readonly text?: string;
}

export const NO_EFFECTS: Effects = {};

/** Joins the effects of several handlers; at most one of them replaces the output. */
export function mergeEffects(all: readonly Effects[]): Effects {
  const output = all.find((effects) => effects.output !== undefined)?.output;
  const context = all.flatMap((effects) => effects.context ?? []);
  const text = all.map((effects) => effects.text ?? "").filter((part) => part !== "").join("\n\n");
  return {
    ...(output === undefined ? {} : { output }),
    ...(context.length === 0 ? {} : { context }),
    ...(text === "" ? {} : { text }),
  };
}

/** Texts under the shared cap; what does not fit is cut at a line end, and says so. */
export function fitContext(texts: readonly string[]): string {
  let out = "";
  for (const text of texts) {
    const gap = out === "" ? "" : "\n\n";
    const room = CONTEXT_MAX_UNITS - out.length - gap.length;
    if (text.length <= room) {
      out += gap + text;
      continue;
    }
    const note = "\n[context-kernel] more was left out here: no room at this event";
    const cut = Math.max(0, text.lastIndexOf("\n", room - note.length));
    return out + (cut > 0 ? gap + text.slice(0, cut) : "") + (room >= note.length ? note : "");
  }
  return out;
}
