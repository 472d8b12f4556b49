/**
 * A session of the host around the built executable: it fires the events in
 * the recorded shapes, puts replacements in place as the client does, and says
 * what the model reads.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ckBin, type Ran, type RunOptions, startCkBin, temporaryFolder } from "./binary.ts";
import { modelReads } from "./model-reads.ts";
import { type Payload, recorded } from "./recorded.ts";

export interface Reply {
  readonly ran: Ran;
  /** The parsed document; null for empty stdout. */
  readonly document: Payload | null;
  /** `hookSpecificOutput`, or an empty object. */
  readonly specific: Payload;
  /** The replacement, undefined when the host's own result passes. */
  readonly updated: unknown;
}

export interface Call {
  readonly tool: string;
  readonly input: Payload;
  readonly response: unknown;
  readonly id?: string;
  /** In a sub-agent. */
  readonly agent?: string;
  readonly agentType?: string;
  readonly cwd?: string;
}

export interface Delivered extends Reply {
  readonly tool: string;
  readonly id: string;
  /** What the client shows to the model: a text, or blocks of an MCP tool. */
  readonly shown: unknown;
  /** All text of it. */
  readonly text: string;
}

export interface World {
  readonly home: string;
  readonly state: string;
  readonly project: string;
  readonly sessionId: string;
  readonly transcript: string;
  /** The session's folder of saved outputs, made. */
  readonly saved: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Ran;
  /** One event; the exit code is checked by the caller. */
  readonly hook: (payload: unknown, env?: RunOptions["env"]) => Reply;
  /** One event, beside others. */
  readonly start: (payload: string) => Promise<Ran>;
  /** The event of a tool that has run, not yet sent. */
  readonly payload: (call: Call) => Payload;
  /** A tool has run. */
  readonly call: (call: Call, env?: RunOptions["env"]) => Delivered;
  readonly bash: (
    command: string,
    stdout: string,
    more?: Partial<Call>,
    env?: RunOptions["env"],
  ) => Delivered;
  readonly read: (path: string, content: string, more?: Partial<Call>, env?: RunOptions["env"]) => Delivered;
  readonly mcp: (response: unknown, more?: Partial<Call>, env?: RunOptions["env"]) => Delivered;
  /** The host shows results as the model reads them; `shown` of another text than was handed over. */
  readonly batch: (calls: readonly Delivered[], shown?: unknown, env?: RunOptions["env"]) => Reply;
  readonly event: (name: string, more?: Payload, env?: RunOptions["env"]) => Reply;
  readonly recall: (args: readonly string[], options?: RunOptions) => Ran;
  /** The same home and project in another session. */
  readonly another: (sessionId: string) => World;
}

let ids = 0;

/** A world with its own home, state, project and session. */
export function hookWorld(
  options: { readonly env?: RunOptions["env"]; readonly binary?: string } = {},
): World {
  const root = temporaryFolder("ck-hook-");
  const project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  return worldIn(root, project, "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69", options);
}

function worldIn(
  root: string,
  project: string,
  sessionId: string,
  options: { readonly env?: RunOptions["env"]; readonly binary?: string },
): World {
  const home = join(root, "home");
  const state = join(root, "state");
  const transcripts = join(home, ".claude", "projects", "-project");
  const transcript = join(transcripts, `${sessionId}.jsonl`);
  const saved = join(transcripts, sessionId, "tool-results");
  mkdirSync(saved, { recursive: true });
  writeFileSync(transcript, "");

  const common = (name: string, agent?: string, agentType?: string, cwd = project): Payload => ({
    session_id: sessionId,
    transcript_path: transcript,
    cwd,
    prompt_id: "2b9a63f0-80d4-4d3d-ad3c-8600bc90c232",
    permission_mode: "default",
    ...(agent === undefined ? {} : { agent_id: agent, agent_type: agentType ?? "Explore" }),
    effort: { level: "medium" },
    hook_event_name: name,
  });
  const placed = (more: RunOptions): RunOptions => ({
    cwd: project,
    ...(options.binary === undefined ? {} : { binary: options.binary }),
    ...more,
    env: { HOME: home, CK_HOME: state, ...options.env, ...more.env },
  });
  const run: World["run"] = (args, more = {}) => ckBin(args, placed(more));
  const hook: World["hook"] = (payload, env = {}) => {
    const stdin = typeof payload === "string" ? payload : JSON.stringify(payload);
    const ran = run(["hook"], { stdin, env: { CLAUDE_PROJECT_DIR: project, ...env } });
    const document = ran.out.trim() === "" ? null : JSON.parse(ran.out);
    const specific = document?.hookSpecificOutput ?? {};
    return { ran, document, specific, updated: specific.updatedToolOutput };
  };
  const payload: World["payload"] = ({ tool, input, response, agent, agentType, cwd, id }) => ({
    ...common("PostToolUse", agent, agentType, cwd),
    tool_name: tool,
    tool_input: input,
    tool_response: response,
    tool_use_id: id ?? `toolu_${String(ids += 1).padStart(24, "0")}`,
    duration_ms: 104,
  });
  const call: World["call"] = (given, env) => {
    const event = payload(given);
    const reply = hook(event, env);
    const shown = modelReads(given.tool, reply.updated ?? given.response);
    return { ...reply, tool: given.tool, id: String(event.tool_use_id), shown, text: textOf(shown) };
  };
  const world: World = {
    home,
    state,
    project,
    sessionId,
    transcript,
    saved,
    run,
    hook,
    payload,
    start: (stdin) => startCkBin(["hook"], placed({ stdin, env: { CLAUDE_PROJECT_DIR: project } })),
    call,
    bash: (command, stdout, more = {}, env) =>
      call({
        tool: "Bash",
        input: { command, description: "runs" },
        response: { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
        ...more,
      }, env),
    read: (path, content, more = {}, env) =>
      call({ tool: "Read", input: { file_path: path }, response: readResponse(path, content), ...more }, env),
    mcp: (response, more = {}, env) =>
      call({ tool: "mcp__lab__echo", input: { x: "s" }, response, ...more }, env),
    batch: (calls, shown, env) =>
      hook({
        ...common("PostToolBatch"),
        tool_calls: calls.map((each) => ({
          tool_name: each.tool,
          tool_input: {},
          tool_use_id: each.id,
          tool_response: shown === undefined ? each.shown : shown,
        })),
      }, env),
    event: (name, more = {}, env) => hook({ ...common(name), ...more }, env),
    recall: (args, more = {}) =>
      run(["recall", ...args], { ...more, env: { CLAUDE_CODE_SESSION_ID: sessionId, ...more.env } }),
    another: (other) => worldIn(root, project, other, options),
  };
  return world;
}

/** The result of a Read of a whole file. */
export function readResponse(path: string, content: string, startLine = 1): Payload {
  const lines = content.split("\n").length;
  return {
    type: "text",
    file: { filePath: path, content, numLines: lines, startLine, totalLines: lines },
  };
}

/** A recorded PostToolUse payload with another result. */
export function withResponse(name: string, response: unknown): Payload {
  return { ...recorded(name), tool_response: response };
}

function textOf(shown: unknown): string {
  if (typeof shown === "string") return shown;
  if (!Array.isArray(shown)) return "";
  return shown.map((block) => (typeof block?.text === "string" ? block.text : "")).join("\n");
}
