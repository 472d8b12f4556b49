import { describe, expect, test } from "bun:test";
import { groupRows } from "../../../../src/normalize/operators/path-groups.ts";
import { projectPaths, projectPathText } from "../../../../src/normalize/operators/paths.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const CONTEXT = operatorContext();

function tree(folders: number, names: number): string[] {
  return Array.from(
    { length: folders },
    (_, d) => Array.from({ length: names }, (_, n) => `src/part${d}/file${n}.ts`),
  ).flat();
}

function project(lines: readonly string[], changes = {}): string {
  return projectPathText(lines.join("\n"), operatorContext(changes))?.text ?? "declined";
}

describe("projectPaths()", () => {
  test("keeps the first names of every folder, counts the others, and ends in the marker", () => {
    const paths = projectPaths(tree(12, 30), CONTEXT)?.paths ?? [];
    for (let d = 0; d < 12; d += 1) {
      expect(paths).toContain(`src/part${d}/file4.ts`);
      expect(paths).not.toContain(`src/part${d}/file9.ts`);
      expect(paths).toContain(`  [+25 more paths in src/part${d}]`);
    }
    expect(paths[paths.length - 1]).toBe("[context-kernel: elided 300 of 360 paths in 12 directories]");
  });

  test("keeps a name whose extension no other in a big folder has", () => {
    const paths = projectPaths([...tree(8, 40), "src/part3/schema.graphql"], CONTEXT)?.paths ?? [];
    expect(paths).toContain("src/part3/schema.graphql");
  });

  test("leaves lists below two hundred and its own result alone", () => {
    expect(projectPaths(tree(9, 20), CONTEXT)).toBeNull();
    const once = projectPaths(tree(12, 30), CONTEXT)?.paths ?? [];
    expect(projectPaths([...once, ...tree(12, 30)], CONTEXT)?.elided).toBe(false);
  });

  test("counts deep folders with their ancestors when there are too many", () => {
    const paths = Array.from(
      { length: 900 },
      (_, n) => `packages/p${n % 9}/src/feature${n % 300}/index${n}.ts`,
    );
    const shown = projectPaths(paths, CONTEXT)?.paths ?? [];
    expect(shown.length).toBeLessThan(500);
    for (let n = 0; n < 9; n += 1) {
      expect(shown.some((path) => path.includes(`paths in packages/p${n}/`))).toBe(true);
    }
  });
});

