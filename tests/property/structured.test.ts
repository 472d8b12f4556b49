import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../src/base/text.ts";
import { projectGrep } from "../../src/normalize/operators/grep.ts";
import { projectJson } from "../../src/normalize/operators/json.ts";
import { collapseLinks, isLinkLine, projectLinks } from "../../src/normalize/operators/links.ts";
import { projectNdjson } from "../../src/normalize/operators/ndjson.ts";
import { projectPaths, projectPathText } from "../../src/normalize/operators/paths.ts";
import { projectTable } from "../../src/normalize/operators/table.ts";
import { STRUCTURED } from "../../src/normalize/registry.ts";
import type { OperatorContext, StructuredOperator, ToolKind } from "../../src/normalize/types.ts";
import { operatorContext } from "../support/operator-context.ts";
import {
  grepText,
  jsonInText,
  jsonValueText,
  ndjsonText,
  pageText,
  pathList,
  tableText,
} from "../support/structured-texts.ts";
import { runSeed } from "../support/random.ts";
import { outputText, runs } from "../support/texts.ts";

const contexts: fc.Arbitrary<OperatorContext> = fc.tuple(
  fc.constantFrom<ToolKind>("Bash", "mcp", "Read", "WebFetch"),
  fc.constantFrom(0.25, 0.5, 1),
  fc.constantFrom(null, 29_000, 3_000),
).map(([tool, scale, maxUnits]) => operatorContext({ tool, maxUnits }, scale));

const grepTexts = grepText.map((search) => search.text);
const pathTexts = pathList.map((paths) => paths.join("\n"));
const anyText = fc.oneof(
  jsonInText,
  ndjsonText,
  grepTexts,
  pathTexts,
  tableText,
  pageText,
  outputText({ withMarkers: true }),
);

const OPERATORS: readonly (readonly [string, StructuredOperator, fc.Arbitrary<string>])[] = [
  ["json", projectJson, jsonInText],
  ["ndjson", projectNdjson, ndjsonText],
  ["grep", projectGrep, grepTexts],
  ["paths", projectPathText, pathTexts],
  ["table", projectTable, tableText],
  ["links", projectLinks, pageText],
];

/** Numbers of one expression in a text, added up. */
function sumOf(text: string, pattern: RegExp): number {
  let sum = 0;
  for (const found of text.matchAll(pattern)) sum += Number(found[1]);
  return sum;
}

function check<T>(arbitrary: fc.Arbitrary<T>, law: (value: T, context: OperatorContext) => void): void {
  fc.assert(fc.property(arbitrary, contexts, law), { seed: runSeed(), numRuns: runs(500, 10_000) });
}

for (const [name, operator, own] of OPERATORS) {
  describe(`laws of the ${name} projection`, () => {
    test("what it accepts gets shorter and fits under the cap", () => {
      let accepted = 0;
      check(fc.oneof(own, own, own, anyText), (text, context) => {
        const result = operator(text, context);
        if (!result || !result.elided) return expect(result?.text ?? text).toBe(text);
        accepted += 1;
        expect(codePoints(result.text)).toBeLessThan(codePoints(text));
        if (context.maxUnits !== null) expect(result.text.length).toBeLessThanOrEqual(context.maxUnits);
      });
      // A law that is never put to the test is no law.
      expect(accepted).toBeGreaterThan(runs(500, 10_000) / 20);
    });

    test("its gate lets every text through that it accepts", () => {
      const gate = STRUCTURED.find((row) => row.id === name)?.gate;
      check(own, (text, context) => {
        if (operator(text, context)) expect(gate?.(text.split("\n"), context)).toBe(true);
      });
    });

    test("twice equals once", () => {
      check(fc.oneof(own, own, own, anyText), (text, context) => {
        const once = operator(text, context);
        if (!once) return;
        expect(operator(once.text, context)?.text ?? once.text).toBe(once.text);
      });
    });

    test("hides nothing when nothing may be hidden", () => {
      check(own, (text, context) => {
        const result = operator(text, { ...context, mayElide: false });
        expect(result?.text ?? text).toBe(text);
      });
    });
  });
}

describe("what the json projection promises", () => {
  test("the result is JSON, and shown and hidden items make up every list", () => {
    check(jsonValueText, (text, context) => {
      const result = projectJson(text, context);
      if (!result) return;
      compareValues(JSON.parse(text), JSON.parse(result.text));
    });
  });

  test("tokens of the source are never altered", () => {
    check(jsonValueText, (text, context) => {
      const result = projectJson(text, context);
      if (!result) return;
      const known = new Set(text.match(/-?\d[\d.eE+-]*/g) ?? []);
      const shown = result.text.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/"…": ?\d+/g, "");
      for (const token of shown.match(/-?\d[\d.eE+-]*/g) ?? []) {
        if (!known.has(token)) expect(result.text).toMatch(/"…": ?\d/);
      }
    });
  });
});

