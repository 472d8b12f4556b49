/**
 * The two ways from a tool result to what the model would read: the built
 * binary's hook in a fresh state root, and the pipeline in this process.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { codePoints } from "../../src/base/text.ts";
import { footer, parkedHint } from "../../src/marker/grammar.ts";
import { project } from "../../src/normalize/pipeline.ts";
import type { OperatorContext, ToolKind } from "../../src/normalize/types.ts";
import type { Entry } from "./entries.ts";

/** Text of an entry → text that the model would read. */
export type Door = (entry: Entry) => string;

const BASH_INLINE_UNITS = 30_000;
const BASH_MAX_UNITS = 28_500;
const MCP_MAX_UNITS = 47_500;
const SCALE = 0.375;
const SESSION = "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69";

/** Runs `<binary> hook` once for each entry. */
export function hookDoor(binary: string): Door {
  return (entry) => {
    const home = mkdtempSync(join(tmpdir(), "ck-bench-"));
    try {
      const payload = payloadOf(entry, home);
      const run = Bun.spawnSync([binary, "hook"], {
        stdin: new TextEncoder().encode(JSON.stringify(payload)),
        env: { PATH: "/usr/bin:/bin", HOME: home, CK_HOME: join(home, "state") },
        cwd: home,
      });
      const reply = JSON.parse(run.stdout.toString() || "{}") as {
        hookSpecificOutput?: { updatedToolOutput?: unknown };
      };
      const updated = reply.hookSpecificOutput?.updatedToolOutput;
      return updated === undefined ? entry.text : textOf(updated);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
}

function payloadOf(entry: Entry, home: string): unknown {
  const transcript = join(home, "projects", "-home-dev-project", `${SESSION}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, "");
  const base = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: home,
    permission_mode: "default",
    hook_event_name: "PostToolUse",
    tool_name: entry.tool,
    tool_use_id: "toolu_000000000000000000000001",
    duration_ms: 100,
  };
  const { text } = entry;
  switch (entry.tool) {
    case "Bash": {
      const response: Record<string, unknown> = {
        stdout: text.slice(0, BASH_INLINE_UNITS),
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      };
      if (text.length > BASH_INLINE_UNITS) {
        const saved = join(dirname(transcript), SESSION, "tool-results", "b9n6ynks4.txt");
        mkdirSync(dirname(saved), { recursive: true });
        writeFileSync(saved, text);
        response.persistedOutputPath = saved;
        response.persistedOutputSize = new TextEncoder().encode(text).length;
      }
      return { ...base, tool_input: { command: entry.command ?? "true" }, tool_response: response };
    }
    case "Read": {
      const lines = text.split("\n").length;
      const path = entry.path ?? "/home/dev/project/file.txt";
      return {
        ...base,
        tool_input: { file_path: path },
        tool_response: {
          type: "text",
          file: { filePath: path, content: text, numLines: lines, startLine: 1, totalLines: lines },
        },
      };
    }
    case "Grep":
      return {
        ...base,
        tool_input: { pattern: entry.command ?? "x", output_mode: "content" },
        tool_response: { mode: "content", numFiles: 0, filenames: [], content: text, numLines: 1 },
      };
    case "Glob":
      return {
        ...base,
        tool_input: { pattern: "**/*" },
        tool_response: { filenames: text.split("\n"), durationMs: 1, numFiles: 1, truncated: false },
      };
    case "WebFetch":
      return {
        ...base,
        tool_input: { url: "https://example.com/", prompt: "read" },
        tool_response: { bytes: text.length, code: 200, codeText: "OK", result: text, durationMs: 1 },
      };
    default:
      return { ...base, tool_input: {}, tool_response: [{ type: "text", text }] };
  }
}

function textOf(updated: unknown): string {
  if (typeof updated === "string") return updated;
  if (Array.isArray(updated)) return updated.map(textOf).join("\n");
  if (typeof updated !== "object" || updated === null) return "";
  const fields = updated as Record<string, unknown>;
  for (const name of ["stdout", "file", "content", "result", "filenames", "text"]) {
    if (fields[name] !== undefined) return textOf(fields[name]);
  }
  return "";
}

const KINDS: readonly ToolKind[] = ["Bash", "Read", "Grep", "Glob", "WebFetch"];

/** The rate of each tool without any learned or set value. */
export function defaultContext(tool: string): OperatorContext {
  const kind = KINDS.find((name) => name === tool) ?? "mcp";
  const scale = kind === "Bash" ? SCALE : 1;
  return {
    tool: kind,
    rate: {
      scale,
      headLines: Math.max(10, Math.floor(45 * scale)),
      tailLines: Math.max(8, Math.floor(20 * scale)),
    },
    grepPerFile: 5,
    jsonSample: 3,
    jsonMinItems: 8,
    maxUnits: kind === "Read" ? null : kind === "mcp" ? MCP_MAX_UNITS : BASH_MAX_UNITS,
    mayElide: true,
  };
}

const tokens = (text: string): number => Math.max(1, Math.floor(codePoints(text) / 4));

/** The pipeline with the hook's own rules about size around it. */
export function inProcessDoor(): Door {
  return ({ text, tool, command, path }) => {
    const context = defaultContext(tool);
    const before = tokens(text);
    if (before < Math.max(200, Math.floor(800 * context.rate.scale))) return text;
    const result = project(text, {
      ...context,
      ...(command === undefined ? {} : { command }),
      ...(path === undefined ? {} : { path }),
    });
    if (result.text === text) return text;
    const hint = result.elided ? parkedHint("/home/dev/.local/bin/ck-bin", "0123456789", "24h") : "";
    const whole = `${result.text}\n\n${footer(before, tokens(result.text), hint, 0)}`;
    const after = tokens(whole);
    return after >= before || (after > before * 0.8 && before - after < 200) ? text : whole;
  };
}
