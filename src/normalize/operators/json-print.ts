import { continuesMarker } from "../../marker/grammar.ts";
import { allParts, MARKER_KEY, NO_KEY, type Part, type Plan } from "./json-edit.ts";
import type { Stub } from "./json-identity.ts";
import { endOf, KIND, kindOf, sizeOf, sourceOf, startOf, type Tape } from "./json-spans.ts";

/**
 * Prints a planned JSON value. Tokens are copied from the source; only white
 * space is ours. Laws: what is printed is JSON again, and holds every part of
 * the plan in order.
 */

/** `fitted`: what fits on a line stands on one; `compact`: no white space; `inPlace`: white space of the source; `stream`: the items one after the other. */
export type Layout = "fitted" | "compact" | "inPlace" | "stream";

const LINE_UNITS = 200;

interface Printer {
  readonly tape: Tape;
  readonly plan: Plan;
  readonly colon: string;
  readonly comma: string;
  readonly out: string[];
  /** A line of the source and its first offset; offsets are asked for in rising order. */
  readonly place: { offset: number; line: number };
}

/** The value with the edits of its plan, in one of the layouts. */
export function printJson(tape: Tape, plan: Plan, layout: Layout): string {
  const isSpaced = (layout === "fitted" || layout === "stream") && hasSpacedColons(tape);
  const printer: Printer = {
    tape,
    plan,
    colon: isSpaced ? ": " : ":",
    comma: isSpaced ? ", " : ",",
    out: [],
    place: { offset: 0, line: 1 },
  };
  if (layout === "fitted") printFitted(printer, 0, 0);
  else if (layout === "stream") printStream(printer);
  else if (layout === "compact") printInline(printer, 0);
  else printInPlace(printer, 0);
  return printer.out.join("");
}

/** The parts of the outermost list one per line, without its brackets and commas. */
function printStream(printer: Printer): void {
  partsOf(printer, 0).forEach((part, index) => {
    if (index > 0) printer.out.push("\n");
    if ("marker" in part) printer.out.push(part.marker);
    else if ("stub" in part) printStub(printer, part.stub);
    else printFitted(printer, part.node, 0);
  });
}

/** The source's own habit, taken from its first member. */
function hasSpacedColons(tape: Tape): boolean {
  for (let node = 0; node < tape.count; node += 1) {
    if (kindOf(tape, node) === KIND.key) return tape.text.charCodeAt(startOf(tape, node + 1) - 1) !== 0x3a;
  }
  return false;
}

function shownSize(printer: Printer, node: number): number {
  return printer.plan.sizes.get(node) ?? sizeOf(printer.tape, node);
}

function partsOf(printer: Printer, node: number): readonly Part[] {
  const edit = printer.plan.edits.get(node);
  return edit?.kind === "list" ? edit.parts : allParts(printer.tape, node);
}

function isContainer(printer: Printer, node: number): boolean {
  const kind = kindOf(printer.tape, node);
  return kind === KIND.array || kind === KIND.object;
}

function printFitted(printer: Printer, node: number, indent: number): void {
  if (!isContainer(printer, node) || shownSize(printer, node) + indent <= LINE_UNITS) {
    return printInline(printer, node);
  }
  const isObject = kindOf(printer.tape, node) === KIND.object;
  const parts = partsOf(printer, node);
  const lineBreak = `\n${" ".repeat(indent + 1)}`;
  const isFilled = !isObject &&
    parts.every((part) => "marker" in part || "stub" in part || !isContainer(printer, part.node));
  let used = LINE_UNITS;
  printer.out.push(isObject ? "{" : "[");
  parts.forEach((part, index) => {
    const size = isFilled && "node" in part
      ? shownSize(printer, part.node) + printer.comma.length
      : LINE_UNITS;
    const isBroken = used + size > LINE_UNITS;
    if (index > 0) printer.out.push(isBroken ? "," : printer.comma);
    if (isBroken) printer.out.push(lineBreak);
    used = isBroken ? indent + size : used + size;
    printPart(printer, part, isObject, (value) => printFitted(printer, value, indent + 1));
  });
  printer.out.push(`\n${" ".repeat(indent)}${isObject ? "}" : "]"}`);
}

