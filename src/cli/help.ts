/** `--help` of the program and of each command, printed from the tables. */
import { type Paint, painter } from "../base/paint.ts";
import type { Command, Option, Positional } from "../ops/command.ts";
import { GLOBAL_OPTIONS, GROUPS } from "../ops/registry.ts";
import { defaultText, unitText } from "../settings/document.ts";
import { SETTINGS } from "../settings/table.ts";
import { EXIT_SAYS } from "./exit.ts";

const WIDTH = 78;

type Row = readonly [left: string, right: string];

/** Help of the whole program. */
export function programHelp(commands: readonly Command[], version: string, color: boolean): string {
  const paint = painter(color);
  const parts = [
    `${paint("bold", "ck-bin")} ${version}: keeps a coding agent's context small without losing the answer\n`,
    section(paint, "Usage", [["ck-bin COMMAND [OPTIONS]", ""], ["ck-bin help COMMAND", ""]]),
  ];
  for (const [group, title] of GROUPS) {
    const rows = commands.filter((row) => row.group === group && row.hidden !== true);
    if (rows.length > 0) parts.push(section(paint, title, rows.map((row) => [row.name, row.summary])));
  }
  parts.push(
    section(paint, "Options", [...GLOBAL_OPTIONS.map(optionRow), ["-V, --version", "Print the version"]]),
    section(paint, "Exit codes", EXIT_SAYS.map(([code, says]) => [String(code), says])),
    "Every setting with its value: ck-bin settings\n",
  );
  return parts.join("\n");
}

/** Help of one command. */
export function commandHelp(command: Command, color: boolean): string {
  const paint = painter(color);
  const options = [...command.options, ...GLOBAL_OPTIONS];
  const parts = [
    `${paint("bold", `ck-bin ${command.name}`)}: ${command.summary}\n`,
    section(paint, "Usage", [[usageLine(command), ""]]),
  ];
  if (command.details !== undefined) parts.push(wrap(command.details, WIDTH).join("\n") + "\n");
  if (command.positionals.length > 0) {
    parts.push(section(paint, "Arguments", command.positionals.map(positionalRow)));
  }
  parts.push(section(paint, "Options", options.map(optionRow)));
  if (command.examples.length > 0) parts.push(examples(paint, command.examples));
  if (command.settings !== undefined) {
    parts.push(section(paint, "Settings", command.settings.map(settingRow)));
  }
  parts.push(section(paint, "Exit codes", exitRows(command)));
  return parts.join("\n");
}

/** `ck-bin recall [KEY] [OPTIONS]` */
export function usageLine(command: Command): string {
  const words = command.positionals.map((row) => {
    const name = row.many === true ? `${row.name}...` : row.name;
    return row.required === true ? name : `[${name}]`;
  });
  return ["ck-bin", command.name, ...words, "[OPTIONS]"].join(" ");
}

/** `-C, --context N` */
function optionLabel(option: Option): string {
  const long = option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`;
  return option.short === undefined ? long : `-${option.short}, ${long}`;
}

function optionRow(option: Option): Row {
  return [optionLabel(option), withChoices(option.says, option.choices)];
}

function positionalRow(row: Positional): Row {
  return [row.name, withChoices(row.says, row.choices)];
}

function withChoices(says: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? says : `${says}: ${choices.join(", ")}`;
}

function settingRow(key: string): Row {
  const row = SETTINGS.find((setting) => setting.key === key);
  if (row === undefined) return [key, ""];
  const value = `${defaultText(row)} ${unitText(row)}`.trim();
  return [key, `${row.says} Default: ${value || "empty"}`];
}

function exitRows(command: Command): readonly Row[] {
  const own = new Map(command.exitCodes ?? []);
  if (command.onlyOwnExitCodes === true) return [...own].map(([code, says]): Row => [String(code), says]);
  const general = EXIT_SAYS.map(([code, says]): Row => [String(code), own.get(code) ?? says]);
  const known = new Set(EXIT_SAYS.map(([code]) => code));
  return [
    ...general,
    ...[...own].filter(([code]) => !known.has(code)).map(([code, says]): Row => [String(code), says]),
  ];
}

function examples(paint: Paint, rows: Command["examples"]): string {
  const lines = rows.flatMap(([line, says]) => [`  ${paint("dim", `# ${says}`)}`, `  ck-bin ${line}`]);
  return `${paint("bold", "Examples")}\n${lines.join("\n")}\n`;
}

/** A heading and two columns; long right sides go on under themselves. */
function section(paint: Paint, title: string, rows: readonly Row[]): string {
  const left = Math.min(26, Math.max(...rows.map(([text]) => text.length)));
  const lines = rows.flatMap(([label, says]) => {
    const [first = "", ...more] = wrap(says, WIDTH - left - 4);
    const indent = " ".repeat(left + 4);
    const head = label.length > left && first !== ""
      ? [`  ${paint("cyan", label)}`, indent + first]
      : [`  ${paint("cyan", label)}${" ".repeat(Math.max(0, left - label.length))}  ${first}`.trimEnd()];
    return [...head, ...more.map((line) => indent + line)];
  });
  return `${paint("bold", title)}\n${lines.join("\n")}\n`;
}

/** Breaks at spaces; a longer word stays whole. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
