import { describe, expect, test } from "bun:test";
import { checkLayers } from "../../../build/check-layers.ts";
import { scanTypeScript } from "../../../build/lexer.ts";
import type { SourceFile } from "../../../build/sources.ts";

const HOOK = "src/hook/run.ts";

function says(files: Readonly<Record<string, string>>): readonly string[] {
  const all = { [HOOK]: "export const a = 1;", ...files };
  const sources: SourceFile[] = Object.entries(all).map(([path, text]) => ({
    path,
    text,
    scanned: scanTypeScript(text),
  }));
  return checkLayers(sources).map((finding) => `${finding.path}: ${finding.says}`);
}

describe("checkLayers()", () => {
  test("is content with imports downwards", () => {
    expect(says({
      "src/base/text.ts": "export const x = 1;",
      "src/normalize/a.ts": 'import { x } from "../base/text.ts"; export const y = x;',
      "src/ops/b.ts": 'import { y } from "../normalize/a.ts"; export const z = y;',
      "src/main.ts": 'if (Bun.argv[2] === "hook") await import("./hook/run.ts");',
    })).toEqual([]);
  });

  test("refuses an import upwards, of values or of types", () => {
    const ops = { "src/ops/b.ts": "export const z = 1; export interface Z { a: 1 }" };
    expect(says({ ...ops, "src/base/a.ts": 'import { z } from "../ops/b.ts"; export const a = z;' }))
      .toEqual(["src/base/a.ts: layer base may not import ops (src/ops/b.ts)"]);
    expect(says({ ...ops, "src/base/a.ts": 'import type { Z } from "../ops/b.ts"; export type A = Z;' }))
      .toEqual(["src/base/a.ts: layer base may not import ops (src/ops/b.ts)"]);
  });

  test("refuses doors that import each other and folders without a layer", () => {
    expect(says({
      "src/cli/a.ts": 'import { a } from "../hook/run.ts"; export const b = a;',
      "src/helpers/c.ts": 'import { b } from "../cli/a.ts"; export const c = b;',
    })).toEqual([
      "src/cli/a.ts: layer cli may not import hook (src/hook/run.ts)",
      "src/helpers/c.ts: is in a folder that has no layer: helpers",
    ]);
  });

  test("refuses cycles of values, not of types", () => {
    const types = {
      "src/base/a.ts": 'import type { B } from "./b.ts"; export type A = B | 1;',
      "src/base/b.ts": 'import type { A } from "./a.ts"; export interface B { a: A }',
    };
    expect(says(types)).toEqual([]);
    expect(says({
      "src/base/a.ts": 'import { b } from "./b.ts"; export const a = () => b;',
      "src/base/b.ts": 'import { a } from "./a.ts"; export const b = () => a;',
    })).toEqual(["src/base/a.ts: import cycle: src/base/a.ts -> src/base/b.ts -> src/base/a.ts"]);
  });

  test.each([
    ['import { join } from "node:path"; export const a = join("x");', "node:path"],
    ["export const a = Bun.hash;", "Bun"],
    ["export const a = process.env;", "process"],
    ["export const a = Date.now();", "now"],
    ["export const a = new Date();", "new"],
    ["export const a = Math.random();", "random"],
    ["export const a = fetch('x');", "fetch"],
    ["export const a = setTimeout(() => 1);", "set"],
  ])("keeps the core pure: %s", (text, word) => {
    const found = says({ "src/normalize/a.ts": text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(word);
    expect(says({ "src/store/a.ts": text })).toEqual([]);
  });

  test("words in comments and texts do not count, nor does a date from a number", () => {
    expect(says({
      "src/normalize/a.ts":
        'export const a = "Bun process"; // process.env\nexport const b = (t: number) => new Date(t);',
    })).toEqual([]);
  });

  test("keeps the command line, the counter and fflate out of the start of a hook", () => {
    const hook = (text: string) => ({
      [HOOK]: text,
      "src/ops/registry.ts": "export const r = 1;",
      "src/tokens/counter.ts": "export const c = 1;",
      "src/store/inflate.ts": 'import { inflateSync } from "fflate/browser"; export const i = inflateSync;',
    });
    const eager = says(hook(
      'import { r } from "../ops/registry.ts"; import { c } from "../tokens/counter.ts"; import { i } from "../store/inflate.ts"; export const x = [r, c, i];',
    ));
    expect(eager).toHaveLength(3);
    expect(eager.join("\n")).toContain("fflate/browser");
    expect(says(hook('export const x = () => import("../store/inflate.ts");'))).toEqual([]);
  });

  test("forbids slow interfaces in all that a hook can reach, lazily too", () => {
    const hook = { [HOOK]: 'export const x = () => import("../ops/a.ts");' };
    const slow = [
      "process.stdout.write('x');",
      "process\n  .stderr.write('x');",
      "const { stdin } = process;",
      'import "node:zlib";',
      'await import("node:crypto");',
    ];
    for (const text of slow) expect(says({ ...hook, "src/ops/a.ts": text })).toHaveLength(1);
    expect(says({ ...hook, "src/ops/a.ts": "process.stdoutput; const stdout = 1;" })).toEqual([]);
    expect(says({ "src/ops/a.ts": 'import "node:zlib"; process.stdout.write("x");' })).toEqual([]);
  });
});
