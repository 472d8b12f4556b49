import { type CkError, ERROR_HINTS } from "../base/errors.ts";
import { inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import type { Terminal } from "./command.ts";

/** Prints an expected failure and its next step on stderr; returns the exit code. */
export function sayError(terminal: Terminal, error: CkError): number {
  const paint = painter(terminal.color);
  terminal.err(`${paint("red", "ck-bin:")} ${inertLine(error.message)}\n`);
  terminal.err(`${paint("dim", `  ${ERROR_HINTS[error.code]}`)}\n`);
  return 1;
}
