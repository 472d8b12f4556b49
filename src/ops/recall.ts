import { fail } from "../base/errors.ts";
import { inert, inertLine } from "../base/inert.ts";
import { RECALL_MAX_LINES } from "../base/limits.ts";
import { shellWord } from "../harness/claude-code/entries.ts";
import { programWord } from "../marker/grammar.ts";
import { appendSession } from "../store/journal.ts";
import { isLogOff } from "../store/failures.ts";
import type { Recalled } from "../store/parked.ts";
import type { State } from "../store/state.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import type { CommandContext } from "./command.ts";
import { compilePattern, searchLines } from "./line-search.ts";
import { loadSettings } from "./load-settings.ts";
import { openLoggedState } from "./open-state.ts";
import { programPath } from "./program.ts";
import { recallProjects } from "./chosen-project.ts";
import { listFrom, otherProjects, recallFrom, type ScopedEntry } from "./recall-scope.ts";
import { sayError } from "./say-error.ts";

/** `ck-bin recall`: pages a parked original back in. */

const UNKNOWN_KEY = 2;
const DEFAULT_HEAD = 40;
const OTHERS_SHOWN = 10;
const DEFAULT_CONTEXT = 2;

export async function run(context: CommandContext): Promise<number> {
  const { args, runtime, terminal } = context;
  const state = openLoggedState(runtime, loadSettings(runtime).values);
  if (!state.ok) return sayError(terminal, state.error);
  const key = args.positionals[0];
  const search = args.text("search");
  if (search !== undefined) return await searchAll(context, state.value, search);
  if (args.has("list") || key === undefined) return listAll(context, state.value);
  const found = await recallFrom(
    state.value,
    recallProjects(state.value, runtime, args.text("project")),
    key,
    typedAgain(context),
  );
  if (!found.ok) {
    sayError(terminal, found.error);
    return found.error.code === "not-found" || found.error.code === "other-secret" ? UNKNOWN_KEY : 1;
  }
  return show(context, state.value, key, found.value);
}

