import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../src/base/text.ts";
import { lineTemplate } from "../../src/normalize/floods.ts";
import { isLogSignal } from "../../src/normalize/signal.ts";
import { project, runOnce } from "../../src/normalize/pipeline.ts";
import type { OperatorContext, ToolKind } from "../../src/normalize/types.ts";
import { auditProjection } from "../support/audit-projection.ts";
import { operatorContext } from "../support/operator-context.ts";
import { runSeed } from "../support/random.ts";
import { outputText, runs } from "../support/texts.ts";

function contextFor(tool: ToolKind, scale: number, maxUnits: number | null): OperatorContext {
  return operatorContext({
    tool,
    maxUnits,
    ...(tool === "Read" ? { path: "/home/dev/project/notes.log" } : {}),
  }, scale);
}

const contexts = fc.tuple(
  fc.constantFrom<ToolKind>("Bash", "Read", "mcp"),
  fc.constantFrom(0.25, 0.375, 0.75, 1),
  fc.constantFrom(null, 28_500, 6_000),
)
  .map(([tool, scale, cap]) => contextFor(tool, scale, tool === "Read" ? null : cap));

describe("laws of the projection", () => {
  test("a projection is never longer than its text", () => {
    fc.assert(
      fc.property(outputText({ withMarkers: true }), contexts, (text, context) => {
        expect(codePoints(project(text, context).text)).toBeLessThanOrEqual(codePoints(text));
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
  });

  test("twice equals once", () => {
    fc.assert(
      fc.property(outputText({ withMarkers: true }), contexts, (text, context) => {
        const once = project(text, context).text;
        expect(project(once, context).text).toBe(once);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
  });

  test("the guard that enforces it is hardly ever needed", () => {
    let changed = 0;
    const refused: string[] = [];
    fc.assert(
      fc.property(outputText({ withMarkers: false }), contexts, (text, context) => {
        const once = runOnce(text, context);
        if (once.text === text) return;
        changed += 1;
        if (runOnce(once.text, context).text !== once.text) refused.push(text);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
    expect(changed).toBeGreaterThan(100);
    expect(refused.length / changed).toBeLessThanOrEqual(0.005);
  });

  test("every line is shown, counted or declared, and declared ranges are exact", () => {
    let audited = 0;
    fc.assert(
      fc.property(outputText({ withMarkers: false }), fc.constantFrom(0.375, 1), (text, scale) => {
        const context = contextFor("Bash", scale, null);
        const result = project(text, context);
        if (result.text === text || result.reports.some((report) => report.id === "long-lines")) return;
        if (
          result.reports.some((report) =>
            ["json", "ndjson", "grep", "paths", "table", "links"].includes(report.id)
          )
        ) return;
        audited += 1;
        const trimmed = text.split("\n");
        // Blank lines at both ends go; numbers still count from the original's first line.
        expect(auditProjection(trimmed.join("\n"), result.text)).toEqual([]);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
    expect(audited).toBeGreaterThan(100);
  });

  test("every signal line stands in the output, or a counted group of its template does", () => {
    let checked = 0;
    fc.assert(
      fc.property(outputText({ withMarkers: false, smallBlocks: true }), contexts, (text, context) => {
        const result = project(text, { ...context, maxUnits: null });
        if (result.text === text) return;
        const shown = new Set<string>();
        const templates: string[] = [];
        for (const line of result.text.split("\n")) {
          const similar = /^\[\+\d+ similar lines: (.*)\]$/.exec(line);
          if (similar) templates.push(similar[1] as string);
          const bare = line.replace(/ {2}\[x \d+(?: [^\]]*)?\]$/, "").trim();
          shown.add(bare);
          // Reads carry line numbers behind a gap.
          shown.add(bare.replace(/^\d+: /, "").trim());
        }
        for (const line of text.split("\n")) {
          if (!isLogSignal(line)) continue;
          checked += 1;
          if (shown.has(line.trim())) continue;
          const own = [lineTemplate(line), lineTemplate(line, true)];
          expect(templates.some((known) => own.some((template) => template.startsWith(known))), line).toBe(
            true,
          );
        }
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
    expect(checked).toBeGreaterThan(1_000);
  });

  test("torn escapes, control characters and odd text obey the laws too", () => {
    const piece = fc.constantFrom(
      "\x1b[31m",
      "\x1b",
      "\x9b",
      "[",
      "31m",
      "\x1b]8;;http://x\x07",
      "\x1b\\",
      "\r",
      "\r\n",
      "\b",
      "\0",
      "\u2028",
      "\ud800",
      "error: x",
      "item 12 ok",
      "\n",
      "]",
      "  [x 3]",
      "\x1bPq",
      "\ufeff",
    );
    const odd = fc.array(piece, { minLength: 1, maxLength: 400 }).map((parts) => parts.join(""));
    let refused = 0;
    fc.assert(
      fc.property(odd, contexts, (text, context) => {
        const long = `${text}\n`.repeat(3) + text.split("").reverse().join("");
        const once = runOnce(long, context).text;
        if (runOnce(once, context).text !== once) refused += 1;
        const result = project(long, context).text;
        expect(codePoints(result)).toBeLessThanOrEqual(codePoints(long));
        expect(project(result, context).text).toBe(result);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
    expect(refused).toBeLessThanOrEqual(runs(500, 10_000) / 100);
  });

  test("without permission to hide nothing is hidden", () => {
    fc.assert(
      fc.property(outputText({ withMarkers: false }), (text) => {
        const result = project(text, { ...contextFor("Bash", 0.375, 28_500), mayElide: false });
        expect(result.elided).toBe(false);
        expect(result.text).not.toContain("[context-kernel: elided");
      }),
      { seed: runSeed(), numRuns: runs(200, 2_000) },
    );
  });
});
