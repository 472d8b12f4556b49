/**
 * Runs the real Claude Code, headless, against the scripted API, and reports
 * what the model read. No model, no account; the home folder is the test's own.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiRequest, startFakeApi } from "./fake-api.ts";
import { plainText, type Scenario } from "./scenario.ts";

/** Pinned: the contract that the hook keeps was measured on this version. */
export const CLAUDE_VERSION = "2.1.332";
const INSTALL_MS = 300_000;

export interface ClaudeRun {
  readonly home: string;
  readonly cwd: string;
  readonly scenario: Scenario;
  readonly prompt?: string;
  /** Written to a file for `--settings`; the settings of the home folder hold besides. */
  readonly settings?: unknown;
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Result {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly text: string;
}

export interface ClaudeReport {
  readonly exitCode: number;
  readonly sessionId: string;
  readonly requests: readonly ApiRequest[];
  /** Every tool result that a route's model was ever sent, once each, in order. */
  readonly results: (route?: string) => readonly Result[];
  readonly stderr: string;
}

/** Path of the client: E2E_CLAUDE, else one that is installed on first use under the system's temporary folder. */
export function ensureClaude(): string {
  const given = process.env.E2E_CLAUDE;
  if (given !== undefined && given !== "") return given;
  const folder = join(tmpdir(), `ck-e2e-claude-${CLAUDE_VERSION}`);
  const program = join(folder, "node_modules", ".bin", "claude");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const name = `@anthropic-ai/claude-code@${CLAUDE_VERSION}`;
  const npm = Bun.spawnSync([
    "npm",
    "install",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    "--no-save",
    name,
  ], {
    stdout: "ignore",
    stderr: "inherit",
    timeout: INSTALL_MS,
  });
  if (npm.exitCode !== 0 || !existsSync(program)) throw new Error(`could not install ${name} in ${folder}`);
  return program;
}

/** One headless run; rejects when the client does not end by itself within two minutes. */
export async function runClaude(run: ClaudeRun): Promise<ClaudeReport> {
  mkdirSync(run.home, { recursive: true });
  mkdirSync(run.cwd, { recursive: true });
  const api = startFakeApi(run.scenario);
  const args = ["-p", run.prompt ?? "do the task", "--output-format", "stream-json", "--verbose"];
  if (run.settings !== undefined) args.push("--settings", JSON.stringify(run.settings));
  if (run.mcpServers !== undefined) {
    args.push("--mcp-config", JSON.stringify({ mcpServers: run.mcpServers }), "--strict-mcp-config");
  }
  const client = Bun.spawn([ensureClaude(), ...args, ...run.args ?? []], {
    cwd: run.cwd,
    env: { ...clientEnvironment(run.home, api.url), ...run.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 120_000,
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(client.stdout).text(),
    new Response(client.stderr).text(),
    client.exited,
  ]);
  await api.stop();
  const sessionId = /"session_id":"([0-9a-f-]{36})"/.exec(stdout)?.[1] ?? "";
  return {
    exitCode,
    sessionId,
    requests: api.requests,
    results: (route = "main") => resultsOf(api.requests, route),
    stderr,
  };
}

/** The client's environment: a home of its own, the scripted API, nothing else over the network. */
export function clientEnvironment(home: string, url: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    LANG: "C.UTF-8",
    TERM: "dumb",
    HOME: home,
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    ENABLE_TOOL_SEARCH: "false",
  };
}

/** A compaction takes earlier results out of later requests, so all requests are looked at. */
function resultsOf(requests: readonly ApiRequest[], route: string): readonly Result[] {
  const calls = new Map<string, { tool: string; input: Readonly<Record<string, unknown>> }>();
  const found = new Map<string, Result>();
  for (const { body } of requests.filter((request) => request.route === route)) {
    for (
      const block of (body.messages ?? []).flatMap(({ content }) =>
        typeof content === "string" ? [] : content
      )
    ) {
      if (block.type === "tool_use") {
        calls.set(block.id ?? "", { tool: block.name ?? "", input: block.input ?? {} });
      }
      if (block.type !== "tool_result" || found.has(block.tool_use_id ?? "")) continue;
      const call = calls.get(block.tool_use_id ?? "") ?? { tool: "", input: {} };
      found.set(block.tool_use_id ?? "", {
        ...call,
        isError: block.is_error === true,
        text: plainText(block.content ?? ""),
      });
    }
  }
  return [...found.values()];
}

const BAD_RECORDS = new Set([
  "hook_non_blocking_error",
  "hook_error_during_execution",
  "hook_blocking_error",
  "hook_cancelled",
]);

/** Records of hooks that failed, were refused or were cut short. */
export function hookErrors(home: string): readonly { readonly type: string; readonly text: string }[] {
  return hookRecords(home).filter(({ type }) => BAD_RECORDS.has(type));
}

/** Types of the hook records in the transcripts of a home folder. */
export function hookRecords(home: string): readonly { readonly type: string; readonly text: string }[] {
  const root = join(home, ".claude", "projects");
  if (!existsSync(root)) return [];
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl")
  );
  return files.flatMap((name) =>
    readFileSync(join(root, name), "utf8").split("\n").flatMap((line) => {
      const type = /"attachment":\{"type":"(hook_\w{1,60})"/.exec(line)?.[1];
      return type === undefined ? [] : [{ type, text: line }];
    })
  );
}
