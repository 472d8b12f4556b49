/**
 * The rank table inside the binary; `build/ranks.ts` generates the file.
 * Imported only when a count is asked for: nothing else needs the file to
 * exist, and nobody else pays for it.
 */
import table from "../../dist/generated/o200k_base.bin" with { type: "bytes" };

/** Bun hands over the path of the embedded file, other runtimes its bytes. */
export const O200K_TABLE: string | Uint8Array<ArrayBuffer> = table;
