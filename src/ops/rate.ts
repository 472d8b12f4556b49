import type { Rate, ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";

/**
 * How much of an output is kept: less as the context fills, and less where the
 * original is parked and a recall costs little.
 */

const MIN_HEAD = 10;
const MIN_TAIL = 8;
const MIN_TOKENS = 200;
/** From this share of the window on, the rate falls … */
const PRESSURE_FROM = 0.6;
/** … over this much of it … */
const PRESSURE_OVER = 0.3;
/** … to this. */
const MIN_ADAPTIVE = 0.5;
const MIN_EPHEMERAL = 0.25;

export interface Pressure {
  readonly usedTokens: number;
  readonly windowTokens: number;
}

/** @param pressure null when nothing is known of the session's context */
export function scaleFor(
  tool: ToolKind,
  settings: SettingValues,
  pressure: Pressure | null,
  parks: boolean,
): number {
  return adaptive(settings, pressure) * ephemeral(tool, settings, parks);
}

function adaptive(settings: SettingValues, pressure: Pressure | null): number {
  if (!settings.CK_ADAPTIVE) return 1;
  const start = Math.min(1, Math.max(MIN_ADAPTIVE, settings.CK_ADAPTIVE_START));
  if (!pressure || pressure.windowTokens <= 0) return start;
  const ratio = pressure.usedTokens / pressure.windowTokens;
  if (ratio <= PRESSURE_FROM) return start;
  return Math.max(MIN_ADAPTIVE, start - ((ratio - PRESSURE_FROM) * (start - MIN_ADAPTIVE)) / PRESSURE_OVER);
}

function ephemeral(tool: ToolKind, settings: SettingValues, parks: boolean): number {
  const applies = tool === "Bash" || tool === "WebFetch" || tool === "mcp";
  if (!parks || !applies || settings.CK_EPHEMERAL_SCALE >= 1) return 1;
  return Math.max(MIN_EPHEMERAL, settings.CK_EPHEMERAL_SCALE);
}

/** Head and tail of a scale. */
export function rateOf(scale: number, settings: SettingValues): Rate {
  return {
    scale,
    headLines: Math.max(MIN_HEAD, Math.floor(settings.CK_HEAD * scale)),
    tailLines: Math.max(MIN_TAIL, Math.floor(settings.CK_TAIL * scale)),
  };
}

/** Texts below this estimate are left alone. */
export function minTokensOf(scale: number, settings: SettingValues): number {
  return Math.max(MIN_TOKENS, Math.floor(settings.CK_MIN_TOKENS * scale));
}
