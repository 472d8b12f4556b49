/**
 * Door of the command line: parse, run one operation, turn its end into an
 * exit code. No logic of its own; a bug is caught here and nowhere else.
 */
import type { Command, Terminal } from "../ops/command.ts";
import { COMMANDS } from "../ops/registry.ts";
import { VERSION } from "../ops/version.ts";
import { EXIT } from "./exit.ts";
import { commandHelp, programHelp } from "./help.ts";
import { parse, type Parsed } from "./parse.ts";
import { renderBug, renderUsage } from "./render.ts";
import { openTerminal } from "./terminal.ts";

/** Never returns: the process ends with the exit code of what was asked for. */
export async function runCli(argv: readonly string[]): Promise<never> {
  const parsed = parse(COMMANDS, argv);
  const color = "color" in parsed ? parsed.color : "auto";
  const terminal = openTerminal(process.env, color);
  try {
    process.exit(await dispatch(parsed, terminal));
  } catch (error) {
    terminal.err(renderBug(error, VERSION, terminal.color));
    process.exit(EXIT.bug);
  }
}

async function dispatch(parsed: Parsed, terminal: Terminal): Promise<number> {
  switch (parsed.kind) {
    case "version":
      terminal.out(`ck-bin ${VERSION}\n`);
      return EXIT.ok;
    case "help":
      terminal.out(helpText(parsed.command, terminal.color));
      return EXIT.ok;
    case "usage":
      terminal.err(renderUsage(parsed.message, parsed.hint, terminal.color));
      return EXIT.usage;
    case "run": {
      const [{ run }, { createRuntime }] = await Promise.all([
        parsed.command.load(),
        import("../runtime.ts"),
      ]);
      const runtime = createRuntime();
      runtime.expectWork(Number.POSITIVE_INFINITY);
      return await run({ args: parsed.args, runtime, terminal });
    }
  }
}

function helpText(command: Command | null, color: boolean): string {
  return command === null ? programHelp(COMMANDS, VERSION, color) : commandHelp(command, color);
}
