/**
 * What was typed -> a checked value. The only file that knows `node:util`
 * parseArgs; another parser could take over behind `parse`. Opens no file.
 */
import { parseArgs } from "node:util";
import type { Arguments, Command, Option } from "../ops/command.ts";
import { GLOBAL_OPTIONS } from "../ops/registry.ts";
import { nearest } from "./nearest.ts";

export type ColorChoice = "auto" | "always" | "never";

export type Parsed =
  | { readonly kind: "run"; readonly command: Command; readonly args: Arguments; readonly color: ColorChoice }
  | { readonly kind: "help"; readonly command: Command | null; readonly color: ColorChoice }
  | { readonly kind: "version" }
  | {
    readonly kind: "usage";
    readonly command: Command | null;
    readonly message: string;
    readonly hint: string;
  };

type Typed = { readonly positionals: string[]; readonly values: Map<string, string | true> };

/** `argv` without the program's name. */
export function parse(commands: readonly Command[], argv: readonly string[]): Parsed {
  const [first, ...rest] = argv;
  if (first === undefined) return { kind: "help", command: null, color: "auto" };
  if (first === "--version" || first === "-V") return { kind: "version" };
  if (first === "help") return parseHelp(commands, rest);
  if (first.startsWith("-")) return parseProgram(commands, argv);
  const command = commands.find((row) => row.name === first);
  return command === undefined ? unknownCommand(commands, first) : parseCommand(command, rest);
}

function parseHelp(commands: readonly Command[], rest: readonly string[]): Parsed {
  const name = rest.find((word) => !word.startsWith("-"));
  if (name === undefined) return parseProgram(commands, ["--help", ...rest]);
  const command = commands.find((row) => row.name === name);
  return command === undefined ? unknownCommand(commands, name) : { kind: "help", command, color: "auto" };
}

/** Options before any command. */
function parseProgram(commands: readonly Command[], argv: readonly string[]): Parsed {
  const typed = tokenise(null, GLOBAL_OPTIONS, argv);
  if ("kind" in typed) return typed;
  const [name] = typed.positionals;
  const color = colorOf(typed);
  if (name === undefined) return { kind: "help", command: null, color };
  const command = commands.find((row) => row.name === name);
  if (command === undefined) return unknownCommand(commands, name);
  return parseCommand(command, [...argv.slice(argv.indexOf(name) + 1), ...argv.slice(0, argv.indexOf(name))]);
}

function unknownCommand(commands: readonly Command[], name: string): Parsed {
  const near = nearest(name, commands.filter((row) => row.hidden !== true).map((row) => row.name));
  return {
    kind: "usage",
    command: null,
    message: `unknown command '${name}'`,
    hint: near === null ? "`ck-bin --help` lists the commands" : `did you mean \`ck-bin ${near}\`?`,
  };
}

function parseCommand(command: Command, argv: readonly string[]): Parsed {
  const options = [...command.options, ...GLOBAL_OPTIONS];
  const typed = tokenise(command, options, argv);
  if ("kind" in typed) return typed;
  if (typed.values.has("help")) return { kind: "help", command, color: colorOf(typed) };
  const wrong = wrongPositional(command, typed.positionals) ?? wrongValue(options, typed.values) ??
    wrongCompany(command, options, typed);
  if (wrong !== null) return usage(command, wrong);
  return { kind: "run", command, args: argumentsOf(typed), color: colorOf(typed) };
}

function tokenise(
  command: Command | null,
  options: readonly Option[],
  argv: readonly string[],
): Typed | (Parsed & { kind: "usage" }) {
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: Object.fromEntries(options.map((option) => [option.name, {
      type: option.value === undefined ? "boolean" as const : "string" as const,
      ...(option.short === undefined ? {} : { short: option.short }),
    }])),
  });
  const values = new Map<string, string | true>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find((row) => row.name === token.name);
    if (option === undefined) return unknownOption(command, options, token.rawName);
    const flag = `--${option.name}`;
    if (option.value === undefined) {
      if (token.value !== undefined) return usage(command, `${flag} takes no value`);
      values.set(option.name, true);
      continue;
    }
    if (token.value === undefined) return usage(command, `${flag} needs a value: ${flag} ${option.value}`);
    if (!token.inlineValue && token.value.startsWith("-") && token.value !== "-") {
      return usage(
        command,
        `${flag} needs a value; for one that begins with a dash write ${flag}=${token.value}`,
      );
    }
    if (values.has(option.name)) return usage(command, `${flag} is given twice`);
    values.set(option.name, token.value);
  }
  return { positionals, values };
}

