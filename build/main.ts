/** `bun run build`: generated parts first, then the executable. */
import { statSync } from "node:fs";
import { relative } from "node:path";
import { buildBinary, ROOT } from "./compile.ts";

const started = performance.now();
try {
  const path = buildBinary();
  const mib = (statSync(path).size / 1_048_576).toFixed(1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`built ${relative(ROOT, path)} (${mib} MiB, ${seconds} s)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
