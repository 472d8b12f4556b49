/**
 * One writing process of the store bench: `KIND WRITER WRITES START_MS
 * PROJECT`. Waits for the common start, writes, prints the time of each
 * acknowledged write and the number of refused ones as JSON.
 */
import { WRITE_KINDS, writeOf } from "./store-writes.ts";

const [kindName = "", writer = "0", writes = "0", start = "0", folder = "."] = Bun.argv.slice(2);
const kind = WRITE_KINDS.find((name) => name === kindName);
if (kind === undefined) throw new Error(`no such kind: ${kindName}`);

while (Date.now() < Number(start)) await Bun.sleep(1);
const write = writeOf(kind, Number(writer), folder);
const ms: number[] = [];
let refused = 0;
for (let n = 0; n < Number(writes); n += 1) {
  const began = performance.now();
  if (write(n)) ms.push(performance.now() - began);
  else refused += 1;
}
console.log(JSON.stringify({ ms, refused }));
