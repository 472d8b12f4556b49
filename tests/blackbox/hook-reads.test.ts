import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyDiff } from "../../src/normalize/line-diff.ts";
import { FOOTER, largeFile, lastLine, smallFile } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, readResponse, type World } from "../support/hook-world.ts";
import type { Payload } from "../support/recorded.ts";

const PATH = "/home/dev/project/src/a.ts";
const SMALL = smallFile(1);
const LARGE = largeFile();
const UNCHANGED =
  /^1\t\[context-kernel: file UNCHANGED since your last read \(hash [0-9a-f]{6}\); that copy is valid\. Read again for the full text\]$/;

function outcome({ updated, text }: Delivered): "full" | "unchanged" | "changed" | "elided" | "other" {
  if (updated === undefined) return "full";
  if (UNCHANGED.test(text.split("\n")[0] ?? "")) return "unchanged";
  if (text.includes("[context-kernel: file CHANGED since your last read; diff against that copy:]")) {
    return "changed";
  }
  return text.includes("[context-kernel: elided ") ? "elided" : "other";
}

/** Outcomes of reads of one file, in order. */
function reads(contents: readonly string[], env?: Record<string, string>, world = hookWorld()): string[] {
  return contents.map((content) => outcome(world.read(PATH, content, {}, env)));
}

const contentOf = ({ updated }: Delivered) => String(((updated as Payload).file as Payload).content);

describe("a repeated read", () => {
  test("of a file that arrived in full is a marker once, then the full text, then a marker again", () => {
    expect(reads([SMALL, SMALL, SMALL, SMALL])).toEqual(["full", "unchanged", "full", "unchanged"]);
  });

  test("of a short file passes in full every time", () => {
    const short = "export const a = 1;\n".repeat(30);
    expect(reads([short, short, short])).toEqual(["full", "full", "full"]);
  });

  test("of a file that arrived shrunk passes in full, and the one after that is a marker", () => {
    expect(reads([LARGE, LARGE, LARGE, LARGE])).toEqual(["elided", "full", "unchanged", "full"]);
  });

  test("of a file that arrived shrunk and was changed meanwhile passes in full too", () => {
    expect(reads([LARGE, `${LARGE}// more\n`, `${LARGE}// more\n`])).toEqual(["elided", "full", "unchanged"]);
  });

  test("counts as a page fault with what the elision had saved", () => {
    const world = hookWorld();
    reads([LARGE, LARGE], {}, world);
    const { faults } = JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out).session;
    expect(faults.count).toBe(1);
    expect(faults.byKind).toEqual({ reread: 1 });
    expect(faults.tokens).toBeGreaterThan(1_000);
  });
});

describe("a changed file", () => {
  const world = hookWorld();
  world.read(PATH, SMALL);
  const next = SMALL.replace("answer = 1", "answer = 2");
  const done = world.read(PATH, next);

  test("arrives as a diff that makes the new text out of the delivered one", () => {
    expect(outcome(done)).toBe("changed");
    const [header, ...rest] = contentOf(done).split("\n");
    expect(header).toBe("[context-kernel: file CHANGED since your last read; diff against that copy:]");
    const diff = rest.slice(0, rest.lastIndexOf("")).join("\n");
    expect(diff).toContain("--- previous read\n+++ now\n@@ ");
    expect(diff).toContain("-export const answer = 1;\n+export const answer = 2;");
    expect(applyDiff(SMALL, diff)).toBe(next);
    expect(diff.length).toBeLessThan(next.length / 2);
  });

  test("ends in a footer like every replacement, and keeps the file's fields", () => {
    expect(lastLine(contentOf(done))).toMatch(FOOTER);
    const { content: _, ...rest } = (done.updated as Payload).file as Payload;
    expect(rest).toMatchObject({ filePath: PATH, startLine: 1 });
  });

  test("is known afterwards: unchanged, then diffed against the last text", () => {
    expect(outcome(world.read(PATH, next))).toBe("unchanged");
    const third = world.read(PATH, next.replace("answer = 2", "answer = 3"));
    expect(outcome(third)).toBe("changed");
    expect(third.text).toContain("-export const answer = 2;");
  });

  test("arrives in full when the diff is not clearly smaller", () => {
    const other = SMALL.split("\n").map((line, i) => (i % 2 ? `${line} // edited ${i}` : line)).join("\n");
    expect(reads([SMALL, other, other])).toEqual(["full", "full", "unchanged"]);
  });

  test("arrives in full when it has become short", () => {
    expect(reads([SMALL, "export {};\n", SMALL])).toEqual(["full", "full", "full"]);
  });

  test("arrives as a diff whatever its line ends and characters are", () => {
    for (const odd of ["\r\n", "\u2028\n", "\u{1f600}\n", "\0\n"]) {
      const before = Array.from({ length: 60 }, (_, i) => `line ${i} of a text`).join(odd);
      const at = hookWorld();
      at.read(PATH, before);
      const read = at.read(PATH, before.replace("line 30 of", "line thirty of"));
      expect(outcome(read), JSON.stringify(odd)).toBe("changed");
      const diff = contentOf(read).split("\n").slice(1, -2).join("\n");
      expect(applyDiff(before, diff)).toBe(before.replace("line 30 of", "line thirty of"));
    }
  });

  test("that gains or loses its last line end is described exactly or sent in full", () => {
    const at = hookWorld();
    at.read(PATH, SMALL);
    const read = at.read(PATH, SMALL.trimEnd());
    if (read.updated !== undefined) {
      expect(applyDiff(SMALL, contentOf(read).split("\n").slice(1, -2).join("\n"))).toBe(SMALL.trimEnd());
    }
  });
});

