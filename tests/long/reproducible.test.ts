/** T31: the same source gives the same executable, wherever it is written. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildBinary } from "../../build/compile.ts";
import { temporaryFolder } from "../support/binary.ts";

test("two builds into different folders are identical, byte for byte", () => {
  const [a, b] = [0, 1].map(() => {
    const path = buildBinary({ outfile: join(temporaryFolder("ck-build-"), "ck-bin") });
    return new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");
  });
  expect(a).toBe(b);
}, 120_000);
