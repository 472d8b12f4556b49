/**
 * Generates the token rank table that the binary embeds, from the ranks that
 * the `tiktoken` package ships. The result is never committed.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { packRanks, RANK_STAMP_BYTES, readStamp } from "../src/tokens/rank-table.ts";

/** Where the table lies; `src/ops/o200k-table.ts` embeds this file. */
export const RANKS_PATH = join(import.meta.dir, "..", "dist", "generated", "o200k_base.bin");

/** Brings the table up to date; does nothing when it was made from the installed ranks. */
export function ensureRanks(path: string = RANKS_PATH): string {
  const source = readFileSync(Bun.resolveSync("tiktoken/encoders/o200k_base.json", import.meta.dir));
  const tag = Bun.hash.crc32(source) | 0;
  if (isFresh(path, tag)) return path;
  const encoder = JSON.parse(source.toString("utf8")) as { readonly bpe_ranks: string };
  const table = packRanks(tokensOf(encoder.bpe_ranks), tag);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, table);
  renameSync(draft, path);
  return path;
}

/** True when the stored table is complete and was made from the source with this tag. */
function isFresh(path: string, tag: number): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return false;
  const start = new Uint8Array(RANK_STAMP_BYTES);
  const handle = openSync(path, "r");
  readSync(handle, start);
  closeSync(handle);
  const stamp = readStamp(start);
  return stamp !== null && stamp.totalBytes === file.size && stamp.source === tag;
}

/** Tokens by rank. A line of the source is `! firstRank token token …`, tokens in base64. */
function tokensOf(ranks: string): Uint8Array[] {
  const tokens: Uint8Array[] = [];
  for (const line of ranks.split("\n")) {
    const [, first, ...encoded] = line.split(" ");
    if (encoded.length === 0) continue;
    if (Number(first) !== tokens.length) throw new Error(`the ranks have a gap before ${first}`);
    for (const token of encoded) tokens.push(Uint8Array.fromBase64(token));
  }
  return tokens;
}

if (import.meta.main) console.log(ensureRanks());
