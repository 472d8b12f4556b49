import { type CkError, type ErrorCode, nextStep } from "../base/errors.ts";
import { inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import type { Terminal } from "./command.ts";

/** What was typed is wrong: the exit code of wrong usage. */
const USAGE: ReadonlySet<ErrorCode> = new Set(["usage", "bad-pattern", "slow-pattern"]);

/** Prints an expected failure and its next step on stderr; returns the exit code, 2 for wrong usage, else 1. */
export function sayError(terminal: Terminal, error: CkError): number {
  const paint = painter(terminal.color);
  terminal.err(`${paint("red", "ck-bin:")} ${inertLine(error.message)}\n`);
  terminal.err(`${paint("dim", `  ${inertLine(nextStep(error))}`)}\n`);
  return USAGE.has(error.code) ? 2 : 1;
}
