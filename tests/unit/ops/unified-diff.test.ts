import { describe, expect, test } from "bun:test";
import { unifiedDiff } from "../../../src/ops/unified-diff.ts";
import { testRandom } from "../../support/random.ts";
import { temporaryFolder } from "../../support/binary.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

describe("unifiedDiff()", () => {
  test("is empty for equal texts", () => expect(unifiedDiff("f", "a\n", "a\n")).toBe(""));

  test("shows what changed with three lines around it", () => {
    const lines = (change: string) => ["1", "2", "3", "4", change, "6", "7", "8", "9", ""].join("\n");
    expect(unifiedDiff("f", lines("5"), lines("five"))).toBe(
      "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    );
  });

  test("says where a line feed at the end is missing, and what was not there", () => {
    expect(unifiedDiff("f", "", "a")).toBe(
      "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n",
    );
    expect(unifiedDiff("f", "a\n", "")).toBe("--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n");
  });

  test.skipIf(Bun.which("git") === null)("is a diff that git can apply", () => {
    const random = testRandom("diff");
    const folder = temporaryFolder();
    const line = () => `${random.pick(["a", "b", "c", "d", ""])}\n`;
    for (let i = 0; i < 40; i += 1) {
      const before = Array.from({ length: 1 + random.int(30) }, line);
      const after = before.flatMap((old) =>
        random.int(5) === 0 ? [] : random.int(5) === 0 ? [line(), old] : [old]
      );
      if (after.length === 0 || after.join("") === before.join("")) continue;
      writeFileSync(join(folder, "f"), before.join(""));
      writeFileSync(join(folder, "p"), unifiedDiff("f", before.join(""), after.join("")));
      const git = Bun.spawnSync(["git", "apply", "--whitespace=nowarn", "-p0", "p"], {
        cwd: folder,
        stderr: "pipe",
      });
      expect(git.stderr.toString()).toBe("");
      expect(readFileSync(join(folder, "f"), "utf8")).toBe(after.join(""));
    }
  });
});
