import { mayBeGrep } from "./operators/grep-shape.ts";
import { projectGrep } from "./operators/grep.ts";
import { mayBeJson, projectJson } from "./operators/json.ts";
import { mayHaveLinks, projectLinks } from "./operators/links.ts";
import { mayBeNdjson, projectNdjson } from "./operators/ndjson.ts";
import type { Gate } from "./operators/mostly.ts";
import { mayBePaths } from "./operators/path-rows.ts";
import { projectPathText } from "./operators/paths.ts";
import { mayBeTable } from "./operators/table-shape.ts";
import { projectTable } from "./operators/table.ts";
import type { StructuredOperator } from "./types.ts";

/** Operators on lines: the first one before the structured ones, the others, in this order, where none of these accepts. */
export const LINE_OPERATORS = ["clean", "repeats", "progress", "long-lines", "elide"] as const;

export interface StructuredRow {
  readonly id: string;
  /** Stops no text that the operator takes; see `mostly.ts`. */
  readonly gate: Gate;
  readonly operator: StructuredOperator;
}

/** Operators that take the whole text; the first one that accepts wins. */
export const STRUCTURED = [
  { id: "json", gate: mayBeJson, operator: projectJson },
  { id: "ndjson", gate: mayBeNdjson, operator: projectNdjson },
  { id: "grep", gate: mayBeGrep, operator: projectGrep },
  { id: "paths", gate: mayBePaths, operator: projectPathText },
  { id: "table", gate: mayBeTable, operator: projectTable },
  { id: "links", gate: mayHaveLinks, operator: projectLinks },
] as const satisfies readonly StructuredRow[];

/** Every operator of the projection. */
export type OperatorId = typeof LINE_OPERATORS[number] | typeof STRUCTURED[number]["id"];
