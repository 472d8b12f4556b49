/** Lines that the command line itself prints. Everything typed or foreign is made inert. */
import { inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";

/** A wrong command line: what is wrong, and the next step. */
export function renderUsage(message: string, hint: string, color: boolean): string {
  const paint = painter(color);
  return `${paint("red", "ck-bin:")} ${inertLine(message)}\n${paint("dim", "  " + inertLine(hint))}\n`;
}

/** A bug: its name and message, and how to report it; no stack, no content. */
export function renderBug(error: unknown, version: string, color: boolean): string {
  const paint = painter(color);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${paint("red", "ck-bin:")} this is a bug (${inertLine(what, 500)})\n` +
    paint("dim", `  please report it with the command line and this version: ${version}, ${platform()}`) +
    "\n";
}

function platform(): string {
  return `${process.platform}-${process.arch}`;
}
