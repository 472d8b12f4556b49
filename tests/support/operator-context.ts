import type { OperatorContext } from "../../src/normalize/types.ts";

/** A context at full size, with the defaults of the settings. */
export function operatorContext(changes: Partial<OperatorContext> = {}): OperatorContext {
  return {
    tool: "Bash",
    rate: { scale: 1, headLines: 45, tailLines: 20 },
    grepPerFile: 5,
    jsonSample: 3,
    jsonMinItems: 8,
    maxUnits: 29_000,
    mayElide: true,
    ...changes,
  };
}
