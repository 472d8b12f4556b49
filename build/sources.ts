/** The TypeScript files of a folder, read once for all checks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./compile.ts";
import { type Scanned, scanTypeScript } from "./lexer.ts";

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly scanned: Scanned;
}

/** Sorted by path. */
export function readSources(folder: string, root = ROOT): readonly SourceFile[] {
  const paths = [...new Bun.Glob(`${folder}/**/*.ts`).scanSync({ cwd: root })];
  return paths.map((path) => path.replaceAll("\\", "/")).sort().map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, scanned: scanTypeScript(text) };
  });
}
