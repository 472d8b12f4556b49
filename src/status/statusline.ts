/**
 * `ck-bin status --statusline`: the host's status JSON on stdin, one line on
 * stdout, exit 0, whatever happens. Runs after every turn, so it loads little
 * and never touches the process streams.
 */
import { STATUS_STDIN_MAX_BYTES, STATUS_STDIN_MAX_MS } from "../base/limits.ts";
import { statusFacts } from "../ops/line-facts.ts";
import { loadSettings } from "../ops/load-settings.ts";
import { createRuntime } from "../runtime.ts";
import { type LineStyle, reportedSession, reportedWindow, statusLine } from "./line.ts";

const PLAIN: LineStyle = { color: false, brand: "none", verbose: false };

/** Prints the line and ends the process. `args` may hold `--color` or `--no-color`, which win over settings. */
export async function runStatusline(args: readonly string[]): Promise<never> {
  let line = "";
  try {
    line = lineFor(await readInput(), args);
  } catch {
    line = statusLine(null, null, PLAIN);
  }
  console.log(line);
  process.exit(0);
}

function lineFor(input: unknown, args: readonly string[]): string {
  const rt = createRuntime();
  const settings = loadSettings(rt).values;
  const style: LineStyle = {
    color: !args.includes("--no-color") &&
      (args.includes("--color") || (settings.CK_STATUSLINE_COLOR && (rt.env.NO_COLOR ?? "") === "")),
    brand: settings.CK_STATUSLINE_BRAND,
    verbose: settings.CK_STATUSLINE_VERBOSE,
  };
  const facts = statusFacts(rt, settings, reportedSession(input), reportedWindow(input));
  return statusLine(input, facts.ok ? facts.value : null, style);
}

/** The parsed input, or null for anything that is none; never waits for long. */
async function readInput(): Promise<unknown> {
  const text = await Promise.race([readText(), Bun.sleep(STATUS_STDIN_MAX_MS).then(() => "")]);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** All of stdin, drained to its end; empty when it is above the cap or closed. */
async function readText(): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of Bun.stdin.stream()) {
      bytes += chunk.length;
      if (bytes <= STATUS_STDIN_MAX_BYTES) text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return "";
  }
  return bytes <= STATUS_STDIN_MAX_BYTES ? text + decoder.decode() : "";
}
