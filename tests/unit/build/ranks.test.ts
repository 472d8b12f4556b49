import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureRanks } from "../../../build/ranks.ts";

const folder = mkdtempSync(join(tmpdir(), "ck-ranks-"));
const path = join(folder, "deep", "table.bin");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("ensureRanks()", () => {
  test("writes the table once, leaves a good one alone and replaces a damaged one with equal bytes", () => {
    expect(ensureRanks(path)).toBe(path);
    const first = readFileSync(path);
    const { ino } = statSync(path);
    ensureRanks(path);
    expect(statSync(path).ino).toBe(ino);
    truncateSync(path, 1_000);
    ensureRanks(path);
    expect(readFileSync(path).equals(first)).toBe(true);
  });
});