function printPart(printer: Printer, part: Part, isObject: boolean, print: (node: number) => void): void {
  if ("marker" in part) {
    if (isObject) printer.out.push(MARKER_KEY, printer.colon);
    printer.out.push(JSON.stringify(part.marker));
    return;
  }
  if ("stub" in part) {
    printStub(printer, part.stub);
    return;
  }
  if (part.key !== NO_KEY) printer.out.push(sourceOf(printer.tape, part.key), printer.colon);
  print(part.node);
}

/** `{"name": "x", "…": 7}`: seven more members. */
function printStub(printer: Printer, stub: Stub): void {
  const { tape, colon, comma, out } = printer;
  out.push("{");
  for (const { key, value } of stub.members) {
    out.push(sourceOf(tape, key), colon, sourceOf(tape, value), comma);
  }
  out.push(MARKER_KEY, colon, String(stub.rest), "}");
}

function printInline(printer: Printer, node: number): void {
  const { tape, plan, out } = printer;
  const edit = plan.edits.get(node);
  if (edit?.kind === "cut") {
    out.push('"', edit.inner, '"');
    return;
  }
  const isCopied = !plan.sizes.has(node) && endOf(tape, node) - startOf(tape, node) === sizeOf(tape, node);
  if (!isContainer(printer, node) || (isCopied && printer.comma === ",")) {
    out.push(sourceOf(tape, node));
    return;
  }
  const isObject = kindOf(tape, node) === KIND.object;
  out.push(isObject ? "{" : "[");
  partsOf(printer, node).forEach((part, index) => {
    if (index > 0) out.push(printer.comma);
    printPart(printer, part, isObject, (value) => printInline(printer, value));
  });
  out.push(isObject ? "}" : "]");
}

function printInPlace(printer: Printer, node: number): void {
  const { tape, plan, out } = printer;
  const edit = plan.edits.get(node);
  if (edit?.kind === "cut") {
    out.push('"', edit.inner, '"');
    return;
  }
  if (!plan.sizes.has(node)) {
    out.push(sourceOf(tape, node));
    return;
  }
  const isObject = kindOf(tape, node) === KIND.object;
  const open = startOf(tape, node);
  const firstSpace = spaceBefore(tape, open + 1, firstToken(tape, node));
  out.push(tape.text.slice(open, open + 1));
  const close = endOf(tape, node) - 1;
  const parts = partsOf(printer, node);
  parts.forEach((part, index) => {
    if (index > 0) out.push(",");
    if ("marker" in part) {
      out.push(firstSpace);
      const next = parts.slice(index + 1).find((other) => "node" in other);
      const goesOn = next ? partStart(tape, next) : close;
      printPart(printer, { marker: part.marker + lineNote(printer, goesOn) }, isObject, () => undefined);
    } else if ("stub" in part) {
      out.push(firstSpace);
      printStub(printer, part.stub);
    } else {
      const start = partStart(tape, part);
      out.push(spaceBefore(tape, open + 1, start));
      if (part.key !== NO_KEY) out.push(tape.text.slice(start, startOf(tape, part.node)));
      printInPlace(printer, part.node);
    }
  });
  out.push(spaceBefore(tape, open + 1, close), tape.text.slice(close, close + 1));
}

function partStart(tape: Tape, part: Part): number {
  if (!("node" in part)) return 0;
  return startOf(tape, part.key === NO_KEY ? part.node : part.key);
}

/** The line at which the source goes on behind a marker, unless all of it stands on one line. */
function lineNote(printer: Printer, offset: number): string {
  const { tape, place } = printer;
  for (let at = tape.text.indexOf("\n", place.offset); at >= 0 && at < offset;) {
    place.line += 1;
    place.offset = at + 1;
    at = tape.text.indexOf("\n", place.offset);
  }
  return place.line === 1 ? "" : ` ${continuesMarker(place.line)}`;
}

function firstToken(tape: Tape, node: number): number {
  return startOf(tape, node + 1);
}

/** White space that stands before the token at `at`. */
function spaceBefore(tape: Tape, from: number, at: number): string {
  let start = at;
  while (start > from && tape.text.charCodeAt(start - 1) <= 0x20) start -= 1;
  return tape.text.slice(start, at);
}
