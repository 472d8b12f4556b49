import { HOOK_STDIN_MAX_BYTES } from "../base/limits.ts";
import { EVENT_LOOK_BYTES } from "../harness/claude-code/payload.ts";

/**
 * stdin of one event, up to the cap; above it only both ends are kept. What is
 * above is drained, so that the host never sees a closed pipe. Read with the
 * synchronous calls of the file system, which a hook with state loads anyway:
 * the engine's own stream costs as much again.
 */

const CHUNK_BYTES = 1 << 16;

export interface StdinInput {
  /** The whole input, or its beginning and its end. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** The input of one event, read to its end. */
export async function readStdin(): Promise<StdinInput> {
  const fs = process.getBuiltinModule("node:fs");
  let chunk = new Uint8Array(CHUNK_BYTES);
  const kept = new Kept();
  for (;;) {
    let bytes = 0;
    try {
      bytes = fs.readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      if (!mayGoOn(error)) break;
      return await drainStream(kept);
    }
    if (bytes === 0) break;
    kept.take(chunk.subarray(0, bytes));
    // A pipe gives what it has: a full chunk asks for a larger one.
    if (kept.isWhole) {
      chunk = new Uint8Array(bytes === chunk.length ? Math.min(chunk.length * 4, 1 << 22) : CHUNK_BYTES);
    }
  }
  return kept.input();
}

/** A pipe that does not block says "try again"; the stream knows how to wait. */
function mayGoOn(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    (error.code === "EAGAIN" || error.code === "EWOULDBLOCK");
}

async function drainStream(kept: Kept): Promise<StdinInput> {
  for await (const chunk of Bun.stdin.stream()) kept.take(chunk);
  return kept.input();
}

/** Chunks up to the cap; from there on the ends, so that the event can still be told. */
class Kept {
  isWhole = true;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  take(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= HOOK_STDIN_MAX_BYTES) {
      this.#chunks.push(chunk);
      return;
    }
    this.isWhole = false;
    // A copy: the buffer behind the chunk is read into again from here on.
    const end = joined([...this.#chunks.slice(1).slice(-1), chunk]).slice(-EVENT_LOOK_BYTES);
    this.#chunks = [(this.#chunks[0] ?? end).slice(0, EVENT_LOOK_BYTES), Uint8Array.from(end)];
  }

  input(): StdinInput {
    return { bytes: joined(this.#chunks), isWhole: this.isWhole };
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0] as Uint8Array : Buffer.concat(chunks);
}
