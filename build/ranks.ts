/**
 * Generates the token rank table that the binary embeds, from the ranks that
 * the `tiktoken` package ships. The result is never committed.
 */
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { packRanks, readStamp } from "../src/tokens/rank-table.ts";

/** Where the table lies; `src/ops/o200k-table.ts` embeds this file. */
export const RANKS_PATH = join(import.meta.dir, "..", "dist", "generated", "o200k_base.bin");

/** Brings the table up to date; does nothing when it was made from the installed ranks. */
export async function ensureRanks(): Promise<string> {
  const source = await Bun.file(Bun.resolveSync("tiktoken/encoders/o200k_base.json", import.meta.dir))
    .bytes();
  const tag = Bun.hash.crc32(source) | 0;
  if (await isFresh(tag)) return RANKS_PATH;
  const encoder = JSON.parse(new TextDecoder().decode(source)) as { readonly bpe_ranks: string };
  const table = packRanks(tokensOf(encoder.bpe_ranks), tag);
  mkdirSync(dirname(RANKS_PATH), { recursive: true });
  const draft = `${RANKS_PATH}.${process.pid}.tmp`;
  await Bun.write(draft, table);
  renameSync(draft, RANKS_PATH);
  return RANKS_PATH;
}

async function isFresh(tag: number): Promise<boolean> {
  const file = Bun.file(RANKS_PATH);
  if (!(await file.exists())) return false;
  const stamp = readStamp(await file.slice(0, 64).bytes());
  return stamp !== null && stamp.totalBytes === file.size && stamp.source === tag;
}

/** Tokens by rank. A line of the source is `! firstRank token token …`, tokens in base64. */
function tokensOf(ranks: string): Uint8Array[] {
  const tokens: Uint8Array[] = [];
  for (const line of ranks.split("\n")) {
    const [, first, ...encoded] = line.split(" ");
    if (encoded.length === 0) continue;
    if (Number(first) !== tokens.length) throw new Error(`ranks have a gap before ${first}`);
    for (const token of encoded) tokens.push(Uint8Array.fromBase64(token));
  }
  return tokens;
}

if (import.meta.main) console.log(await ensureRanks());
