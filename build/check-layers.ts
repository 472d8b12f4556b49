/**
 * The import graph against the layers of docs/architecture.md: who may import
 * whom, no cycle, a pure core, and what the start of a hook may not load.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMANDS } from "../src/ops/registry.ts";
import { ROOT } from "./compile.ts";
import { exitWith, type Finding } from "./finding.ts";
import { readSources, type SourceFile } from "./sources.ts";

const CORE = ["tokens", "marker", "normalize", "ledger"];
const ADAPTERS = ["store", "harness"];
const BELOW_ADAPTERS = ["base", ...CORE, "settings"];
const BELOW_OPS = [...BELOW_ADAPTERS, ...ADAPTERS];

/** Folder -> folders that it may import, besides itself. "runtime" and "main" are files of src. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  tokens: ["base"],
  marker: ["base"],
  normalize: ["base", "tokens", "marker"],
  ledger: ["base", "tokens", "marker"],
  settings: ["base"],
  store: BELOW_ADAPTERS,
  harness: BELOW_ADAPTERS,
  ops: [...BELOW_OPS, "runtime"],
  runtime: ["base", "store"],
  hook: [...BELOW_OPS, "ops", "runtime"],
  status: [...BELOW_OPS, "ops", "runtime"],
  cli: [...BELOW_OPS, "ops", "runtime"],
  main: ["hook", "cli", "status"],
};

/** What the core may not touch: it is handed time, randomness and bytes. */
const IMPURE = [
  /\bBun\b/,
  /\bprocess\b/,
  /\bDate\s{0,9}\.\s{0,9}now\b/,
  /\bnew\s{1,9}Date\s{0,9}\(\s{0,9}\)/,
  /\bMath\s{0,9}\.\s{0,9}random\b/,
  /\bfetch\s{0,9}\(/,
  /\bperformance\b/,
  /\bset(?:Timeout|Interval)\b/,
];

const HOOK_ENTRY = "src/hook/run.ts";

/** Files that a plain hook call must not load: they arrive by lazy import or not at all. */
const COMMAND_FILES = new Set(
  ["registry", ...COMMANDS.map((row) => row.name)].map((name) => `src/ops/${name}.ts`),
);
const NOT_IN_HOOK: readonly (readonly [path: RegExp, why: string])[] = [
  [/^src\/cli\//, "the command line"],
  [/^src\/status\//, "the status door"],
  [/^src\/tokens\/(?:counter|merge|pieces|rank-table)\.ts$/, "the exact token counter"],
];

const SLOW_MODULES = new Set(
  ["zlib", "crypto", "http", "https", "net", "tls", "tty", "child_process"].map((name) => `node:${name}`),
);
const NOT_IN_HOOK_PACKAGES = new Set(["fflate", "fflate/browser", "jsonc-parser"]);
const SLOW_STREAM =
  /\bprocess\s{0,99}\??\.\s{0,99}(?:stdout|stderr|stdin)\b|\b(?:stdout|stderr|stdin)\b[^}]{0,200}\}\s{0,99}=\s{0,99}process\b/g;

interface Import {
  /** A path of the repository, or the bare name of a module. */
  readonly target: string;
  readonly lazy: boolean;
  readonly typeOnly: boolean;
}

export type Graph = ReadonlyMap<string, { readonly file: SourceFile; readonly imports: readonly Import[] }>;

/** All imports of `src`, by file. */
export function importGraph(sources: readonly SourceFile[]): Graph {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  return new Map(sources.map((file) => {
    const values = transpiler.scanImports(file.text).map(({ kind, path }): Import => ({
      target: resolveImport(file.path, path),
      lazy: kind === "dynamic-import",
      typeOnly: false,
    }));
    const seen = new Set(values.map((row) => row.target));
    const types = typeImports(file).filter((row) => !seen.has(row.target));
    return [file.path, { file, imports: [...values, ...types] }] as const;
  }));
}

/** Static imports that the transpiler drops since only types come through them. */
function typeImports(file: SourceFile): readonly Import[] {
  const pattern = /^(?:import|export)\b[^;"']{0,4000}?\bfrom\s{1,9}["']([^"'\n]{1,300})["']/gm;
  return [...file.text.matchAll(pattern)].map((match) => ({
    target: resolveImport(file.path, match[1] ?? ""),
    lazy: false,
    typeOnly: true,
  }));
}

function resolveImport(from: string, path: string): string {
  return path.startsWith(".") ? join(dirname(from), path).replaceAll("\\", "/") : path;
}

/** Every breach of the rules, in the order of files. */
export function checkLayers(sources: readonly SourceFile[] = readSources("src")): readonly Finding[] {
  const graph = importGraph(sources);
  const findings: Finding[] = [];
  for (const [path, { file, imports }] of graph) {
    for (const one of imports) findings.push(...checkEdge(path, one, graph));
    if (CORE.includes(layerOf(path)) || layerOf(path) === "base") {
      findings.push(...checkPurity(file, imports));
    }
  }
  return [...findings, ...checkCycles(graph), ...checkHook(graph)];
}

/** `src/normalize/signal.ts` -> "normalize"; `src/main.ts` -> "main". */
function layerOf(path: string): string {
  const [, second = "", third] = path.split("/");
  return third === undefined ? second.replace(".ts", "") : second;
}

function checkEdge(path: string, { target }: Import, graph: Graph): readonly Finding[] {
  if (!target.startsWith("src/")) return [];
  const isAsset = !target.endsWith(".ts") && existsSync(join(ROOT, target));
  if (!graph.has(target) && !isAsset) return [{ path, says: `imports ${target}, which is not there` }];
  const from = layerOf(path);
  const to = layerOf(target);
  if (from === to) return [];
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [{ path, says: `is in a folder that has no layer: ${from}` }];
  return allowed.includes(to) ? [] : [{ path, says: `layer ${from} may not import ${to} (${target})` }];
}

function checkPurity(file: SourceFile, imports: readonly Import[]): readonly Finding[] {
  const findings: Finding[] = imports
    .filter(({ target, typeOnly }) => !typeOnly && !target.startsWith("src/"))
    .map(({ target }) => ({ path: file.path, says: `the core imports nothing from outside: ${target}` }));
  for (const [index, line] of file.scanned.code.split("\n").entries()) {
    const found = IMPURE.find((pattern) => pattern.test(line.slice(0, 2_000)));
    if (found !== undefined) {
      findings.push({ path: file.path, line: index + 1, says: `the core may not use ${found.source}` });
    }
  }
  return findings;
}

/** Cycles over everything that is loaded at once. */
function checkCycles(graph: Graph): readonly Finding[] {
  const findings: Finding[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      const cycle = [...trail.slice(trail.indexOf(path)), path];
      findings.push({ path, says: `import cycle: ${cycle.join(" -> ")}` });
      return;
    }
    if (done.has(path)) return;
    for (const { target, lazy, typeOnly } of graph.get(path)?.imports ?? []) {
      if (!lazy && !typeOnly) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return findings;
}

/** The eager closure of the hook, and slow runtime interfaces in all that it can reach. */
function checkHook(graph: Graph): readonly Finding[] {
  if (!graph.has(HOOK_ENTRY)) return [{ path: HOOK_ENTRY, says: "is missing" }];
  const findings: Finding[] = [];
  for (const [path, trail] of closure(graph, HOOK_ENTRY, false)) {
    const way = trail.join(" -> ");
    const isCommand = COMMAND_FILES.has(path) || path.startsWith("src/ops/complete/");
    const why = isCommand ? "a command" : NOT_IN_HOOK.find(([pattern]) => pattern.test(path))?.[1];
    if (why !== undefined) findings.push({ path, says: `every hook call would load ${why}: ${way}` });
    for (const { target, lazy, typeOnly } of graph.get(path)?.imports ?? []) {
      if (!lazy && !typeOnly && NOT_IN_HOOK_PACKAGES.has(target)) {
        findings.push({ path, says: `every hook call would load ${target}: ${way}` });
      }
    }
  }
  for (const [path, trail] of closure(graph, HOOK_ENTRY, true)) {
    findings.push(...checkSlow(graph, path, trail));
  }
  return findings;
}

function checkSlow(graph: Graph, path: string, trail: readonly string[]): readonly Finding[] {
  const node = graph.get(path);
  if (node === undefined) return [];
  const way = `reachable from the hook: ${trail.join(" -> ")}`;
  const findings: Finding[] = node.imports
    .filter(({ target, typeOnly }) => !typeOnly && SLOW_MODULES.has(target))
    .map(({ target }) => ({ path, says: `${target} costs a hook 5 ms and more; ${way}` }));
  for (const { index } of node.file.scanned.code.matchAll(SLOW_STREAM)) {
    const line = node.file.scanned.code.slice(0, index).split("\n").length;
    findings.push({ path, line, says: `process streams cost a hook 20 ms; ${way}` });
  }
  return findings;
}

/** Files loaded from `entry`, with the way there; `withLazy` follows lazy imports as well. */
export function closure(
  graph: Graph,
  entry: string,
  withLazy: boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>([[entry, [entry]]]);
  const queue = [entry];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const { target, lazy, typeOnly } of graph.get(path)?.imports ?? []) {
      if (typeOnly || (lazy && !withLazy) || found.has(target) || !graph.has(target)) continue;
      found.set(target, [...(found.get(path) ?? []), target]);
      queue.push(target);
    }
  }
  return found;
}

if (import.meta.main) exitWith("layers", checkLayers());
