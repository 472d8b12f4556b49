/**
 * Tool outputs with the texts that must survive their projection: an index
 * file of a folder, or the golden cases of this repository.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface Entry {
  readonly name: string;
  /** Bash, Read, Grep, Glob, WebFetch or mcp__server__tool. */
  readonly tool: string;
  readonly command?: string;
  readonly path?: string;
  /** Group of the table. */
  readonly kind: string;
  readonly text: string;
  readonly mustSurvive: readonly string[];
}

interface IndexEntry {
  readonly file: string;
  readonly tool?: string;
  readonly command?: string;
  readonly path?: string;
  readonly kind?: string;
  readonly must_survive?: readonly { readonly text: string }[];
}

/** `folder/index.json`: {"entries":[{"file","tool"?,"command"?,"path"?,"kind"?,"must_survive":[{"text"}]}]}. */
export function entriesOfFolder(folder: string): Entry[] {
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as { entries: IndexEntry[] };
  return index.entries.map((row) => ({
    name: row.file,
    tool: row.tool ?? "Bash",
    ...(row.command === undefined ? {} : { command: row.command }),
    ...(row.path === undefined ? {} : { path: row.path }),
    kind: row.kind ?? row.tool ?? "Bash",
    text: decode(readFileSync(join(folder, row.file))),
    mustSurvive: (row.must_survive ?? []).map((item) => item.text),
  }));
}

/** Every golden case that has an input and a list of lines that must survive. */
export function entriesOfGolden(root: string): Entry[] {
  const out: Entry[] = [];
  for (const folder of foldersBelow(root)) {
    const inputFile = join(folder, "input.txt");
    const mustFile = join(folder, "must-survive.txt");
    if (!existsSync(inputFile) || !existsSync(mustFile)) continue;
    const name = relative(root, folder).replaceAll("\\", "/");
    const command = optional(join(folder, "command.txt"));
    const path = optional(join(folder, "path.txt"));
    out.push({
      name,
      tool: optional(join(folder, "tool.txt")) ?? "Bash",
      ...(command === undefined ? {} : { command }),
      ...(path === undefined ? {} : { path }),
      kind: name.split("/").slice(0, -1).join("/"),
      text: decode(readFileSync(inputFile)),
      mustSurvive: readFileSync(mustFile, "utf8").split("\n").filter((line) => line.trim() !== ""),
    });
  }
  return out;
}

function foldersBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  const out: string[] = [];
  for (const item of readdirSync(root, { withFileTypes: true })) {
    if (item.isDirectory()) out.push(join(root, item.name), ...foldersBelow(join(root, item.name)));
  }
  return out.sort();
}

function optional(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** UTF-16 by its byte order mark, everything else as UTF-8 with replacement. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}

const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]/g;

/** The text as it is compared: without escape sequences, white space folded. */
export function folded(text: string): string {
  return text.replace(ESCAPES, "").replace(/\s+/g, " ").trim();
}
