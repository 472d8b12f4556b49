import { MARKER_PREFIX } from "../../marker/grammar.ts";
import { codePoints } from "../../base/text.ts";
import type { OperatorContext, Structured, StructuredOperator } from "../types.ts";
import { fits } from "./admit.ts";
import { listProgress } from "./finished.ts";
import { scanStream } from "./json-stream.ts";
import { FULL_CUT } from "./cut.ts";
import type { JsonLimits, Plan } from "./json-edit.ts";
import { lazySignals, planJson } from "./json-plan.ts";
import { type Layout, printJson } from "./json-print.ts";
import type { Gate } from "./mostly.ts";
import { scanJson } from "./json-scan.ts";
import { endOf, KIND, kindOf, startOf, type Tape } from "./json-spans.ts";

/**
 * Projection of a text that is one JSON value: long lists show their first
 * items and those that differ, long strings are cut, the rest stays token for
 * token. Laws: shorter or nothing; the result is JSON again (a few other lines
 * around the value stay as they are); a list with a marker is left alone.
 */

const SIZE_MIN_UNITS = 200;
/** Program runners and shells print notices around the value. */
const OTHER_LINES_MAX = 8;
const AFTER_LINES_MAX = 5;
/** `curl -i` prints this many header lines at most before we stop looking. */
const HEADER_LINES_MAX = 60;

/** A JSON value and where it stands in its text. */
interface FoundJson {
  readonly tape: Tape;
  readonly before: string;
  readonly after: string;
  /** The tape is a list of values that stand one after the other in the text. */
  readonly isStream: boolean;
}

/** See the laws above; declines a text that is no JSON value. */
export const projectJson: StructuredOperator = (text, context) => {
  if (!context.mayElide || text.length < SIZE_MIN_UNITS) return null;
  if (text.includes(MARKER_PREFIX) && listProgress(text.split("\n")) === "finished") {
    return { text, elided: false };
  }
  const found = findJson(text);
  if (found) return projectFound(text, found, context);
  if (context.tool === "Read") return null;
  const tape = scanStream(text);
  return tape ? projectFound(text, { tape, before: "", after: "", isStream: true }, context) : null;
};

function projectFound(text: string, found: FoundJson, context: OperatorContext): Structured | null {
  const signals = lazySignals(found.tape);
  const wider: JsonLimits[] = [];
  for (const limits of attempts(context)) {
    const plan = planJson(found.tape, [limits, ...wider], signals);
    wider.unshift(limits);
    if (plan.edits.size > 0) {
      const result = layOut(text, found, plan, context);
      if (result) return result;
    } else if (fits(text, context)) {
      return isProjected(found.tape.text) ? { text, elided: false } : null;
    }
  }
  return null;
}

/** A text that a projection made is finished: nothing else may shorten it again. */
function isProjected(text: string): boolean {
  return text.includes(`"${MARKER_PREFIX} elided `) || text.includes(` …${MARKER_PREFIX} elided `);
}

/** From full size down to one item per list. */
function attempts(context: OperatorContext): JsonLimits[] {
  const full: JsonLimits = {
    sample: Math.max(1, context.jsonSample),
    minItems: Math.max(2, context.jsonMinItems),
    outliers: 10,
    stubs: true,
    cut: FULL_CUT,
    firstValues: 20,
    lastValues: 5,
  };
  if (context.maxUnits === null) return [full];
  return [
    full,
    {
      ...full,
      sample: Math.min(full.sample, 2),
      outliers: 6,
      cut: { max: 1_200, head: 400, tail: 200, windows: 2 },
    },
    {
      ...full,
      stubs: false,
      sample: 1,
      outliers: 4,
      cut: { max: 600, head: 240, tail: 120, windows: 1 },
      firstValues: 10,
    },
    {
      ...full,
      stubs: false,
      sample: 1,
      outliers: 2,
      cut: { max: 360, head: 120, tail: 60, windows: 0 },
      firstValues: 5,
      lastValues: 2,
    },
  ];
}

function layOut(text: string, found: FoundJson, plan: Plan, context: OperatorContext): Structured | null {
  const layouts: readonly Layout[] = found.isStream
    ? ["stream"]
    : context.tool === "Read"
    ? ["inPlace"]
    : ["fitted", "compact"];
  const points = codePoints(text);
  for (const layout of layouts) {
    const result = found.before + printJson(found.tape, plan, layout) + found.after;
    if (fits(result, context) && codePoints(result) < points) return { text: result, elided: true };
  }
  return null;
}

/** A value begins near the top: `findJson` and `scanStream` look no further. */
export const mayBeJson: Gate = (lines) => {
  let others = 0;
  let limit = OTHER_LINES_MAX;
  for (const line of lines) {
    const start = line.search(BEYOND_SPACE);
    if (start < 0) continue;
    if (line[start] === "{" || line[start] === "[") return true;
    others += 1;
    if (others === 1 && line.startsWith("HTTP/", start)) limit = HEADER_LINES_MAX;
    if (others > limit) return false;
  }
  return false;
};

const BEYOND_SPACE = /[^\0- \ufeff]/;

/** The one object or array of a text, with at most a few other lines before or after it. */
function findJson(text: string): FoundJson | null {
  let others = 0;
  let limit = OTHER_LINES_MAX;
  for (let from = text.charCodeAt(0) === 0xfeff ? 1 : 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    const start = skipBlanks(text, from, end);
    const code = text.charCodeAt(start);
    if (start < end && (code === 0x7b || code === 0x5b)) {
      const tape = scanJson(text, start);
      if (tape) return around(text, tape, others);
    }
    if (start < end) {
      others += 1;
      if (others === 1 && text.startsWith("HTTP/", start)) limit = HEADER_LINES_MAX;
    }
    if (others > limit) return null;
    from = end + 1;
  }
  return null;
}

function around(text: string, tape: Tape, before: number): FoundJson | null {
  const kind = kindOf(tape, 0);
  if (kind !== KIND.object && kind !== KIND.array) return null;
  const end = endOf(tape, 0);
  const after = text.slice(end);
  if (after.length > 4_000) {
    if (after.trim() !== "") return null;
  } else {
    const lines = after.split("\n");
    if ((lines[0] ?? "").trim() !== "") return null;
    if (
      lines.filter((line) => line.trim() !== "").length + Math.min(before, AFTER_LINES_MAX) >
        2 * AFTER_LINES_MAX
    ) return null;
    if (lines.filter((line) => line.trim() !== "").length > AFTER_LINES_MAX) return null;
  }
  return { tape, before: text.slice(0, startOf(tape, 0)), after, isStream: false };
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (
    at < end && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09 || text.charCodeAt(at) === 0x0d)
  ) at += 1;
  return at;
}
