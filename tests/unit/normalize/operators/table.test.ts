import { describe, expect, test } from "bun:test";
import { projectTable } from "../../../../src/normalize/operators/table.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const CONTEXT = operatorContext();

function project(lines: readonly string[], changes = {}): string {
  return projectTable(lines.join("\n"), operatorContext(changes))?.text ?? "declined";
}

function pods(count: number, status: (n: number) => string = () => "Running"): string[] {
  return [
    "NAME            READY   STATUS             RESTARTS   AGE",
    ...Array.from(
      { length: count },
      (_, n) => `${`api-${n}`.padEnd(15)} 1/1     ${status(n).padEnd(18)} 0          5d`,
    ),
  ];
}

describe("projectTable()", () => {
  test("keeps header, first and last rows and counts the others", () => {
    const lines = pods(100);
    const text = project(lines).split("\n");
    expect(text.slice(0, 21)).toEqual(lines.slice(0, 21));
    expect(text[21]).toMatch(
      /^\[context-kernel: elided lines 22-96: 75 similar or routine row lines \(~\d+ token\)\]$/,
    );
    expect(text.slice(22)).toEqual(lines.slice(96));
  });

  test("finds a header below lines that say something else", () => {
    const lines = ["Pods of all clusters", "as of today", ...pods(100)];
    expect(project(lines).split("\n").slice(0, 23)).toEqual(lines.slice(0, 23));
    expect(project(lines)).toContain("elided lines 24-98: 75 similar or routine row lines");
  });

  test("words of like lines that begin at the same places are no columns", () => {
    const lines = [
      "alpha one two three four five six",
      ...Array.from({ length: 90 }, (_, n) => `delta ${n % 10}00 abc ok`),
    ];
    expect(project(lines)).toBe("declined");
  });

  test("keeps rows that are signal or rare, with the lines at which gaps stand", () => {
    const text = project(
      pods(200, (n) => (n === 90 ? "CrashLoopBackOff" : n === 120 ? "Completed" : "Running")),
    );
    expect(text).toContain("CrashLoopBackOff");
    expect(text).toContain("Completed");
    expect(text).toContain("[context-kernel: elided lines 93-121]");
  });

  test("keeps rows that are not ready, below headers of two words", () => {
    const text = project([
      "NAME            READY   STATUS      RESTARTS   AGE   NODE       NOMINATED NODE   READINESS GATES",
      ...Array.from(
        { length: 150 },
        (_, n) =>
          `${`api-${n}`.padEnd(15)} ${n % 9 === 4 ? "0/1" : "1/1"}     Running     0          5d    10.0.0.${
            n % 4
          }   <none>           <none>`,
      ),
    ]);
    for (let n = 4; n < 150; n += 9) expect(text).toContain(`api-${n} `);
    expect(text).not.toContain("api-41 ");
  });

  test("what stands beyond the header belongs to its last column", () => {
    const lines = [
      "Name                    Stmts   Miss  Cover   Missing",
      "-----------------------------------------------------",
      ...Array.from({ length: 200 }, (_, n) => {
        const miss = n % 10 === 0 ? `${n / 2}%`.padStart(6) + "   10-20, 31-40, 52-60" : "  100%";
        return `${`pkg/module_${n}.py`.padEnd(24)}   40     10 ${miss}`;
      }),
    ];
    const text = project(lines);
    for (let n = 0; n < 160; n += 10) expect(text).toContain(`pkg/module_${n}.py `);
    expect(text).not.toContain("pkg/module_55.py");
  });

  test("knows tables of psql with rule and footer", () => {
    const rows = Array.from(
      { length: 120 },
      (_, n) =>
        ` ${String(n).padStart(4)} | ${n === 77 ? "refunded" : "paid    "} | ${
          n === 50 ? "  -19.99" : "  120.00"
        }`,
    );
    const text = project([
      "  id  |  status  |  total   ",
      "------+----------+----------",
      ...rows,
      "(120 rows)",
    ]);
    for (const kept of ["------+----------+----------", "refunded", "-19.99", "(120 rows)"]) {
      expect(text).toContain(kept);
    }
  });

  test("knows Markdown tables and CSV", () => {
    const rows = Array.from({ length: 90 }, (_, n) => `| package-${n} | 1.0.${n} | MIT |`);
    expect(project(["| Name | Version | License |", "|---|---|---|", ...rows])).toContain(
      "| Name | Version | License |\n|---|---|---|",
    );
    const csv = [
      "id,status,note,owner",
      ...Array.from({ length: 90 }, (_, n) => `${n},${n === 60 ? "failed" : "ok"},"a, b",ops`),
    ];
    expect(project(csv)).toContain('60,failed,"a, b",ops');
  });

  test("keeps the least covered files of a coverage report, lowest first when they are too many", () => {
    const rows = Array.from(
      { length: 120 },
      (_, n) =>
        ` file${String(n).padStart(3, "0")}.ts | ${
          String(n === 60 ? 12 : n === 61 ? 79.5 : 97).padStart(7)
        } |`,
    );
    const text = project([
      "-------------|---------|",
      " File        | % Lines |",
      "-------------|---------|",
      ...rows,
      "-------------|---------|",
    ]);
    expect(text).toContain("file060.ts |      12 |");
    expect(text).toContain("file061.ts |    79.5 |");
  });

  test("declines short tables, logs, prose and pipes in code", () => {
    const lines = (line: (n: number) => string): string[] => Array.from({ length: 100 }, (_, n) => line(n));
    expect(project(pods(40))).toBe("declined");
    expect(
      project(lines((n) => `2026-01-01 10:00:${String(n % 60).padStart(2, "0")} INFO  started job ${n}`)),
    ).toBe("declined");
    expect(project(lines((n) => `cat file${n} | sort | uniq`))).toBe("declined");
    expect(project(lines((n) => `first, second and third, number ${n}`))).toBe("declined");
    expect(project(lines((n) => `name            | setting ${n}`))).toBe("declined");
  });

  test("leaves its own result alone", () => {
    const once = project(pods(100));
    expect(projectTable(once, CONTEXT)).toEqual({ text: once, elided: false });
  });
});
