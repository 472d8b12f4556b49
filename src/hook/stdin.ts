import { HOOK_STDIN_MAX_BYTES } from "../base/limits.ts";
import { EVENT_LOOK_BYTES } from "../harness/claude-code/payload.ts";

/**
 * stdin of one event, up to the cap; above it only both ends are kept. What is
 * above is drained, so that the host never sees a closed pipe. Read with a
 * reader of the engine's own stream: half of what the file system's module
 * costs, which a call that passes does not need.
 */

export interface StdinInput {
  /** The whole input, or its beginning and its end. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** The input of one event, read to its end; what was read when an error ends it. */
export async function readStdin(): Promise<StdinInput> {
  const kept = new Kept();
  try {
    const reader = Bun.stdin.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) kept.take(next.value);
  } catch {
    // A closed descriptor, or a folder: there is no more.
  }
  return kept.input();
}

/** Chunks up to the cap; from there on the ends, so that the event can still be told. */
class Kept {
  #isWhole = true;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  take(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= HOOK_STDIN_MAX_BYTES) {
      this.#chunks.push(chunk);
      return;
    }
    if (this.#isWhole) this.#cut(chunk);
    else this.#chunks[1] = endOf([this.#chunks[1] as Uint8Array, chunk]);
  }

  input(): StdinInput {
    return { bytes: joined(this.#chunks), isWhole: this.#isWhole };
  }

  #cut(chunk: Uint8Array): void {
    this.#isWhole = false;
    const chunks = [...this.#chunks, chunk];
    this.#chunks = [Buffer.concat(chunks, EVENT_LOOK_BYTES), endOf(chunks)];
  }
}

/** A copy of the last bytes of some chunks. */
function endOf(chunks: readonly Uint8Array[]): Uint8Array {
  let first = chunks.length - 1;
  let bytes = chunks[first]?.length ?? 0;
  while (first > 0 && bytes < EVENT_LOOK_BYTES) bytes += chunks[first -= 1]?.length ?? 0;
  return Uint8Array.from(joined(chunks.slice(first)).subarray(-EVENT_LOOK_BYTES));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0] as Uint8Array : Buffer.concat(chunks);
}
