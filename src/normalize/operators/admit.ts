import { codePoints } from "../../base/text.ts";
import type { OperatorContext, Structured } from "../types.ts";

/**
 * The gate that every structured result passes: it hides something, is shorter
 * in code points than what it replaces, and fits under the cap.
 */

/** @returns the result as an elided text, or null when it breaks one of the conditions */
export function admit(text: string, result: string, context: OperatorContext): Structured | null {
  if (!context.mayElide || !fits(result, context)) return null;
  return codePoints(result) < codePoints(text) ? { text: result, elided: true } : null;
}

/** True when the result is within the cap (UTF-16 units). */
export function fits(result: string, context: OperatorContext): boolean {
  return context.maxUnits === null || result.length <= context.maxUnits;
}
