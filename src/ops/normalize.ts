import { readText } from "../base/encode.ts";
import { fail } from "../base/errors.ts";
import { PARK_MAX_BYTES } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { project } from "../normalize/pipeline.ts";
import type { OperatorReport } from "../normalize/pipeline.ts";
import type { Profile } from "../normalize/profiles/profile.ts";
import type { ToolKind } from "../normalize/types.ts";
import { stateRoot } from "../store/layout.ts";
import { park } from "../store/parked.ts";
import { openState } from "../store/state.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { chosenProject } from "./chosen-project.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";
import { programPath } from "./program.ts";
import { contextOf, type ProjectionRequest, projectParts } from "./project-output.ts";
import { minTokensOf, scaleFor } from "./rate.ts";
import { sayError } from "./say-error.ts";
import { loadAcceptedProfiles } from "./user-profiles.ts";

/** `ck-bin normalize`: the projection of the hook for people and scripts. */

const TOOLS: readonly ToolKind[] = ["Bash", "Read", "Grep", "Glob", "WebFetch"];

export async function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const settings = loadSettings(runtime).values;
  const named = args.text("tool") ?? "Bash";
  const tool = toolOf(named);
  if (tool === null) {
    return sayError(
      terminal,
      fail("usage", `'${named}' is no tool whose output is shrunk (${TOOLS.join(", ")}, mcp__SERVER__TOOL)`)
        .error,
    );
  }
  const scale = args.number("scale") ?? scaleFor(tool, settings, null, true);
  if (terminal.stdinIsTty) terminal.err("ck-bin: reading from the terminal; end with Ctrl-D\n");
  const bytes = await terminal.stdin().catch(() => null);
  if (bytes === null) {
    const next = "Give the text through a pipe or from a file: ck-bin normalize < FILE";
    return sayError(terminal, fail("bad-input", "standard input cannot be read", next).error);
  }
  if (bytes.length > PARK_MAX_BYTES) {
    return sayError(
      terminal,
      fail("too-large", `the text has ${bytes.length} bytes; the limit is ${PARK_MAX_BYTES}`).error,
    );
  }
  const { text, isExact } = readText(bytes);
  let parkText: ((text: string) => string | null) | undefined = () => "";
  if (args.has("park")) {
    const state = openState(runtime);
    if (!state.ok) return sayError(terminal, state.error);
    const place = chosenProject(state.value, runtime);
    parkText = () => {
      const command = args.text("command") ?? args.text("path");
      // Input that no text stands for is parked as the bytes that it is.
      const parked = park(state.value, place, isExact ? text : bytes, {
        tool,
        ...(command === undefined ? {} : { command }),
      }, { maxBytes: settings.CK_PARK_MAX, projectMaxTexts: settings.CK_PARK_KEEP });
      if (!parked.ok) sayError(terminal, parked.error);
      return parked.ok ? parked.value.key : null;
    };
  }
  const path = args.text("path");
  const command = args.text("command");
  const request: ProjectionRequest = {
    parts: [text],
    tool,
    ...(path === undefined ? {} : { path }),
    ...(command === undefined ? {} : { command }),
    scale,
    settings,
    program: programPath(),
    park: parkText,
    hints: args.has("park"),
    userProfiles: tool === "Read" ? [] : profilesWithoutState(runtime),
  };
  const tooSmall = estimateTokens(text) < minTokensOf(scale, settings);
  const replacement = text === "" || tooSmall ? null : projectParts(request);
  const shown = replacement?.parts[0] ?? text;
  const count = await counter(args.text("tokenizer") ?? "o200k_base");
  const before = count(text);
  const after = count(shown);
  const reports = args.has("explain") && !tooSmall
    ? explain(text, request, replacement?.parts[0] ?? null)
    : [];
  if (args.has("json")) {
    terminal.out(`${
      JSON.stringify({
        text: shown,
        changed: replacement !== null,
        elided: replacement?.elided ?? false,
        key: replacement?.keys[0] || undefined,
        tokenizer: count.tokenizer,
        tokensBefore: before.tokens,
        tokensAfter: after.tokens,
        exact: before.exact && after.exact,
        ...(args.has("explain") ? { operators: reports } : {}),
      })
    }\n`);
    return 0;
  }
  // What passes unchanged passes as the bytes that it is.
  if (replacement === null) terminal.outBytes(bytes);
  else terminal.out(shown);
  if (shown !== "" && !shown.endsWith("\n") && replacement !== null) terminal.out("\n");
  for (const report of reports) terminal.err(`${reportLine(report)}\n`);
  const percent = before.tokens === 0
    ? 0
    : Math.floor((100 * (before.tokens - after.tokens)) / before.tokens);
  const about = before.exact && after.exact ? "" : "~";
  terminal.err(
    `${about}${before.tokens} -> ${about}${after.tokens} ${count.tokenizer} tokens (-${
      Math.max(0, percent)
    }%)${replacement ? "" : ", unchanged"}\n`,
  );
  return 0;
}

function toolOf(name: string): ToolKind | null {
  return TOOLS.find((tool) => tool.toLowerCase() === name.toLowerCase()) ??
    (name === "mcp" || name.startsWith("mcp__") ? "mcp" : null);
}

type Counter = ((text: string) => { tokens: number; exact: boolean }) & { tokenizer: string };

async function counter(name: string): Promise<Counter> {
  if (name === "estimate") {
    return Object.assign(
      (text: string) => ({ tokens: text === "" ? 0 : estimateTokens(text), exact: false }),
      { tokenizer: "estimated" },
    );
  }
  const { loadCounter } = await import("./count-tokens.ts");
  return Object.assign(await loadCounter(), { tokenizer: "o200k_base" });
}

/** What each operator did for the text that is shown; the context is the one that it was made with. */
function explain(
  text: string,
  request: ProjectionRequest,
  shown: string | null,
): readonly OperatorReport[] {
  const hiding = project(text, contextOf(request, true, 1));
  return shown === null || shown.startsWith(hiding.text)
    ? hiding.reports
    : project(text, contextOf(request, false, 1)).reports;
}

/** The user's accepted profiles, as the hook reads them; a folder that is not ours is not believed. */
function profilesWithoutState(rt: Runtime): readonly Profile[] {
  const root = stateRoot(rt);
  const stat = root.ok ? rt.files.stat(root.value) : null;
  if (!root.ok || stat === null || !stat.ok || stat.value.kind !== "folder") return [];
  if (rt.uid !== null && stat.value.uid !== rt.uid) return [];
  return loadAcceptedProfiles({ rt, root: root.value });
}

function reportLine(report: OperatorReport): string {
  const lines = `${report.linesBefore} -> ${report.linesAfter} lines`;
  const units = `${report.unitsBefore} -> ${report.unitsAfter} characters`;
  return `${report.id.padEnd(10)}  ${lines.padEnd(26)}  ${units}${report.note ? `  (${report.note})` : ""}`;
}
