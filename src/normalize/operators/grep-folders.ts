import { codePoints } from "../../base/text.ts";
import { grepFoldersMarker, moreMatches } from "../../marker/grammar.ts";
import type { OperatorContext, Structured } from "../types.ts";
import { admit, fits } from "./admit.ts";
import { cutLong } from "./cut.ts";
import { atDepth, folderOf } from "./folders.ts";
import type { Block, FileBlock, OtherBlock } from "./grep-files.ts";

/**
 * Matches in so many files that one per file is still too much: grouped by
 * folder, with the first files of each. Law: every folder (or ancestor) is
 * named with the count of its hidden matches.
 */

const ATTEMPTS: readonly { readonly files: number; readonly depth: number }[] = [
  { files: 16, depth: Number.POSITIVE_INFINITY },
  { files: 8, depth: Number.POSITIVE_INFINITY },
  { files: 5, depth: Number.POSITIVE_INFINITY },
  { files: 3, depth: Number.POSITIVE_INFINITY },
  { files: 2, depth: 6 },
  { files: 2, depth: 4 },
  { files: 1, depth: 3 },
  { files: 1, depth: 2 },
  { files: 1, depth: 1 },
];
const CUT = { max: 300, head: 120, tail: 60, windows: 0 } as const;

interface Folder {
  readonly label: string;
  readonly files: FileBlock[];
}

export interface FolderOptions {
  readonly source: readonly string[];
  readonly context: OperatorContext;
  /** What is shown of lines that are no hits, with the rest of them counted. */
  readonly showOthers: (block: OtherBlock) => readonly string[];
}

/** The search by folder, at the first of the attempts that fits; null when none does. */
export function projectFolders(
  text: string,
  blocks: readonly Block[],
  { source, context, showOthers }: FolderOptions,
): Structured | null {
  const total = blocks.reduce((sum, block) => sum + (block.kind === "file" ? matchesOf(block) : 0), 0);
  for (const attempt of ATTEMPTS) {
    const lines: string[] = [];
    let hidden = 0;
    let files = 0;
    for (const folder of foldersOf(blocks, attempt.depth, (block) => lines.push(...showOthers(block)))) {
      let matches = 0;
      folder.files.forEach((file, index) => {
        files += 1;
        matches += matchesOf(file);
        const first = file.entries.find((entry) => entry.isMatch);
        if (index >= attempt.files || !first) return;
        const line = source[first.at] ?? "";
        lines.push(cutLong(line, CUT, false) ?? line);
        matches -= 1;
      });
      if (matches > 0) lines.push(moreMatches(matches, folder.label));
      hidden += matches;
    }
    const tokens = Math.max(1, Math.floor((codePoints(text) - codePoints(lines.join("\n"))) / 4));
    const result = [grepFoldersMarker(hidden, total, files, tokens, attempt.files), ...lines].join("\n");
    if (fits(result, context)) return hidden > 0 ? admit(text, result, context) : null;
  }
  return null;
}

function matchesOf(block: FileBlock): number {
  return block.entries.filter((entry) => entry.isMatch).length;
}

function foldersOf(blocks: readonly Block[], depth: number, other: (block: OtherBlock) => void): Folder[] {
  const folders = new Map<string, Folder>();
  for (const block of blocks) {
    if (block.kind === "other") {
      other(block);
      continue;
    }
    const label = atDepth(folderOf(block.file), depth);
    const folder = folders.get(label);
    if (folder) folder.files.push(block);
    else folders.set(label, { label, files: [block] });
  }
  return [...folders.values()];
}
