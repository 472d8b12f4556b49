import { HOOK_STDIN_MAX_BYTES } from "../base/limits.ts";
import { EVENT_LOOK_BYTES } from "../harness/claude-code/payload.ts";
import { nativeRead } from "./native-read.ts";

/**
 * stdin of one event, up to the cap; above it only both ends are kept. What is
 * above is drained, so that the host never sees a closed pipe. Read with
 * synchronous calls: the engine's own stream starts threads.
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
  const read = reader();
  for (;;) {
    // One buffer that grows: every page that is touched for the first time costs, a copied chunk twice.
    if (filled === buffer.length) {
      if (filled >= HOOK_STDIN_MAX_BYTES) return await drainFile(new Kept(buffer), read);
      const larger = new Uint8Array(Math.min(filled * GROWTH, HOOK_STDIN_MAX_BYTES));
      larger.set(buffer);
      buffer = larger;
    }
    try {
      const bytes = read(filled === 0 ? buffer : buffer.subarray(filled));
      if (bytes === 0) break;
      filled += bytes;
    } catch (error) {
      if (!mayGoOn(error)) break;
      return await drainStream(new Kept(buffer.subarray(0, filled)));
    }
  }
  return { bytes: buffer.subarray(0, filled), isWhole: true };
}

/** Fills a buffer from stdin and returns the bytes, 0 at the end; throws with the code of the system. */
type Read = (into: Uint8Array) => number;

/** The cheapest reader of this machine. What fails is asked of `node:fs` again, which says why. */
function reader(): Read {
  const native = nativeRead();
  return (into) => {
    const bytes = native?.(0, into) ?? -1;
    if (bytes >= 0) return bytes;
    const { readSync } = require("node:fs") as typeof import("node:fs");
    return readSync(0, into, 0, into.length, null);
  };
}

/** A pipe that does not block says "try again"; the stream knows how to wait. */
function mayGoOn(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error &&
    (error.code === "EAGAIN" || error.code === "EWOULDBLOCK");
}

/** Reads on when the buffer holds all that is kept. */
async function drainFile(kept: Kept, read: Read): Promise<StdinInput> {
  const chunk = new Uint8Array(FIRST_BYTES);
  for (;;) {
    try {
      const bytes = read(chunk);
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
