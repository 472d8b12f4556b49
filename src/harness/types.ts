/** Events and effects of any host, without its wire format. */

export type EventName =
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolBatch"
  | "PostToolUseFailure"
  | "SessionStart"
  | "SessionEnd"
  | "PreCompact"
  | "UserPromptSubmit"
  | "SubagentStart"
  | "Stop";

/** What every event carries. Empty strings stand for what the host left out. */
export interface HostEvent {
  readonly name: EventName;
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  /** Empty in the main conversation. */
  readonly agentId: string;
  readonly agentType: string;
  /** SessionStart: why. */
  readonly source: string;
  readonly tool: ToolCall | null;
  /** PostToolBatch: every result as the model will read it. */
  readonly batch: readonly DeliveredCall[];
}

export interface ToolCall {
  readonly name: string;
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Raw result of PostToolUse, else undefined. */
  readonly response: unknown;
}

export interface DeliveredCall {
  readonly name: string;
  readonly id: string;
  readonly response: unknown;
}

/** The texts of a tool result, and the way back into the host's shape. */
export interface ToolOutput {
  /** Each is projected on its own. */
  readonly parts: readonly string[];
  /** "paths": parts[0] is one path a line. */
  readonly form: "text" | "paths";
  /** The full text lies in a file of the host; parts hold only its beginning. */
  readonly savedFile?: string;
  /** Builds the replacement in the shape that the host accepts. */
  readonly rebuild: (parts: readonly string[]) => unknown;
}