/** Walks original and projection together; lists may be shortened only by what their marker says. */
function compareValues(before: unknown, after: unknown): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    const marker = after.find((item) =>
      typeof item === "string" && /^\[context-kernel: elided \d+ of/.test(item)
    );
    const shown = after.filter((item) => !isMarker(item) && !isStub(item));
    if (marker === undefined) return expect(shown.length).toBe(before.length);
    const [, hidden, total] = /elided (\d+) of (\d+)/.exec(String(marker)) ?? [];
    expect(Number(total)).toBe(before.length);
    expect(shown.length + Number(hidden)).toBe(before.length);
    return;
  }
  if (!isObject(before) || !isObject(after)) return;
  const keys = Object.keys(before);
  const shown = Object.keys(after).filter((key) => key !== "…");
  const [, hidden, total] = /elided (\d+) of (\d+)/.exec(String(after["…"] ?? "")) ?? [];
  if (total !== undefined && keys.length === Number(total)) {
    expect(shown.length + Number(hidden)).toBe(keys.length);
  } else expect(shown).toEqual(keys);
  for (const key of shown) compareValues(before[key], after[key]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMarker(item: unknown): boolean {
  return typeof item === "string" && item.startsWith("[context-kernel: ");
}

function isStub(item: unknown): boolean {
  return isObject(item) && typeof item["…"] === "number";
}

describe("what the grep projection promises", () => {
  test("every file stays, and kept and counted matches add up", () => {
    fc.assert(
      fc.property(grepText, contexts, ({ text, matches }, context) => {
        const result = projectGrep(text, context);
        if (!result || result.text.includes("no directory dropped")) return;
        for (const [file, count] of matches) {
          const kept = result.text.split("\n").filter((line) =>
            line.startsWith(`${file}:`) && /^\d+:/.test(line.slice(file.length + 1))
          ).length;
          const more = result.text.split("\n").find((line) =>
            line.endsWith(` more matches in ${file}]`)
          );
          expect(kept).toBeGreaterThan(0);
          expect(kept + Number(/\+(\d+) more/.exec(more ?? "")?.[1] ?? 0)).toBe(count);
        }
        const stated = /elided (\d+) of (\d+) matches in (\d+) files/.exec(result.text);
        if (!stated) return;
        expect(Number(stated[1])).toBe(sumOf(result.text, /^ {2}\[\+(\d+) more matches in /gm));
        expect(Number(stated[2])).toBe([...matches.values()].reduce((a, b) => a + b, 0));
        expect(Number(stated[3])).toBe(matches.size);
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
  });
});

describe("what the paths projection promises", () => {
  test("shown names are names of the list, and shown and counted ones add up", () => {
    check(pathList, (paths, context) => {
      const result = projectPaths(paths, context);
      if (!result) return;
      const known = new Set(paths);
      const shown = result.paths.filter((path) => known.has(path)).length;
      const text = result.paths.join("\n");
      const hidden = sumOf(text, /^ {2}\[\+(\d+) more paths in /gm);
      expect(shown + hidden).toBe(paths.length);
      expect(result.paths[result.paths.length - 1]).toContain(`elided ${hidden} of ${paths.length} paths in`);
      for (const line of result.paths) {
        expect(known.has(line) || /^ {2}\[\+|^\[context-kernel: /.test(line)).toBe(true);
      }
    });
  });
});

describe("what projections by line promise", () => {
  for (
    const [name, operator, own] of [["ndjson", projectNdjson, ndjsonText], [
      "table",
      projectTable,
      tableText,
    ]] as const
  ) {
    test(`${name}: shown lines are lines of the text in order, and the first marker counts exactly`, () => {
      check(own, (text, context) => {
        const result = operator(text, context);
        if (!result) return;
        const source = text.split("\n");
        const lines = result.text.split("\n");
        let at = 0;
        let shown = 0;
        for (const line of lines) {
          if (line.startsWith("[context-kernel: ")) continue;
          shown += 1;
          if (line.includes(" …[context-kernel: ")) continue;
          const found = source.indexOf(line, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
        const [, from, to, hidden] = /elided lines (\d+)-(\d+): (\d+) /.exec(result.text) ?? [];
        const kept = Number(/; kept (\d+) /.exec(result.text)?.[1] ?? 0);
        expect(Number(hidden) + kept).toBe(Number(to) - Number(from) + 1);
        const further = [...result.text.matchAll(/elided lines (\d+)-(\d+)\]/g)];
        const all = further.reduce((sum, [, a, b]) => sum + Number(b) - Number(a) + 1, Number(hidden));
        expect(shown + all).toBe(source.length);
      });
    });
  }

  test("links: prose stays and hidden links are counted", () => {
    fc.assert(
      fc.property(pageText, (text) => {
        const result = collapseLinks(text);
        if (result === null) return;
        const isLink = (line: string): boolean => isLinkLine(line);
        const prose = (page: string): string[] =>
          page.split("\n").filter((line) =>
            line !== "" && !isLink(line) && !line.startsWith("[context-kernel: ")
          );
        expect(prose(result)).toEqual(prose(text));
        const hidden = sumOf(result, /elided (\d+) link\/navigation lines/g);
        expect(result.split("\n").filter(isLink).length + hidden).toBe(
          text.split("\n").filter(isLink).length,
        );
      }),
      { seed: runSeed(), numRuns: runs(500, 10_000) },
    );
  });
});
