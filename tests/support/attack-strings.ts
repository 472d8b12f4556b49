/**
 * Texts that make a given pattern work hard: for every loop in it, what leads
 * to the loop, then many turns of it, then something that cannot follow.
 */
import { memberOf } from "../../src/base/char-set.ts";
import { parsePattern, type PatternNode } from "../../src/base/pattern-parse.ts";

export interface Attack {
  readonly name: string;
  /** A text of about that many UTF-16 units. */
  readonly make: (units: number) => string;
}

/** Ends that most patterns do not accept. */
const ENDS = ["", "\n", "!", "\u0000", "x"];

/** What logs are full of, for every pattern. */
const EVERYDAY = [
  " ",
  "a",
  "0",
  "\t",
  "a ",
  "a.",
  "=",
  "-",
  "/a",
  "a:",
  "\x1b[",
  "\x1b[31m",
  '"',
  "\\",
  "(",
  "a, ",
  "0.",
  "[x 2] ",
];

/** Attacks against one pattern; `source` must parse. */
export function attacksOn(source: string, flags: string): readonly Attack[] {
  const node = parsePattern(source, flags);
  if (node === null) throw new Error(`cannot be read: /${source}/`);
  const attacks: Attack[] = EVERYDAY.map((unit) => ({
    name: `repeated ${JSON.stringify(unit)}`,
    make: repeated("", unit, "!"),
  }));
  for (const { before, turn } of loopsOf(node, "")) {
    for (const end of ENDS) {
      attacks.push({
        name: `loop ${JSON.stringify(turn)} + ${JSON.stringify(end)}`,
        make: repeated(before, turn, end),
      });
    }
    // Every start is a beginning of a match that fails late.
    attacks.push({
      name: `restarts ${JSON.stringify(before + turn)}`,
      make: repeated("", before + turn, "!"),
    });
  }
  const whole = shortest(node);
  if (whole !== "") {
    attacks.push({ name: "whole matches", make: repeated("", whole, "") });
    attacks.push({ name: "nearly whole matches", make: repeated("", whole.slice(0, -1) || whole, "\u0000") });
  }
  const seen = new Set<string>();
  return attacks.filter(({ make }) => {
    const sample = make(200);
    return !seen.has(sample) && seen.add(sample);
  });
}

function repeated(before: string, unit: string, end: string): (units: number) => string {
  return (units) =>
    before + unit.repeat(Math.max(1, Math.ceil((units - before.length - end.length) / unit.length))) + end;
}

interface Loop {
  readonly before: string;
  readonly turn: string;
}

/** Every repeat that can turn often, with a text that leads to it. */
function loopsOf(node: PatternNode, before: string): readonly Loop[] {
  switch (node.kind) {
    case "set":
      return [];
    case "empty":
      return node.inside === null ? [] : loopsOf(node.inside, before);
    case "choice":
      return node.options.flatMap((option) => loopsOf(option, before));
    case "sequence": {
      let lead = before;
      return node.items.flatMap((item) => {
        const loops = loopsOf(item, lead);
        lead += shortest(item);
        return loops;
      });
    }
    case "repeat": {
      const turn = shortest(node.body);
      const own = node.max > 20 && turn !== "" ? turnsOf(node.body, before, turn) : [];
      return [...own, ...loopsOf(node.body, before)];
    }
  }
}

/** A loop over a set is tried with a few members of the set, one over more with its shortest turn. */
function turnsOf(body: PatternNode, before: string, turn: string): readonly Loop[] {
  if (body.kind !== "set") return [{ before, turn }];
  const members = [" ", "a", "0", ".", "/", ":", "-", "\t"].filter((unit) =>
    body.set[unit.charCodeAt(0)] === 1
  );
  return [...new Set([turn, ...members])].map((member) => ({ before, turn: member }));
}

/** A short text that the node matches, assertions not considered. */
function shortest(node: PatternNode): string {
  switch (node.kind) {
    case "set":
      return memberOf(node.set) ?? "";
    case "empty":
      return "";
    case "choice":
      return node.options.map(shortest).reduce((a, b) => b.length < a.length ? b : a);
    case "sequence":
      return node.items.map(shortest).join("");
    case "repeat":
      return shortest(node.body).repeat(Math.max(node.min, node.max === 1 ? 0 : 1));
  }
}
