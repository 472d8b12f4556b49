/** Files stay small enough to see. Tables of data say so in their first lines and may be longer; generated files say so too. */
import { exitWith, type Finding } from "./finding.ts";
import { readSources, type SourceFile } from "./sources.ts";

const MAX_LINES = 400;
const MAX_TABLE_LINES = 500;
const HEAD_LINES = 12;
const TABLE = ["table of data", "data (a table"];

export function checkSizes(
  sources: readonly Pick<SourceFile, "path" | "text">[] = [...readSources("src"), ...readSources("build")],
): readonly Finding[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const head = lines.slice(0, HEAD_LINES).join("\n").toLowerCase();
    if (head.includes("generated")) return [];
    const limit = TABLE.some((word) => head.includes(word)) ? MAX_TABLE_LINES : MAX_LINES;
    return lines.length <= limit
      ? []
      : [{ path, says: `has ${lines.length} lines; split it (limit ${limit})` }];
  });
}

if (import.meta.main) exitWith("sizes", checkSizes());
