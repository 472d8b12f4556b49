import { describe, expect, test } from "bun:test";
import { projectNdjson } from "../../../../src/normalize/operators/ndjson.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const CONTEXT = operatorContext();

function log(count: number, change: (n: number) => Record<string, unknown> = () => ({})): string[] {
  return Array.from(
    { length: count },
    (_, n) =>
      JSON.stringify({
        level: 30,
        time: 1_700_000_000_000 + n,
        reqId: `req-${n}`,
        msg: "request completed",
        ...change(n),
      }),
  );
}

function project(lines: readonly string[], context = CONTEXT): string {
  return projectNdjson(lines.join("\n"), context)?.text ?? "declined";
}

describe("projectNdjson()", () => {
  test("keeps the first records and the last one and counts the rest", () => {
    const lines = log(100);
    const text = project(lines).split("\n");
    expect(text.slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(text[3]).toContain("elided lines 4-99: 96 similar or routine record lines (~");
    expect(text[4]).toBe(lines[99] ?? "");
  });

  test("keeps every error while errors are few, by word or by numeric level", () => {
    const lines = log(
      300,
      (
        n,
      ) => (n % 50 === 7
        ? { level: 50, msg: `upstream said ${n}` }
        : n === 123
        ? { msg: "fatal: disk full" }
        : {}),
    );
    const text = project(lines);
    for (const n of [7, 57, 107, 157, 207, 257]) expect(text).toContain(`upstream said ${n}`);
    expect(text).toContain("fatal: disk full");
  });

  test("of many errors every template stays", () => {
    const lines = log(
      900,
      (n) => ({ msg: n % 2 === 0 ? "ok" : `ERROR of kind ${"abcdefghijklmnopqrst"[n % 20]} at ${n}` }),
    );
    const text = project(lines);
    for (let n = 1; n < 20; n += 2) expect(text).toContain(`ERROR of kind ${"abcdefghijklmnopqrst"[n]} at `);
    expect(text.split("\n").length).toBeLessThan(80);
  });

  test("keeps the first record of every value of a category", () => {
    const text = project(log(300, (n) => ({ status: n % 20 === 19 ? 404 : 200 })));
    expect(text).toContain('"status":404');
  });

  test("keeps lines that are no records when they are few", () => {
    const lines = log(100);
    lines.splice(40, 0, "> node server.js", "Listening");
    const text = project(lines);
    expect(text).toContain("\n> node server.js\nListening\n");
  });

  test("of many lines that are no records the signal stays", () => {
    const lines = log(200).flatMap((
      line,
      n,
    ) => (n % 8 === 0
      ? [line, n === 80 ? "Error: boom" : n === 112 ? "RUN  v4" : "    at x (y.js:1)"]
      : [line])
    );
    const text = project(lines);
    expect(text).toContain("Error: boom");
    expect(text).toContain("RUN  v4");
    // The first three and the last six; those between say nothing new.
    expect(text.match(/at x/g)).toHaveLength(9);
  });

  test("keeps what `go test -json` says about failures, with their output", () => {
    const lines: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const test = { Time: "2026-01-01T00:00:00Z", Package: "ex/p", Test: `TestCase${n}` };
      lines.push(JSON.stringify({ ...test, Action: "run" }));
      lines.push(
        JSON.stringify({ ...test, Action: "output", Output: `    a_test.go:12: got ${n}, want 4\n` }),
      );
      lines.push(JSON.stringify({ ...test, Action: n === 42 ? "fail" : "pass", Elapsed: 0 }));
    }
    lines.push(JSON.stringify({ Action: "fail", Package: "ex/p", Elapsed: 0.1 }));
    const text = project(lines);
    expect(text).toContain("got 42, want 4");
    expect(text).toContain('"Test":"TestCase42","Action":"fail"');
    expect(text).toContain('{"Action":"fail","Package":"ex/p","Elapsed":0.1}');
    expect(text).not.toContain("got 41, want 4");
  });

  test("errors with long traces lose the middle of the trace before a template is lost", () => {
    const names = Array.from({ length: 55 }, (_, n) => String.fromCharCode(97 + n % 26, 97 + (n * 7) % 26));
    const lines = names.map((name, n) =>
      JSON.stringify({
        level: "error",
        message: `[${name.toUpperCase()}${name}] Failed to extract ${name}: not a constructor`,
        stack: `Error: not a constructor\n${"    at run (/app/src/jobs/runner.ts:12:5)\n".repeat(40)}`,
        n,
      })
    );
    const text = project(lines, operatorContext({ maxUnits: 29_000 }));
    for (const name of names) expect(text).toContain(`Failed to extract ${name}:`);
  });

  test("declines few records, other texts and broken lines", () => {
    expect(project(log(7))).toBe("declined");
    expect(project(Array.from({ length: 50 }, (_, n) => `{not json ${n}}`))).toBe("declined");
    expect(project(log(20).flatMap((line) => [line, "prose"]))).toBe("declined");
  });

  test("of more messages than there is room for, those of the whole time are shown, and all turns of the service", () => {
    const word = (n: number): string => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const lines = log(600, (n) => ({ msg: `stage ${word(n)} of parcel ${word(n * 7)} ${"-".repeat(60)}` }));
    lines[590] = JSON.stringify({ level: 30, msg: "kettle started on port 8080" });
    lines[593] = JSON.stringify({ level: 30, msg: "scheduler is ready for orders" });
    const kept = project(lines, { ...CONTEXT, maxUnits: 40_000 }).split("\n").filter((line) =>
      line.startsWith("{")
    );
    const thirds = [0, 1, 2].map((third) =>
      kept.filter((line) => Math.floor(lines.indexOf(line) / 200) === third).length
    );
    expect(Math.min(...thirds)).toBeGreaterThan(Math.max(...thirds) / 3);
    expect(kept).toContain(lines[590] as string);
    expect(kept).toContain(lines[593] as string);
  });

  test("leaves its own result alone", () => {
    const once = project(log(100));
    expect(projectNdjson(once, CONTEXT)).toEqual({ text: once, elided: false });
  });
});
