/** What the normalise bench measures: every operator by itself, and the whole projection. */
import { cleanLines } from "../../src/normalize/clean.ts";
import { elide } from "../../src/normalize/elide.ts";
import { cutLongLines } from "../../src/normalize/long-lines.ts";
import { project } from "../../src/normalize/pipeline.ts";
import { foldProgress } from "../../src/normalize/progress.ts";
import { STRUCTURED } from "../../src/normalize/registry.ts";
import { foldRepeats } from "../../src/normalize/repeats.ts";
import type { Line } from "../../src/normalize/types.ts";
import { defaultContext } from "./doors.ts";
import { type Shape, shaped, SHAPES } from "./shapes.ts";

/** A call to measure, with its input at hand; it returns the units that came out, or null when it declined. */
export type Call = () => number | null;

export interface Stage {
  readonly name: string;
  /** Builds the input, which is not measured, and the call. */
  readonly prepare: (units: number) => Call;
}

const context = { ...defaultContext("Bash"), command: "run" };

export const STAGES: readonly Stage[] = [
  { name: "clean", prepare: (units) => after(shaped("log", units), (text) => unitsOf(lines(text))) },
  { name: "repeats", prepare: onLines("log", (input) => unitsOf(foldRepeats(input))) },
  { name: "progress", prepare: onLines("log", (input) => unitsOf(foldProgress(input))) },
  { name: "long-lines", prepare: onLines("long-line", (input) => unitsOf(cutLongLines(input).lines)) },
  {
    name: "elide",
    prepare: (units) => {
      const input = foldProgress(foldRepeats(lines(shaped("log", units))));
      return () => elide(input, context)?.lines.reduce((sum, line) => sum + line.length + 1, 0) ?? null;
    },
  },
  ...STRUCTURED.map(({ id, operator }): Stage => ({
    name: id,
    prepare: (units) =>
      after(shaped(shapeOf(id), units), (text) => operator(text, context)?.text.length ?? null),
  })),
  ...SHAPES.map((shape): Stage => ({
    name: `whole: ${shape}`,
    prepare: (units) => after(shaped(shape, units), (text) => project(text, context).text.length),
  })),
];

function after(text: string, run: (text: string) => number | null): Call {
  return () => run(text);
}

function onLines(shape: Shape, run: (input: readonly Line[]) => number): (units: number) => Call {
  return (units) => {
    const input = lines(shaped(shape, units));
    return () => run(input);
  };
}

function lines(text: string): Line[] {
  return cleanLines(text, { keepTrailing: false, keepEdges: false });
}

function unitsOf(all: readonly Line[]): number {
  return all.reduce((sum, line) => sum + line.text.length + 1, 0);
}

/** The shape that an operator is made for; the log for one that is not known here. */
function shapeOf(id: string): Shape {
  return SHAPES.find((shape) => shape === id) ?? "log";
}