describe("what never counts as a repetition", () => {
  test("another file, another session, and the same file from another line", () => {
    const world = hookWorld();
    world.read(PATH, SMALL);
    expect(outcome(world.read("/home/dev/project/src/b.ts", SMALL))).toBe("full");
    expect(outcome(world.another("0b6c1f0e-5a3d-4c55-9e0e-000000000002").read(PATH, SMALL))).toBe("full");
    expect(outcome(world.read(PATH, SMALL, { response: readResponse(PATH, SMALL, 7) }))).toBe("full");
  });

  test("a page that the host cut off", () => {
    const cut = (world: World) => {
      const response = readResponse(PATH, SMALL);
      (response.file as Payload).totalLines = 4_000;
      (response.file as Payload).truncatedByTokenCap = true;
      return outcome(world.read(PATH, SMALL, { response }));
    };
    const world = hookWorld();
    expect([cut(world), cut(world), cut(world)]).toEqual(["full", "full", "full"]);
    expect(outcome(world.read(PATH, SMALL))).toBe("full");
    expect(cut(world)).toBe("full");
    expect(outcome(world.read(PATH, SMALL))).toBe("unchanged");
  });

  test("anything while CK_DELTA=0, but a shrunk read still passes when repeated", () => {
    expect(reads([SMALL, SMALL, SMALL], { CK_DELTA: "0" })).toEqual(["full", "full", "full"]);
    expect(reads([LARGE, LARGE], { CK_DELTA: "0" })).toEqual(["elided", "full"]);
  });

  test("a file below CK_DELTA_MIN", () => {
    expect(reads([SMALL, SMALL], { CK_DELTA_MIN: "5000" })).toEqual(["full", "full"]);
  });
});

test("a changed file of which no copy is kept, because it is too long, arrives in full", () => {
  const world = hookWorld({ env: { CK_MIN_TOKENS: "100000" } });
  const long = largeFile(24);
  expect(long.length).toBeGreaterThan(32_768);
  expect(outcome(world.read(PATH, long))).toBe("full");
  expect(outcome(world.read(PATH, long))).toBe("unchanged");
  expect(outcome(world.read(PATH, long.replace("step3", "stepThree")))).toBe("full");
});

test("six reads at once are all on record", async () => {
  const world = hookWorld();
  const paths = Array.from({ length: 6 }, (_, i) => `/p/file${i}.ts`);
  await Promise.all(paths.map((path) => {
    const call = { tool: "Read", input: { file_path: path }, response: readResponse(path, SMALL) };
    return world.start(JSON.stringify(world.payload(call)));
  }));
  expect(paths.map((path) => outcome(world.read(path, SMALL)))).toEqual(paths.map(() => "unchanged"));
});

test("a copy that was damaged on disk is no basis for a diff", () => {
  const world = hookWorld();
  world.read(PATH, SMALL);
  const [copy = ""] = new Bun.Glob("projects/*/reads/*").scanSync({ cwd: world.state });
  writeFileSync(join(world.state, copy), "garbage");
  expect(outcome(world.read(PATH, SMALL.replace("answer = 1", "answer = 2")))).toBe("full");
});
