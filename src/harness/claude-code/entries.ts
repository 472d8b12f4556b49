/**
 * What we write into a settings file of Claude Code, and how our own entries
 * are recognised there, of whatever version and path. Pure; no file access.
 */
import { isRecord } from "../../base/value.ts";
import { programWord } from "../../marker/grammar.ts";

/** One event that we register for. */
export interface HookRow {
  readonly event: string;
  readonly matcher?: string;
  /** Seconds until the host gives up on the call. */
  readonly timeout: number;
}

/** The events that this build answers; a test holds it equal to the handlers of the hook door. */
export const HANDLED_EVENTS: readonly string[] = [
  "PostToolUse",
  "PostToolBatch",
  "SessionStart",
  "SessionEnd",
  "PreCompact",
];

/**
 * Far above the own deadline of a hook (5 s): start, the step that was under way
 * and the reply come on top of it, and take several times as long on a machine
 * with more work than processors. A cut answer could already be on record.
 */
const TIMEOUT_SECONDS = 30;
/**
 * Anchored: without anchors a regular expression would also match longer names.
 * Our entries are known by it too (ownership.ts): when it changes, the old one
 * has to stay known there.
 */
export const TOOL_MATCHER = "^(Bash|Read|Grep|Glob|WebFetch|mcp__.*)$";
const HOOK_ARGS: readonly string[] = ["hook"];
const STATUS_ARGS = "status --statusline";
const RULE = /^Bash\((.+) recall:\*\)$/;

/** One row per handled event; only PostToolUse is limited to some tools. */
export function hookRows(events: readonly string[]): readonly HookRow[] {
  return events.map((event) =>
    event === "PostToolUse"
      ? { event, matcher: TOOL_MATCHER, timeout: TIMEOUT_SECONDS }
      : { event, timeout: TIMEOUT_SECONDS }
  );
}

/** The entry of one event: started directly, without a shell. */
export function hookGroup(row: HookRow, program: string): Record<string, unknown> {
  const hooks = [{ type: "command", command: program, args: [...HOOK_ARGS], timeout: row.timeout }];
  return row.matcher === undefined ? { hooks } : { matcher: row.matcher, hooks };
}

/** The status line runs through a shell, so the path is quoted where it must be. */
export function statusLineEntry(program: string): Record<string, unknown> {
  return { type: "command", command: `${shellWord(program)} ${STATUS_ARGS}` };
}

/** Lets `recall` run without a question. The path is quoted as the hint in a footer quotes it: the host compares words. */
export function permissionRule(program: string): string {
  return `Bash(${programWord(program)} recall:*)`;
}

/** The program of a handler that has the form of ours, or null. */
export function programOfHook(handler: unknown): string | null {
  if (!isRecord(handler) || typeof handler.command !== "string") return null;
  const { args, command } = handler;
  return Array.isArray(args) && args.length === HOOK_ARGS.length && args[0] === HOOK_ARGS[0] ? command : null;
}

/** The program of a hook handler that is ours, or null. */
export function hookProgram(handler: unknown, ours: (program: string) => boolean): string | null {
  const program = programOfHook(handler);
  return program !== null && ours(program) ? program : null;
}

/** The program of a status line that is ours, or null. */
export function statusLineProgram(value: unknown, ours: (program: string) => boolean): string | null {
  if (!isRecord(value) || typeof value.command !== "string") return null;
  const command = value.command.trimEnd();
  if (!command.endsWith(` ${STATUS_ARGS}`)) return null;
  const program = unquoted(command.slice(0, -STATUS_ARGS.length - 1));
  return program !== null && ours(program) ? program : null;
}

/** The program of a permission rule that is ours, or null. */
export function ruleProgram(rule: unknown, ours: (program: string) => boolean): string | null {
  const word = typeof rule === "string" && rule.length < 5_000 ? RULE.exec(rule)?.[1] : undefined;
  const program = word === undefined ? null : unquoted(word);
  return program !== null && ours(program) ? program : null;
}

/** A word that POSIX shells and Git Bash read back as `path`. */
export function shellWord(path: string): string {
  if (/^[A-Za-z0-9_./:@%+=-]+$/.test(path)) return path;
  return path.includes("\\") ? programWord(path) : `'${path.replaceAll("'", `'\\''`)}'`;
}

function unquoted(word: string): string | null {
  const mark = word.charAt(0);
  if (mark !== '"' && mark !== "'") return word;
  if (word.length < 2 || !word.endsWith(mark)) return null;
  return mark === "'"
    ? word.slice(1, -1).replaceAll(`'\\''`, "'")
    : word.slice(1, -1).replace(/\\(["$`])/g, "$1");
}
