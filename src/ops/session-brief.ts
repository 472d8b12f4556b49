import type { SettingValues } from "../settings/resolve.ts";
import { programWord } from "../marker/grammar.ts";
import { programPath } from "./program.ts";

/**
 * What the model has to know about shrunk outputs. The same bytes in every
 * session with the same settings, so that the host's prompt cache holds.
 */
export function sessionBrief(settings: SettingValues): string {
  const parked = settings.CK_PARK
    ? `A parked original comes back with \`${
      programWord(programPath())
    } recall KEY --grep PATTERN\` or \`--lines A-B\`; the key stands in the footer. `
    : "";
  return "[context-kernel] Long tool outputs arrive shrunk: lines that begin with [context-kernel: say which original lines are hidden, " +
    "and the last line says how much (token counts are estimates: characters / 4). Errors, warnings and summaries are kept unless the marker says otherwise. " +
    parked +
    "A repeated Read or shell command (up to 30,000 characters) passes in full after a shrunk or UNCHANGED/IDENTICAL answer; for anything longer use recall.";
}
