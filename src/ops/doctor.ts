/** `ck-bin doctor`: everything that could be wrong, with the next step for each. Never prints content. */
import { inertLine } from "../base/inert.ts";
import { painter, type Style } from "../base/paint.ts";
import type { Check } from "./checks/check.ts";
import { checkHost, surveyHost } from "./checks/host.ts";
import { checkHostVersion } from "./checks/host-version.ts";
import { checkLedger } from "./checks/ledger.ts";
import { checkEnvironment, checkProgram, checkSelfTest } from "./checks/program.ts";
import { checkFailures, checkSettings, checkState } from "./checks/state.ts";
import { chosenFolder } from "./chosen-project.ts";
import type { CommandContext } from "./command.ts";
import { ownProgram } from "./own-program.ts";
import { selfTest } from "./self-test.ts";

const MARKS: Readonly<Record<Check["level"], readonly [mark: string, style: Style]>> = {
  ok: ["[ok]  ", "green"],
  warn: ["[warn]", "yellow"],
  ko: ["[ko]  ", "red"],
  none: ["[--]  ", "dim"],
};

export async function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const checks = await allChecks(runtime, args.text("project"));
  const count = (level: Check["level"]) => checks.filter((check) => check.level === level).length;
  const failed = count("ko");
  const verdict = failed > 0 ? "needs attention" : count("warn") > 0 ? "works, with warnings" : "all is well";
  if (args.has("json")) {
    terminal.out(`${JSON.stringify({ verdict, ko: failed, warn: count("warn"), checks })}\n`);
    return failed > 0 ? 1 : 0;
  }
  const paint = painter(terminal.color);
  for (const { id, level, says, next } of checks) {
    const [mark, style] = MARKS[level];
    terminal.out(`${paint(style, mark)} ${id.padEnd(16)} ${inertLine(says)}\n`);
    if (next !== undefined) terminal.out(`${" ".repeat(24)}${paint("dim", `-> ${inertLine(next)}`)}\n`);
  }
  terminal.out(`VERDICT: ${verdict} (${failed} ko, ${count("warn")} warn)\n`);
  return failed > 0 ? 1 : 0;
}

async function allChecks(
  rt: CommandContext["runtime"],
  asked: string | undefined,
): Promise<readonly Check[]> {
  const program = ownProgram();
  const { checks, state } = checkState(rt);
  const { files, broken } = surveyHost(
    rt,
    chosenFolder(rt, state, asked),
    program.ok ? program.value : null,
  );
  const started = rt.now();
  const tested = await selfTest(rt);
  const hostEnv = Object.assign({}, ...files.map(({ survey }) => survey.env));
  return [
    checkProgram(),
    checkSelfTest(tested, rt.now() - started),
    ...checkEnvironment(rt, hostEnv),
    checkHostVersion(rt),
    ...broken,
    ...checkHost(rt, files, program.ok ? program.value : null),
    ...checks,
    ...checkSettings(rt),
    ...(state === null ? [] : [checkFailures(state), ...checkLedger(rt, state)]),
  ];
}
