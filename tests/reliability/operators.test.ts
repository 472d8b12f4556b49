/**
 * T16: the laws of every operator of the projection, one by one: twice equals
 * once, never longer, order kept, lines of ours untouched, and nothing is
 * hidden where nothing may be hidden. A new row of the registry has to come
 * with an entry here: the types ask for it, and a test.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../src/base/text.ts";
import { isBarrier } from "../../src/marker/grammar.ts";
import { cleanLines } from "../../src/normalize/clean.ts";
import { elide } from "../../src/normalize/elide.ts";
import { cutLongLines } from "../../src/normalize/long-lines.ts";
import { foldProgress } from "../../src/normalize/progress.ts";
import { LINE_OPERATORS, STRUCTURED } from "../../src/normalize/registry.ts";
import { foldRepeats } from "../../src/normalize/repeats.ts";
import type { Line, OperatorContext, ToolKind } from "../../src/normalize/types.ts";
import { operatorContext } from "../support/operator-context.ts";
import {
  grepText,
  headedGrepText,
  jsonInText,
  ndjsonText,
  pageText,
  pathList,
  tableText,
} from "../support/structured-texts.ts";
import { runSeed } from "../support/random.ts";
import { oursLine, outputText, plainLine, runs } from "../support/texts.ts";

/** Text in, text out; null where the operator leaves the text alone. */
type Run = (text: string, context: OperatorContext) => string | null;

const RUNS = runs(500, 10_000);
const clean = (text: string): Line[] => cleanLines(text, { keepTrailing: false, keepEdges: false });
const join = (lines: readonly Line[]): string => lines.map((line) => line.text).join("\n");

const LINE_RUNNERS: Readonly<Record<typeof LINE_OPERATORS[number], Run>> = {
  clean: (text) => join(clean(text)),
  repeats: (text) => join(foldRepeats(clean(text))),
  progress: (text) => join(foldProgress(clean(text))),
  "long-lines": (text) => join(cutLongLines(clean(text)).lines),
  elide: (text, context) => elide(clean(text), context)?.lines.join("\n") ?? null,
};

const RUNNERS: Readonly<Record<string, Run>> = {
  ...LINE_RUNNERS,
  ...Object.fromEntries(
    STRUCTURED.map((
      { id, operator },
    ): [string, Run] => [id, (text, context) => operator(text, context)?.text ?? null]),
  ),
};

const own: Readonly<Record<string, fc.Arbitrary<string>>> = {
  json: jsonInText,
  ndjson: ndjsonText,
  grep: fc.oneof(grepText.map(({ text }) => text), headedGrepText),
  paths: pathList.map((paths) => paths.join("\n")),
  table: tableText,
  links: pageText,
};
const plain = outputText({ withMarkers: false });
const marked = outputText({ withMarkers: true });

const contexts: fc.Arbitrary<OperatorContext> = fc.tuple(
  fc.constantFrom<ToolKind>("Bash", "mcp", "WebFetch", "Grep"),
  fc.constantFrom(0.25, 0.375, 1),
  fc.constantFrom(null, 28_500, 4_000),
).map(([tool, scale, maxUnits]) => operatorContext({ tool, maxUnits }, scale));

function check(texts: fc.Arbitrary<string>, law: (text: string, context: OperatorContext) => void): void {
  fc.assert(fc.property(texts, contexts, law), { seed: runSeed(), numRuns: RUNS });
}

/** A text of one kind with runs of other lines strewn into it. */
function strewn(texts: fc.Arbitrary<string>, run: fc.Arbitrary<string[]>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.array(fc.tuple(fc.nat(), run), { minLength: 1, maxLength: 6 })).map((
    [text, runs],
  ) => {
    const lines = text.split("\n");
    for (const [at, others] of runs) lines.splice(at % (lines.length + 1), 0, ...others);
    return lines.join("\n");
  });
}

/** Up to about half of the text is of another kind. */
const diluted = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  strewn(texts, fc.array(plainLine, { minLength: 1, maxLength: 30 }));
/** One line of ours, here and there: beside another kind, one kind could hide behind that. */
const withOurs = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  oursLine.chain((line) => strewn(texts, fc.constant([line])));

test("every structured operator has texts of its own here", () => {
  expect(STRUCTURED.map(({ id }): string => id).sort()).toEqual(Object.keys(own).sort());
});

for (const [id, run] of Object.entries(RUNNERS)) {
  const texts = own[id] === undefined
    ? marked
    : fc.oneof({ arbitrary: own[id], weight: 4 }, { arbitrary: marked, weight: 1 });

  describe(`the operator ${id}`, () => {
    test("changes some texts, and makes none longer", () => {
      let changed = 0;
      check(texts, (text, context) => {
        const result = run(text, context);
        if (result === null || result === text) return;
        changed += 1;
        expect(codePoints(result)).toBeLessThanOrEqual(codePoints(text));
      });
      expect(changed).toBeGreaterThan(RUNS / 50);
    });

    test("does to its own result nothing more", () => {
      check(texts, (text, context) => {
        const once = run(text, context);
        if (once !== null) expect(run(once, context) ?? once).toBe(once);
      });
    });

    test("keeps the order of the lines that it shows", () => {
      check(own[id] ?? plain, (text, context) => {
        const result = run(text, context);
        // JSON has another layout, and file lists are grouped by folder: structured.test.ts has their laws.
        if (result === null || id === "json" || id === "paths") return;
        const places = new Map<string, number[]>();
        clean(text).forEach((line, n) => places.set(line.text, [...(places.get(line.text) ?? []), n]));
        let last = -1;
        for (const line of result.split("\n")) {
          if (line.trim() === "" || !places.has(line)) continue;
          const next = places.get(line)?.find((place) => place > last);
          expect(next, line).toBeDefined();
          last = next ?? last;
        }
      });
    });

    test("leaves every line of ours as it stands", () => {
      const texts = own[id] === undefined ? marked : fc.oneof(marked, withOurs(own[id]));
      check(texts, (text, context) => {
        const result = run(text, context);
        if (result === null) return;
        const shown = count(result.split("\n"));
        for (const [line, times] of count(clean(text).map((each) => each.text).filter(isBarrier))) {
          expect(shown.get(line) ?? 0, line).toBeGreaterThanOrEqual(times);
        }
      });
    });

    if (!(id in LINE_RUNNERS)) {
      test("hides nothing where nothing may be hidden", () => {
        check(texts, (text, context) => {
          expect(run(text, { ...context, mayElide: false }) ?? text).toBe(text);
        });
      });
    }
  });
}

for (const { id, gate, operator } of STRUCTURED) {
  test(`the gate of ${id} stops no text that its operator would take`, () => {
    const texts = own[id] ?? plain;
    check(fc.oneof(texts, plain, diluted(texts)), (text, context) => {
      const lines = clean(text);
      const result = operator(join(lines), context);
      if (result?.elided) {
        expect(gate(lines.map((line) => line.text), context), text.slice(0, 200)).toBe(true);
      }
    });
  });
}

function count(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
