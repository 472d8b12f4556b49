/**
 * The real streams of the command line. Synchronous writes on the descriptors:
 * `process.stdout` costs more than the rest of the start together, and a
 * command must not lose output at exit. A reader that goes away is success.
 */
import { fstatSync, writeSync } from "node:fs";
import type { Terminal } from "../ops/command.ts";
import { EXIT } from "./exit.ts";
import type { ColorChoice } from "./parse.ts";

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const DEFAULT_COLUMNS = 80;
/** Pause before the next try when a non-blocking pipe is full. */
const RETRY_MS = 2;

type Environment = Readonly<Record<string, string | undefined>>;

/** The real terminal of a command; `color` is what the command line says about paint. */
export function openTerminal(env: Environment, color: ColorChoice): Terminal {
  const encoder = new TextEncoder();
  return {
    out: (text) => writeAll(STDOUT, encoder.encode(text)),
    outBytes: (bytes) => writeAll(STDOUT, bytes),
    // Paint is chosen by what stdout is; a file behind stderr gets none.
    err: (text) => {
      const painted = !text.includes("\x1b") || wantsColor(env, color, isTerminal(STDERR));
      writeAll(STDERR, encoder.encode(painted ? text : Bun.stripANSI(text)));
    },
    stdin: () => Bun.stdin.bytes(),
    get stdinIsTty() {
      return isTerminal(STDIN);
    },
    get stdoutIsTty() {
      return isTerminal(STDOUT);
    },
    get color() {
      return wantsColor(env, color, isTerminal(STDOUT));
    },
    get columns() {
      return columnsOf(env);
    },
  };
}

/** A choice on the command line wins, then NO_COLOR, then what the terminal is. */
export function wantsColor(env: Environment, choice: ColorChoice, isTty: boolean): boolean {
  if (choice !== "auto") return choice === "always";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTty && env["TERM"] !== "dumb";
}

/**
 * Loading `node:tty` costs as much as a whole hook, so it is asked only about
 * what can be a terminal at all: not about pipes and files.
 */
function isTerminal(descriptor: number): boolean {
  try {
    if (process.platform !== "win32" && !fstatSync(descriptor).isCharacterDevice()) return false;
    return process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    return false;
  }
}

function columnsOf(env: Environment): number {
  const fromEnv = Number(env["COLUMNS"]);
  if (Number.isInteger(fromEnv) && fromEnv >= 20) return fromEnv;
  return isTerminal(STDOUT) ? process.stdout.columns || DEFAULT_COLUMNS : DEFAULT_COLUMNS;
}

function whyNot(code: string | undefined): string {
  if (code === "ENOSPC" || code === "EDQUOT") return "no space is left";
  if (code === "EFBIG") return "the file is as large as it may become";
  return `the system says ${code ?? "no reason"}`;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "EAGAIN") {
        Bun.sleepSync(RETRY_MS);
      } else if (descriptor === STDOUT) {
        // A reader that goes away has what it wanted.
        if (code === "EPIPE") process.exit(EXIT.ok);
        writeAll(STDERR, new TextEncoder().encode(`ck-bin: the output cannot be written: ${whyNot(code)}\n`));
        process.exit(EXIT.failed);
      } else {
        return;
      }
    }
  }
}
