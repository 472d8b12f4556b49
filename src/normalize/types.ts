/** Shapes shared by the operators of the projection. All of it is data; nothing here computes. */

/** One line on its way through the pipeline. */
export interface Line {
  /** As the model would read it. */
  readonly text: string;
  /** First and last line of the original (1-based) that it stands for. */
  readonly from: number;
  readonly to: number;
  /** How many lines of the original it stands for. */
  readonly count: number;
}

/** What sort of tool printed the text; MCP tools all count as "mcp". */
export type ToolKind = "Bash" | "Read" | "Grep" | "Glob" | "WebFetch" | "mcp";

/** How much is kept (kernel rate rules); `scale` is 1 for the full size. */
export interface Rate {
  readonly scale: number;
  readonly headLines: number;
  readonly tailLines: number;
}

/** What an operator may know besides the text. */
export interface OperatorContext {
  readonly tool: ToolKind;
  /** Path of a Read. */
  readonly path?: string;
  /** Shell command of a Bash call. */
  readonly command?: string;
  readonly rate: Rate;
  readonly grepPerFile: number;
  readonly jsonSample: number;
  readonly jsonMinItems: number;
  /** Cap of the projected text in UTF-16 units (room for the footer is already taken off), or none. */
  readonly maxUnits: number | null;
  /** False: nothing may be hidden (parking is off or failed). */
  readonly mayElide: boolean;
  /** True: lines that were counted in this run stay, as lines do that came with a count. */
  readonly keepsCounted?: boolean;
  /** Line number in the original of a line of the cleaned text (both from 1), where they differ. */
  readonly lineAt?: (line: number) => number;
  /** Asked between the steps; true: the host will not wait for more. */
  readonly isLate?: () => boolean;
  /** Profiles of the user, already checked. */
  readonly userProfiles?: readonly import("./profiles/profile.ts").Profile[];
}

/** Result of a structured operator that takes the whole text. */
export interface Structured {
  readonly text: string;
  /** True when something is hidden (so the original must be parked). */
  readonly elided: boolean;
}

/** Whole-text operator: grep-shaped, file lists, JSON, links. Null: declines, the next one is asked. */
export type StructuredOperator = (text: string, context: OperatorContext) => Structured | null;
