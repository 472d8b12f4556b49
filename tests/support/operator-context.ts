import type { OperatorContext } from "../../src/normalize/types.ts";
import { rateOf } from "../../src/ops/rate.ts";
import { defaultSettings } from "../../src/settings/resolve.ts";

const SETTINGS = defaultSettings();

/**
 * A context with the defaults of the settings.
 * @param scale 1 is full size
 */
export function operatorContext(changes: Partial<OperatorContext> = {}, scale = 1): OperatorContext {
  return {
    tool: "Bash",
    rate: rateOf(scale, SETTINGS),
    grepPerFile: SETTINGS.CK_GREP_PER_FILE,
    jsonSample: SETTINGS.CK_JSON_SAMPLE,
    jsonMinItems: SETTINGS.CK_JSON_MIN_ITEMS,
    maxUnits: 29_000,
    mayElide: true,
    ...changes,
  };
}