/** The choice of lines as it would be typed again. */
function typedAgain({ args }: CommandContext): readonly string[] {
  const valued = ["grep", "lines", "head", "context"].flatMap((name) => {
    const value = args.text(name);
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return [...valued, ...["all", "json"].filter((name) => args.has(name)).map((name) => `--${name}`)];
}

interface Shown {
  readonly text: string;
  /** 1-based numbers of the lines shown, in order. */
  readonly lines: readonly number[];
  readonly matches?: number;
  readonly note?: string;
}

function show(context: CommandContext, state: State, key: string, found: Recalled): number {
  const { args, terminal } = context;
  const chosen = choose(context, found.text);
  if (typeof chosen === "number") return chosen;
  noteRecall(context, state, chosen.text);
  if (args.has("json")) {
    terminal.out(
      `${
        JSON.stringify({
          key,
          tool: found.tool,
          command: found.command,
          text: chosen.text,
          lines: chosen.lines,
          matches: chosen.matches,
          ...(args.has("all") && found.bytes !== undefined
            ? { base64: Buffer.from(found.bytes).toString("base64") }
            : {}),
          note: chosen.note,
        })
      }\n`,
    );
    return 0;
  }
  if (args.has("all") && found.bytes !== undefined) terminal.outBytes(found.bytes);
  else terminal.out(chosen.text);
  if (!args.has("all") && chosen.text !== "" && !chosen.text.endsWith("\n")) terminal.out("\n");
  if (chosen.note !== undefined) terminal.err(`${chosen.note}\n`);
  return 0;
}

function choose(context: CommandContext, text: string): Shown | number {
  const { args, terminal, runtime } = context;
  if (args.has("all")) return { text, lines: [] };
  const lines = linesOf(text);
  const grep = args.text("grep");
  const range = args.text("lines");
  if (grep !== undefined) {
    const pattern = compilePattern(grep);
    if (!pattern.ok) {
      return sayError(terminal, pattern.error);
    }
    const hits = searchLines(lines, pattern.value, runtime.now);
    const around = args.integer("context") ?? DEFAULT_CONTEXT;
    const picked = withContext(hits.lines, around, lines.length);
    const capped = picked.length > RECALL_MAX_LINES ? picked.slice(0, RECALL_MAX_LINES) : picked;
    const notes = [
      hits.lines.length === 0 ? `no line matches ${grep}` : "",
      picked.length > capped.length
        ? `only the first ${RECALL_MAX_LINES} of ${picked.length} lines are shown; narrow the pattern or use --lines`
        : "",
      hits.searched < lines.length
        ? `search stopped after ${hits.searched} of ${lines.length} lines: the pattern is slow`
        : "",
    ].filter((note) => note !== "");
    return {
      text: numbered(lines, capped),
      lines: capped.map((at) => at + 1),
      matches: hits.lines.length,
      ...(notes.length > 0 ? { note: notes.join("\n") } : {}),
    };
  }
  if (range !== undefined) {
    const bounds = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range.trim());
    const from = Number(bounds?.[1] ?? 0);
    const to = Number(bounds?.[2] ?? bounds?.[1] ?? 0);
    if (!bounds || from < 1 || to < from) {
      return sayError(
        terminal,
        fail("usage", `--lines wants A-B with 1 <= A <= B, not '${range}'`).error,
      );
    }
    const picked = indexes(from - 1, Math.min(to, lines.length));
    const note = from > lines.length ? `the text has ${lines.length} lines` : undefined;
    return { text: numbered(lines, picked), lines: picked.map((at) => at + 1), ...(note ? { note } : {}) };
  }
  const count = args.integer("head") ?? DEFAULT_HEAD;
  const picked = indexes(0, Math.min(count, lines.length));
  const left = lines.length - picked.length;
  const note = left > 0
    ? `… ${left} remaining lines (--lines ${picked.length + 1}-${lines.length}, --grep RE, --all)`
    : undefined;
  return {
    text: picked.map((at) => lines[at]).join("\n"),
    lines: picked.map((at) => at + 1),
    ...(note ? { note } : {}),
  };
}

/** A final newline ends the last line; it does not begin another one. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  return lines;
}

function indexes(from: number, to: number): number[] {
  const out: number[] = [];
  for (let i = Math.max(0, from); i < to; i += 1) out.push(i);
  return out;
}

function withContext(hits: readonly number[], around: number, total: number): number[] {
  const out: number[] = [];
  let last = -1;
  for (const hit of hits) {
    for (let i = Math.max(last + 1, hit - around); i <= Math.min(total - 1, hit + around); i += 1) {
      out.push(i);
    }
    last = Math.max(last, out[out.length - 1] ?? -1);
  }
  return out;
}

/** `N<TAB>text`, groups apart by `…`. */
function numbered(lines: readonly string[], picked: readonly number[]): string {
  let out = "";
  picked.forEach((at, n) => {
    if (n > 0 && at !== (picked[n - 1] as number) + 1) out += "…\n";
    out += `${at + 1}\t${lines[at]}\n`;
  });
  return out;
}

function listAll(context: CommandContext, state: State): number {
  const { args, runtime, terminal } = context;
  const projects = recallProjects(state, runtime, args.text("project"));
  const entries = listFrom(state, projects);
  if (!entries.ok) return sayError(terminal, entries.error);
  if (args.has("json")) {
    const rows = entries.value.map((entry) => ({
      ...entry,
      project: entry.project.id,
      ageMs: Math.max(0, runtime.now() - entry.renewedMs),
    }));
    terminal.out(`${JSON.stringify({ entries: rows })}\n`);
    return 0;
  }
  if (entries.value.length === 0) {
    terminal.out("nothing is parked for this project\n");
    for (const { path, keys, isOrphaned } of otherProjects(state, projects).slice(0, OTHERS_SHOWN)) {
      const where = path === "" ? "a folder that is not on record" : `--project ${shellWord(path)}`;
      terminal.out(
        `  ${keys.length} of another one: ${inertLine(where)}${isOrphaned ? " (its secret is gone)" : ""}\n`,
      );
    }
    return 0;
  }
  for (const entry of entries.value) {
    terminal.out(
      `${entry.key}  ${entry.tool.padEnd(8)}  ${
        `${minutes(runtime.now() - entry.renewedMs)} min`.padStart(8)
      }  ${`${entry.lines} lines`.padStart(13)}  ${inertLine(entry.command, 80)}\n`,
    );
  }
  return 0;
}

async function searchAll(context: CommandContext, state: State, source: string): Promise<number> {
  const { args, runtime, terminal } = context;
  const pattern = compilePattern(source);
  if (!pattern.ok) {
    return sayError(terminal, pattern.error);
  }
  const entries = listFrom(state, recallProjects(state, runtime, args.text("project")));
  if (!entries.ok) return sayError(terminal, entries.error);
  const around = args.integer("context") ?? 0;
  const results: {
    key: string;
    tool: string;
    command: string;
    matches: number;
    lines: { line: number; text: string }[];
  }[] = [];
  let shown = 0;
  let printed = "";
  for (const entry of entries.value) {
    const found = await recallFrom(state, [entry.project], entry.key);
    if (!found.ok) continue;
    const lines = linesOf(found.value.text);
    const hits = searchLines(lines, pattern.value, runtime.now).lines;
    if (hits.length === 0) continue;
    const picked = withContext(hits, around, lines.length).slice(0, Math.max(0, RECALL_MAX_LINES - shown));
    shown += picked.length;
    results.push({
      key: entry.key,
      tool: entry.tool,
      command: entry.command,
      matches: hits.length,
      lines: picked.map((at) => ({ line: at + 1, text: lines[at] as string })),
    });
    printed += `${header(entry, hits.length, runtime.now())}\n${numbered(lines, picked)}  -> ${
      programWord(programPath())
    } recall ${entry.key} ${shellWord(`--grep=${source}`)}  |  --lines A-B\n`;
    if (shown >= RECALL_MAX_LINES) break;
  }
  if (args.has("json")) terminal.out(`${JSON.stringify({ pattern: source, results })}\n`);
  else {terminal.out(
      results.length === 0 ? `no parked output matches ${inertLine(source)}\n` : inert(printed),
    );}
  if (shown >= RECALL_MAX_LINES) {
    terminal.err(`only the first ${RECALL_MAX_LINES} lines are shown; narrow the pattern\n`);
  }
  noteRecall(context, state, printed);
  return 0;
}

function header(entry: ScopedEntry, matches: number, nowMs: number): string {
  return `== ${entry.key}  ${entry.tool}  ${minutes(nowMs - entry.renewedMs)}min ago  ${
    inertLine(entry.command, 80)
  }  (${matches} matches) ==`;
}

function minutes(ms: number): number {
  return Math.max(0, Math.floor(ms / 60_000));
}

/** What came back into a context is the price of the elision. */
function noteRecall(context: CommandContext, state: State, text: string): void {
  const session = context.runtime.env.CLAUDE_CODE_SESSION_ID;
  if (session === undefined || session === "" || text === "" || isLogOff(state)) return;
  appendSession(state, session, [{
    t: "fault",
    kind: "recall",
    bucket: "recall",
    tokens: estimateTokens(text),
  }]);
}