describe("projectPathText()", () => {
  test("knows the output of find, with its errors", () => {
    const lines = [...tree(12, 30), "find: ‘/root’: Permission denied"];
    const text = project(lines, { command: "find . -name '*.ts'" });
    expect(text).toContain("find: ‘/root’: Permission denied");
    expect(text).toContain("elided 300 of 360 paths in 12 directories]");
  });

  test("takes bare names only from a program that lists files", () => {
    const names = Array.from({ length: 300 }, (_, n) => `tool-${n}`);
    expect(project(names, { command: "ls /usr/bin" })).toContain("  [+260 more paths in .]");
    expect(project(names, { command: "cat words.txt" })).toBe("declined");
  });

  test("knows ls -R and keeps the line of every folder with its total", () => {
    const lines = Array.from({ length: 20 }, (_, d) => [
      `./dir${d}:`,
      "total 12",
      ...Array.from({ length: 15 }, (_, n) => `-rw-r--r-- 1 dev dev 120 Jan  1 10:00 file${n}.txt`),
      "",
    ]).flat();
    const text = project(lines, { command: "ls -lR" });
    for (let d = 0; d < 20; d += 1) {
      expect(text).toContain(`./dir${d}:\ntotal 12\n-rw-r--r-- 1 dev dev 120 Jan  1 10:00 file0.txt`);
    }
    expect(text).toContain("  [+10 more paths in ./dir7]");
  });

  test("knows ls -la and keeps rows of a rare type", () => {
    const rows = Array.from(
      { length: 300 },
      (_, n) => `-rw-r--r--  1 dev dev  4096 2026-01-01 10:00 data${n}.bin`,
    );
    rows.push("lrwxrwxrwx  1 dev dev    12 2026-01-01 10:00 latest -> data299.bin");
    const text = project(["total 1200", ...rows], { command: "ls -la" });
    expect(text).toContain("latest -> data299.bin");
    expect(text).toContain("total 1200");
    expect(text).toContain("elided 260 of 301 paths");
  });

  test("keeps the ends of a list that is sorted by size", () => {
    const rows = Array.from({ length: 400 }, (_, n) => `${400 - n}M\t./node_modules/p${n % 40}/dist/f${n}`);
    const text = project(rows, { command: "du -ah node_modules | sort -rh" });
    for (let n = 0; n < 20; n += 1) expect(text).toContain(`${rows[n]}\n`);
    expect(text).toContain(rows[399] ?? "");
  });

  test("knows git's states and keeps the rare ones", () => {
    const rows = Array.from({ length: 300 }, (_, n) => `M\tsrc/part${n % 6}/file${n}.ts`);
    rows[150] = "D\tsrc/part0/gone.ts";
    expect(project(rows, { command: "git diff --name-status main" })).toContain("D\tsrc/part0/gone.ts");
  });

  test("knows git's states of names at the root, quoted and renamed ones, with the first of each state", () => {
    const rows = Array.from(
      { length: 400 },
      (_, n) =>
        n < 200 ? ` D NOTE_${n}.md` : ` M web/out/page ${n}.html`.replace(/web.*/, (path) => `"${path}"`),
    );
    rows[120] = "?? NOTES.md";
    rows[121] = "?? TODO.md";
    rows[122] = "?? IDEAS.md";
    rows[300] = "R  web/out/a.html -> web/out/b.html";
    const text = project(rows, { command: "git status --short" });
    expect(text).toContain(" D NOTE_0.md");
    expect(text).toContain("?? NOTES.md");
    expect(text).toContain("R  web/out/a.html -> web/out/b.html");
    expect(text).toContain("more paths in web/out]");
  });

  test("knows tree and keeps its folders and its last line", () => {
    const lines = [
      ".",
      ...Array.from({ length: 20 }, (_, d) => [
        `├── pkg${d}`,
        ...Array.from({ length: 14 }, (_, n) => `│   ${n === 13 ? "└" : "├"}── file${n}.ts`),
      ]).flat(),
      "",
      "20 directories, 280 files",
    ];
    const text = project(lines, { command: "tree" });
    for (let d = 0; d < 20; d += 1) expect(text).toContain(`├── pkg${d}\n│   ├── file0.ts`);
    expect(text).toContain("  [+9 more paths in pkg3]");
    expect(text).toContain("20 directories, 280 files");
  });

  test("declines prose, code, addresses and logs", () => {
    const lines = (line: (n: number) => string): string[] => Array.from({ length: 300 }, (_, n) => line(n));
    expect(project(lines((n) => `Read the file in src/part${n} and fix it.`))).toBe("declined");
    expect(project(lines((n) => `import x${n} from "./x/${n}";`))).toBe("declined");
    expect(project(lines((n) => `https://example.org/a/${n}`))).toBe("declined");
    expect(project(lines((n) => `2026-01-01 10:00:00 INFO copied /data/file${n}`))).toBe("declined");
  });

  test("leaves its own result alone", () => {
    const once = project(tree(12, 30));
    expect(projectPathText(once, CONTEXT)).toEqual({ text: once, elided: false });
  });
});

test("a group may hold more heads than a call takes arguments", () => {
  const row = (isHead: boolean) => ({ text: "a:", folder: "a", name: "a", type: "", isHead });
  const items = Array.from({ length: 1_600_000 }, (_, n) => row(n % 4 !== 0));
  const limits = { names: 5, topNames: 5, topDepth: 1, depth: Number.POSITIVE_INFINITY };
  expect(groupRows(items, limits)).toMatchObject({ hidden: 400_000 - 5, groups: 1 });
});
