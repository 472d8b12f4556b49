/**
 * Which entries of a settings text are ours, whatever the executable is called
 * and wherever it lies by now. An entry needs our form (see entries.ts) and a
 * program that is ours, which is one that
 *  - is called `ck-bin`, or `ck-bin-…`; or
 *  - the caller knows: the executable that runs, what `install` remembers; or
 *  - runs here as the hook of exactly our tools: nobody else's entry has our
 *    matcher and starts a program with the one argument `hook`.
 */
import { baseName } from "../../base/text.ts";
import { isRecord } from "../../base/value.ts";
import { programOfHook, TOOL_MATCHER } from "./entries.ts";
import { type JsonText, valueAt } from "./jsonc-edit.ts";

/** True for a program that is ours. */
export type Ours = (program: string) => boolean;

const PROGRAM_NAME = /^ck-bin(?:-[a-z0-9_.-]+)?(?:\.exe)?$/i;

/** Only what a program is called decides. */
export const oursByName: Ours = (program) => PROGRAM_NAME.test(baseName(program));

/** @param known absolute paths of programs that are ours for certain */
export function ownership(json: JsonText, known: readonly string[] = []): Ours {
  const programs = new Set(known);
  const groups = valueAt(json, ["hooks", "PostToolUse"]);
  for (const group of Array.isArray(groups) ? groups : []) {
    if (!isRecord(group) || group.matcher !== TOOL_MATCHER || !Array.isArray(group.hooks)) continue;
    for (const handler of group.hooks) {
      const program = programOfHook(handler);
      if (program !== null) programs.add(program);
    }
  }
  return (program) => oursByName(program) || programs.has(program);
}
