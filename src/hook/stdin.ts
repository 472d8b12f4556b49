import { HOOK_STDIN_MAX_BYTES } from "../base/limits.ts";

/**
 * stdin of one event, up to the cap; null above it. What is above is drained,
 * so that the host never sees a closed pipe. Read with the synchronous calls
 * of the file system, which a hook with state loads anyway: the engine's own
 * stream costs as much again.
 */

const CHUNK_BYTES = 1 << 16;

/** Whole input, or null for input above the cap. */
export async function readStdin(): Promise<Uint8Array | null> {
  const fs = process.getBuiltinModule("node:fs");
  let chunk = new Uint8Array(CHUNK_BYTES);
  const kept: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    let bytes = 0;
    try {
      bytes = fs.readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      if (!mayGoOn(error)) break;
      return await drainStream(kept, total);
    }
    if (bytes === 0) break;
    total += bytes;
    if (total > HOOK_STDIN_MAX_BYTES) kept.length = 0;
    else {
      kept.push(chunk.subarray(0, bytes));
      // A pipe gives what it has: a full chunk asks for a larger one.
      chunk = new Uint8Array(bytes === chunk.length ? Math.min(chunk.length * 4, 1 << 22) : CHUNK_BYTES);
    }
  }
  return total > HOOK_STDIN_MAX_BYTES ? null : joined(kept);
}

/** A pipe that does not block says "try again"; the stream knows how to wait. */
function mayGoOn(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    (error.code === "EAGAIN" || error.code === "EWOULDBLOCK");
}

async function drainStream(kept: Uint8Array[], before: number): Promise<Uint8Array | null> {
  let total = before;
  for await (const chunk of Bun.stdin.stream()) {
    total += chunk.length;
    if (total > HOOK_STDIN_MAX_BYTES) kept.length = 0;
    else kept.push(chunk);
  }
  return total > HOOK_STDIN_MAX_BYTES ? null : joined(kept);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0] as Uint8Array : Buffer.concat(chunks);
}
