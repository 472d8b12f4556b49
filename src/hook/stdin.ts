import { readSync } from "node:fs";
import { HOOK_STDIN_MAX_BYTES } from "../base/limits.ts";
import { EVENT_LOOK_BYTES } from "../harness/claude-code/payload.ts";

/**
 * stdin of one event, up to the cap; above it only both ends are kept. What is
 * above is drained, so that the host never sees a closed pipe. Read with the
 * synchronous calls of the file system, which a hook with state loads anyway:
 * the engine's own stream costs as much again.
 */

/** The pipe of a host holds this much. */
const FIRST_BYTES = 1 << 16;
const GROWTH = 4;

export interface StdinInput {
  /** The whole input, or its beginning and its end. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** The input of one event, read to its end. */
export async function readStdin(): Promise<StdinInput> {
  let buffer = new Uint8Array(FIRST_BYTES);
  let filled = 0;
  for (;;) {
    // One buffer that grows: every page that is touched for the first time costs, a copied chunk twice.
    if (filled === buffer.length) {
      if (filled >= HOOK_STDIN_MAX_BYTES) return await drainFile(new Kept(buffer));
      const larger = new Uint8Array(Math.min(filled * GROWTH, HOOK_STDIN_MAX_BYTES));
      larger.set(buffer);
      buffer = larger;
    }
    try {
      const bytes = readSync(0, buffer, filled, buffer.length - filled, null);
      if (bytes === 0) break;
      filled += bytes;
    } catch (error) {
      if (!mayGoOn(error)) break;
      return await drainStream(new Kept(buffer.subarray(0, filled)));
    }
  }
  return { bytes: buffer.subarray(0, filled), isWhole: true };
}

/** A pipe that does not block says "try again"; the stream knows how to wait. */
function mayGoOn(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    (error.code === "EAGAIN" || error.code === "EWOULDBLOCK");
}

/** Reads on when the buffer holds all that is kept. */
async function drainFile(kept: Kept): Promise<StdinInput> {
  const chunk = new Uint8Array(FIRST_BYTES);
  for (;;) {
    try {
      const bytes = readSync(0, chunk, 0, chunk.length, null);
      if (bytes === 0) return kept.input();
      kept.take(chunk.subarray(0, bytes));
    } catch (error) {
      return mayGoOn(error) ? await drainStream(kept) : kept.input();
    }
  }
}

async function drainStream(kept: Kept): Promise<StdinInput> {
  for await (const chunk of Bun.stdin.stream()) kept.take(chunk);
  return kept.input();
}

/** Chunks up to the cap; from there on the ends, so that the event can still be told. */
class Kept {
  #isWhole = true;
  #chunks: Uint8Array[];
  #bytes: number;

  constructor(first: Uint8Array) {
    this.#chunks = [first];
    this.#bytes = first.length;
  }

  take(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= HOOK_STDIN_MAX_BYTES) return;
    this.#isWhole = false;
    // Copies: the buffer behind the chunk is read into again from here on.
    const held = joined(this.#chunks);
    this.#chunks = [held.slice(0, EVENT_LOOK_BYTES), held.slice(-EVENT_LOOK_BYTES)];
  }

  input(): StdinInput {
    return { bytes: joined(this.#chunks), isWhole: this.#isWhole };
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0] as Uint8Array : Buffer.concat(chunks);
}
