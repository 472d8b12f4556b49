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
import { minTokensOf, scaleFor } from "../../src/ops/rate.ts";
import { defaultSettings } from "../../src/settings/resolve.ts";
import { operatorContext } from "../../tests/support/operator-context.ts";
import type { Entry } from "./entries.ts";
import { bashEvent, type EventPlace, replacementIn, toolEvent } from "./events.ts";

/** Text of an entry → text that the model would read. */
export type Door = (entry: Entry) => string;

const BASH_MAX_UNITS = 28_500;
const MCP_MAX_UNITS = 47_500;
const SESSION = "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69";

/** Runs `<binary> hook` once for each entry. */
export function hookDoor(binary: string): Door {
  return (entry) => {
    const home = mkdtempSync(join(tmpdir(), "ck-bench-"));
    try {
      const run = Bun.spawnSync([binary, "hook"], {
        stdin: new TextEncoder().encode(eventOf(entry, home)),
        env: { PATH: "/usr/bin:/bin", HOME: home, CK_HOME: join(home, "state") },
        cwd: home,
      });
      return replacementIn(run.stdout.toString() || "{}") ?? entry.text;
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
}

function eventOf(entry: Entry, home: string): string {
  const transcript = join(home, "projects", "-home-dev-project", `${SESSION}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, "");
  const place: EventPlace = { sessionId: SESSION, transcriptPath: transcript, project: home };
  const { text } = entry;
  switch (entry.tool) {
    case "Bash":
      return bashEvent(place, text, entry.command ?? "true");
    case "Read": {
      const lines = text.split("\n").length;
      const path = entry.path ?? "/home/dev/project/file.txt";
      const file = { filePath: path, content: text, numLines: lines, startLine: 1, totalLines: lines };
      return toolEvent(place, "Read", { file_path: path }, { type: "text", file });
    }
    case "Grep":
      return toolEvent(
        place,
        "Grep",
        { pattern: entry.command ?? "x", output_mode: "content" },
        { mode: "content", numFiles: 0, filenames: [], content: text, numLines: 1 },
      );
    case "Glob":
      return toolEvent(
        place,
        "Glob",
        { pattern: "**/*" },
        { filenames: text.split("\n"), durationMs: 1, numFiles: 1, truncated: false },
      );
    case "WebFetch":
      return toolEvent(
        place,
        "WebFetch",
        { url: "https://example.com/", prompt: "read" },
        { bytes: text.length, code: 200, codeText: "OK", result: text, durationMs: 1 },
      );
    default:
      return toolEvent(place, entry.tool, {}, [{ type: "text", text }]);
  }
}

const KINDS: readonly ToolKind[] = ["Bash", "Read", "Grep", "Glob", "WebFetch"];

/** The rate of each tool without any learned or set value. */
export function defaultContext(tool: string): OperatorContext {
  const kind = KINDS.find((name) => name === tool) ?? "mcp";
  const maxUnits = kind === "Read" ? null : kind === "mcp" ? MCP_MAX_UNITS : BASH_MAX_UNITS;
  return operatorContext({ tool: kind, maxUnits }, scaleFor(kind, defaultSettings(), null, true));
}

const tokens = (text: string): number => Math.max(1, Math.floor(codePoints(text) / 4));

/** The pipeline with the hook's own rules about size around it. */
export function inProcessDoor(): Door {
  return ({ text, tool, command, path }) => {
    const context = defaultContext(tool);
    const before = tokens(text);
    if (before < minTokensOf(context.rate.scale, defaultSettings())) return text;
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
