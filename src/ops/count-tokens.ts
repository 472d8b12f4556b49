import type { TokenCounter } from "../tokens/counter.ts";

/**
 * The exact token counter with its embedded table. Loading it reads 4 MB, so
 * it is loaded by whoever reports a figure and never while a host waits on a
 * hook.
 */

let loading: Promise<TokenCounter> | undefined;

/** Loads the counter; later calls of the same process get the same one. */
export function loadCounter(): Promise<TokenCounter> {
  loading ??= load();
  return loading;
}

async function load(): Promise<TokenCounter> {
  const [{ createCounter }, { O200K_TABLE }] = await Promise.all([
    import("../tokens/counter.ts"),
    import("./o200k-table.ts"),
  ]);
  return createCounter(
    typeof O200K_TABLE === "string" ? await Bun.file(O200K_TABLE).arrayBuffer() : O200K_TABLE.slice().buffer,
  );
}
