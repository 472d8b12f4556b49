import { REPLACEMENT_MAX_UNITS, REPLACEMENT_MCP_MAX_UNITS } from "../base/limits.ts";
import { codePoints } from "../base/text.ts";
import { parkedHint, READ_HINT } from "../marker/grammar.ts";
import { project, type Projection } from "../normalize/pipeline.ts";
import type { Profile } from "../normalize/profiles/profile.ts";
import { projectPaths } from "../normalize/operators/paths.ts";
import type { OperatorContext, ToolKind } from "../normalize/types.ts";
import type { SettingValues } from "../settings/resolve.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { rateOf } from "./rate.ts";
import { footed, isWorthIt, measure, type Measured, type Replacement } from "./replacement.ts";

/**
 * Text in, replacement out: projection, parking of what it hides, footer, and
 * the rules that decide whether it is worth the host's while. Files are
 * touched only through `park`.
 */

export interface ProjectionRequest {
  readonly parts: readonly string[];
  readonly tool: ToolKind;
  readonly path?: string;
  readonly command?: string;
  readonly scale: number;
  readonly settings: SettingValues;
  readonly program: string;
  /** Parks an original and returns its key, or null when it could not. Absent: nothing may be hidden. */
  readonly park?: (text: string) => string | null;
  /** A file list that goes back as an array: the footer is its last element. */
  readonly asList?: boolean;
  /** False: markers and footer carry no recall hint (normalize without --park). */
  readonly hints?: boolean;
  readonly userProfiles?: readonly Profile[];
  /** True: the host will not wait for more work. */
  readonly isLate?: () => boolean;
}

const FOOTER_ROOM_UNITS = 420;
/** Stands for a recall key that is not there yet. */
const LONGEST_KEY = "0".repeat(12);

/** Cap of a replacement for a tool, or none. */
function maxUnitsOf(tool: ToolKind): number | null {
  if (tool === "Read") return null;
  return tool === "mcp" ? REPLACEMENT_MCP_MAX_UNITS : REPLACEMENT_MAX_UNITS;
}

/** The replacement, or null when the text should pass as it is. */
export function projectParts(request: ProjectionRequest): Replacement | null {
  const elided = request.park ? attempt(request, true) : null;
  if (elided || request.isLate?.()) return elided;
  return attempt(request, false);
}

function attempt(request: ProjectionRequest, mayElide: boolean): Replacement | null {
  const total = request.parts.reduce((units, part) => units + part.length, 0);
  const projections = request.parts.map((part) =>
    projectOne(request, part, contextOf(request, mayElide, part.length / Math.max(1, total)))
  );
  if (projections.every((projection, n) => projection.text === request.parts[n])) return null;
  const originals = request.parts.map(measure);
  const before = sum(originals.map(({ tokens }) => tokens));
  if (!isWorthIt(before, sum(projections.map((projection) => estimateTokens(projection.text))))) return null;
  const isKept = projections.map((projection, n) => !pays(request, projection, originals[n] as Measured));
  if (isKept.every(Boolean)) return null;
  if (request.isLate?.()) return null;
  const keys: string[] = [];
  const parts: string[] = [];
  for (const [n, projection] of projections.entries()) {
    const original = originals[n] as Measured;
    if (isKept[n]) {
      parts.push(original.text);
      continue;
    }
    const key = projection.elided ? request.park?.(original.text) ?? null : "";
    if (key === null) return null;
    if (key !== "") keys.push(key);
    parts.push(closed(request, projection, original, key));
  }
  const after = sum(parts.map(estimateTokens));
  const cap = maxUnitsOf(request.tool);
  if (
    !isWorthIt(before, after) || (cap !== null && parts.reduce((units, part) => units + part.length, 0) > cap)
  ) return null;
  return {
    parts,
    elided: projections.some((projection, n) => projection.elided && !isKept[n]),
    beforeTokens: before,
    afterTokens: after,
    beforePoints: sum(originals.map(({ points }) => points)),
    afterPoints: sum(parts.map(codePoints)),
    keys,
  };
}

/** Each part has to be worth its own footer: none of several may grow. */
function pays(request: ProjectionRequest, projection: Projection, original: Measured): boolean {
  if (projection.text === original.text) return false;
  const text = closed(request, projection, original, LONGEST_KEY);
  return isWorthIt(original.tokens, estimateTokens(text)) && codePoints(text) <= original.points;
}

/** The projection of a part with its footer. */
function closed(request: ProjectionRequest, projection: Projection, original: Measured, key: string): string {
  const hint = !projection.elided || request.hints === false
    ? ""
    : request.tool === "Read"
    ? READ_HINT
    : parkedHint(request.program, key, termOf(request.settings));
  return footed(projection.text, original, hint, request.asList === true);
}

/** A list that goes back as an array is grouped by directory or left alone. */
function projectOne(request: ProjectionRequest, part: string, context: OperatorContext): Projection {
  if (request.asList !== true) return project(part, context);
  const grouped = projectPaths(part.split("\n"), context);
  return grouped
    ? { text: grouped.paths.join("\n"), elided: grouped.elided, reports: [] }
    : { text: part, elided: false, reports: [] };
}

/** What the operators are told about one part; `share` of the cap is what it may take. */
export function contextOf(request: ProjectionRequest, mayElide: boolean, share: number): OperatorContext {
  const cap = maxUnitsOf(request.tool);
  return {
    tool: request.tool,
    ...(request.path === undefined ? {} : { path: request.path }),
    ...(request.command === undefined ? {} : { command: request.command }),
    rate: rateOf(request.scale, request.settings),
    grepPerFile: request.settings.CK_GREP_PER_FILE,
    jsonSample: request.settings.CK_JSON_SAMPLE,
    jsonMinItems: request.settings.CK_JSON_MIN_ITEMS,
    maxUnits: cap === null
      ? null
      : Math.max(1, Math.floor((cap - FOOTER_ROOM_UNITS * request.parts.length) * share)),
    mayElide,
    ...(request.isLate === undefined ? {} : { isLate: request.isLate }),
    ...(request.userProfiles === undefined ? {} : { userProfiles: request.userProfiles }),
  };
}

/** "24h", "90m": how long recall holds, as a length of time. */
export function termOf(settings: SettingValues): string {
  const seconds = settings.CK_PARK_TTL;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
