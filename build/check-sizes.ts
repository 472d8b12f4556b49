/** Files stay small enough to see. Tables of data and generated files say so in their first lines. */
import { exitWith, type Finding } from "./finding.ts";
import { readSources, type SourceFile } from "./sources.ts";

const MAX_LINES = 400;
const HEAD_LINES = 12;
const EXEMPT = ["table of data", "data (a table", "generated"];

export function checkSizes(
  sources: readonly SourceFile[] = [...readSources("src"), ...readSources("build")],
): readonly Finding[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const head = lines.slice(0, HEAD_LINES).join("\n").toLowerCase();
    if (lines.length <= MAX_LINES || EXEMPT.some((word) => head.includes(word))) return [];
    return [{ path, says: `has ${lines.length} lines; split it (limit ${MAX_LINES})` }];
  });
}

if (import.meta.main) exitWith("sizes", checkSizes());
