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

/** One operator of the projection; the order of the list is the order of the pipeline. */
export interface OperatorRow {
  readonly id: string;
  /** Lossless operators run even when nothing can be parked. */
  readonly lossless: boolean;
  readonly says: string;
}

export const OPERATORS: readonly OperatorRow[] = [
  {
    id: "clean",
    lossless: true,
    says: "Removes escape sequences, overwritten progress and trailing white space",
  },
  {
    id: "json",
    lossless: false,
    says: "Samples long arrays of a JSON value and keeps the items that differ",
  },
  { id: "ndjson", lossless: false, says: "Samples JSON lines and keeps the records that differ" },
  { id: "grep", lossless: false, says: "Keeps the first matches of every file" },
  { id: "paths", lossless: false, says: "Groups file lists by directory" },
  { id: "table", lossless: false, says: "Keeps head, tail and unusual rows of long tables" },
  { id: "links", lossless: false, says: "Shortens runs of navigation links" },
  { id: "repeats", lossless: true, says: "Counts repeated lines and groups of up to 8 lines" },
  { id: "progress", lossless: false, says: "Keeps the first and last line of a progress family" },
  { id: "long-lines", lossless: false, says: "Cuts lines above 2,000 characters around their signal" },
  { id: "elide", lossless: false, says: "Keeps head, tail, signal, diagnostic blocks and skeleton" },
];

export interface StructuredRow {
  readonly id: string;
  /** Stops no text that the operator takes; see `mostly.ts`. */
  readonly gate: Gate;
  readonly operator: StructuredOperator;
}

/** Operators that take the whole text; the first one that accepts wins. */
export const STRUCTURED: readonly StructuredRow[] = [
  { id: "json", gate: mayBeJson, operator: projectJson },
  { id: "ndjson", gate: mayBeNdjson, operator: projectNdjson },
  { id: "grep", gate: mayBeGrep, operator: projectGrep },
  { id: "paths", gate: mayBePaths, operator: projectPathText },
  { id: "table", gate: mayBeTable, operator: projectTable },
  { id: "links", gate: mayHaveLinks, operator: projectLinks },
];
