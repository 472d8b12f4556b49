import type { Option } from "../command.ts";
import { type CompletedCommand, takesPath } from "./words.ts";

/** Completions for fish 3. */
export function fishCompletions(commands: readonly CompletedCommand[]): string {
  const lines = ["# fish completions of ck-bin", "complete -c ck-bin -f"];
  for (const row of commands) {
    lines.push(`complete -c ck-bin -n __fish_use_subcommand -a ${row.name} -d ${quoted(row.summary)}`);
  }
  lines.push(
    "complete -c ck-bin -n __fish_use_subcommand -l help -s h -d 'Show help'",
    "complete -c ck-bin -n __fish_use_subcommand -l version -s V -d 'Print the version'",
  );
  for (const row of commands) {
    const seen = `-n '__fish_seen_subcommand_from ${row.name}'`;
    if (row.choices.length > 0) lines.push(`complete -c ck-bin ${seen} -a ${quoted(row.choices.join(" "))}`);
    for (const option of row.options) lines.push(`complete -c ck-bin ${seen} ${optionWords(option)}`);
  }
  return lines.join("\n") + "\n";
}

function optionWords(option: Option): string {
  const words = [`-l ${option.name}`];
  if (option.short !== undefined) words.push(`-s ${option.short}`);
  if (option.choices !== undefined) words.push("-x", `-a ${quoted(option.choices.join(" "))}`);
  else if (takesPath(option)) words.push("-r", "-F");
  else if (option.value !== undefined) words.push("-x");
  words.push(`-d ${quoted(option.says)}`);
  return words.join(" ");
}

/** fish knows two escapes inside single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
