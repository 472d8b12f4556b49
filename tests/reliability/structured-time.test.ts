import { describe, expect, test } from "bun:test";
import { projectGrep } from "../../src/normalize/operators/grep.ts";
import { projectJson } from "../../src/normalize/operators/json.ts";
import { projectLinks } from "../../src/normalize/operators/links.ts";
import { projectNdjson } from "../../src/normalize/operators/ndjson.ts";
import { projectPathText } from "../../src/normalize/operators/paths.ts";
import { projectTable } from "../../src/normalize/operators/table.ts";
import type { StructuredOperator } from "../../src/normalize/types.ts";
import { operatorContext } from "../support/operator-context.ts";

/**
 * Structured operators on texts made to be hard for them: eight times the text
 * may take about eight times the time, never sixty-four times. Two lengths of
 * one text are compared, so the speed of the machine does not matter.
 */

const SMALL = 40_000;
const FACTOR = 8;
const MOST_GROWTH = 30;
/** Only against hanging; a busy machine must not fail here. */
const TIMEOUT_MS = 120_000;

const OPERATORS: Readonly<Record<string, StructuredOperator>> = {
  json: projectJson,
  ndjson: projectNdjson,
  grep: projectGrep,
  paths: projectPathText,
  table: projectTable,
  links: projectLinks,
};

const CONTEXT = operatorContext({ tool: "WebFetch" });

function repeat(unit: string, units: number): string {
  return unit.repeat(Math.ceil(units / unit.length));
}

function numbered(units: number, line: (n: number) => string): string {
  const lines: string[] = [];
  for (let size = 0, n = 1; size < units; n += 1) {
    const next = line(n);
    lines.push(next);
    size += next.length + 1;
  }
  return lines.join("\n");
}

const HOSTILE: Readonly<Record<string, (units: number) => string>> = {
  "open brackets": (n) => repeat("[", n),
  "open objects": (n) => repeat('{"a":', n),
  "one list of numbers": (n) => `[${numbered(n, (i) => `${i},`)}0]`,
  "one list of records": (n) => `[${numbered(n, (i) => `{"id":${i},"name":"n${i}"},`)}{"id":0}]`,
  "records with other keys each": (n) => `[${numbered(n, (i) => `{"k${i}":${i}},`)}{"id":0}]`,
  "nested lists of records": (n) =>
    `[${
      numbered(n, (i) =>
        `{"id":${i},"list":[{"a":1},{"a":2},{"a":3},{"a":4},{"a":5},{"a":6},{"a":7},{"a":8}]},`)
    }1]`,
  "a map of records": (n) => `{${numbered(n, (i) => `"k${i}":{"a":${i}},`)}"end":{}}`,
  "one string": (n) => `{"text":"${repeat("word ", n)}"}`,
  "one string of escapes": (n) => `["${repeat("\\n\\ud83d\\ude00", n)}"]`,
  "one unclosed string": (n) => `["${repeat("x", n)}`,
  "lines that begin like JSON": (n) => numbered(n, () => '["a", '),
  "json lines": (n) => numbered(n, (i) => `{"level":${i % 6}0,"msg":"ERROR ${i}"}`),
  "broken json lines": (n) => numbered(n, (i) => (i % 9 === 0 ? "{broken}" : `{"n":${i}}`)),
  colons: (n) => repeat("a:", n),
  "lines of colons": (n) => numbered(n, () => ":1:1:1:1:1:1:1:"),
  "lines of dashes and digits": (n) => numbered(n, (i) => `src/a-1-2-3-4-5-6-7-8-9-${i}-x`),
  "matches of one file": (n) => numbered(n, (i) => `src/a.ts:${i}:text ${i}`),
  "matches of a file each": (n) => numbered(n, (i) => `src/d${i % 97}/f${i}.ts:1:text`),
  "matches with context": (n) => numbered(n, (i) => (i % 4 === 0 ? `a/b.c:${i}:x` : `a/b.c-${i}-y`)),
  "deep paths": (n) => numbered(n, (i) => `${"d/".repeat(i % 200)}f${i}.ts`),
  "paths in a folder each": (n) => numbered(n, (i) => `src/folder${i}/file.ts`),
  "slashes": (n) => numbered(n, () => "/".repeat(500)),
  "a tree": (n) => numbered(n, (i) => `${"│   ".repeat(i % 40)}├── f${i}`),
  "an aligned table": (n) =>
    `NAME      STATUS    AGE\n${numbered(n, (i) => `pod-${String(i).padEnd(5)} Running   5d`)}`,
  "wide rows": (n) => numbered(n, () => `${"a ".repeat(900)}b`),
  "rows of bars": (n) => numbered(n, (i) => `| ${i} | ${"x |".repeat(60)}`),
  "csv with quotes": (n) => `id,name,note\n${numbered(n, (i) => `${i},"a,b","${"c,".repeat(40)}"`)}`,
  "one line of quotes": (n) => repeat('",', n),
  "menu lines": (n) => numbered(n, (i) => `* [Menu ${i}](https://example.org/${i})`),
  "unclosed links": (n) => numbered(n, () => "* [Menu](https://example.org/"),
  "blank lines": (n) => repeat("\n", n),
  spaces: (n) => numbered(n, () => " ".repeat(200)),
};

/** How much longer the longer text takes; the lowest of some attempts, as a busy machine only adds. */
function growth(operator: StructuredOperator, make: (units: number) => string): number {
  const [small, large] = [make(SMALL), make(SMALL * FACTOR)];
  let lowest = Infinity;
  for (let attempt = 0; attempt < 5 && lowest >= MOST_GROWTH; attempt += 1) {
    const smallMs = Math.max(fastest(operator, small), 0.5);
    lowest = Math.min(lowest, fastest(operator, large) / smallMs);
  }
  return lowest;
}

function fastest(operator: StructuredOperator, text: string): number {
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    operator(text, CONTEXT);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

for (const [name, operator] of Object.entries(OPERATORS)) {
  describe(`the ${name} operator takes linear time`, () => {
    for (const [kind, make] of Object.entries(HOSTILE)) {
      test(kind, () => {
        expect(growth(operator, make)).toBeLessThan(MOST_GROWTH);
      }, TIMEOUT_MS);
    }
  });
}