function unknownOption(command: Command | null, options: readonly Option[], raw: string) {
  const near = raw.startsWith("--") ? nearest(raw.slice(2), options.map((option) => option.name)) : null;
  const hint = near === null ? helpHint(command) : `did you mean \`--${near}\`?`;
  return { kind: "usage", command, message: `unknown option '${raw}'`, hint } as const;
}

function wrongPositional(command: Command, typed: readonly string[]): string | null {
  const rows = command.positionals;
  const last = rows.at(-1);
  if (typed.length > rows.length && last?.many !== true) {
    return `unexpected argument '${typed[rows.length] ?? ""}'`;
  }
  for (const [index, row] of rows.entries()) {
    const value = typed[index];
    if (value === undefined) {
      if (row.required === true) return `missing ${row.name}${choicesOf(row.choices)}`;
    } else if (row.choices !== undefined && !row.choices.includes(value)) {
      return `'${value}' is no ${row.name}${choicesOf(row.choices)}`;
    }
  }
  return null;
}

function wrongValue(options: readonly Option[], values: ReadonlyMap<string, string | true>): string | null {
  for (const option of options) {
    const value = values.get(option.name);
    if (typeof value !== "string") continue;
    if (option.choices !== undefined && !option.choices.includes(value)) {
      return `'${value}' is no value of --${option.name}${choicesOf(option.choices)}`;
    }
    if (value === "" && !MAY_BE_EMPTY.has(option.value ?? "")) {
      return `--${option.name} needs a value: --${option.name} ${option.value}`;
    }
    const number = wrongNumber(option, value);
    if (number !== null) return number;
  }
  return null;
}

/** Placeholders of free texts; everything else names something. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(["RE", "TEXT"]);

function wrongNumber({ name, type, min, max }: Option, value: string): string | null {
  if (type !== "integer" && type !== "number") return null;
  const isNumber = type === "integer" ? isWholeNumber(value) : isDecimal(value);
  const isInside = Number(value) >= (min ?? -Infinity) && Number(value) <= (max ?? Infinity);
  if (isNumber && isInside) return null;
  const range = min === undefined ? "" : max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
  return `--${name} expects a ${type === "integer" ? "whole number" : "number"}${range}, not '${value}'`;
}

/** What says nothing alone, or contradicts something else that was typed. */
function wrongCompany(command: Command, options: readonly Option[], typed: Typed): string | null {
  const given = new Set(typed.values.keys());
  for (const [index, row] of command.positionals.entries()) {
    if (typed.positionals[index] !== undefined) given.add(row.name);
  }
  const word = (name: string) => command.positionals.some((row) => row.name === name) ? name : `--${name}`;
  for (const names of [...command.oneOf ?? [], ["color", "no-color"]]) {
    const [first, second] = names.filter((name) => given.has(name));
    if (first !== undefined && second !== undefined) {
      return `${word(first)} and ${word(second)} exclude each other`;
    }
  }
  for (const { name, needs } of options) {
    if (needs === undefined || !given.has(name) || needs.some((other) => given.has(other))) continue;
    return `--${name} goes with ${needs.map(word).join(" or ")}`;
  }
  return null;
}

function choicesOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? "" : ` (one of: ${choices.join(", ")})`;
}

function isDecimal(text: string): boolean {
  return text.length <= 12 && /^[0-9]+(?:\.[0-9]+)?$/.test(text);
}

function isWholeNumber(text: string): boolean {
  return text.length <= 9 && /^[0-9]+$/.test(text);
}

function argumentsOf({ positionals, values }: Typed): Arguments {
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const number = (name: string) => {
    const value = text(name);
    return value === undefined ? undefined : Number(value);
  };
  return {
    positionals,
    text,
    integer: number,
    number,
    has: (name) => values.has(name),
  };
}

function colorOf({ values }: Typed): ColorChoice {
  if (values.has("no-color")) return "never";
  return values.has("color") ? "always" : "auto";
}

function usage(command: Command | null, message: string) {
  return { kind: "usage", command, message, hint: helpHint(command) } as const;
}

function helpHint(command: Command | null): string {
  return command === null ? "see `ck-bin --help`" : `see \`ck-bin ${command.name} --help\``;
}
