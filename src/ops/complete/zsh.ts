import type { Option } from "../command.ts";
import { type CompletedCommand, flags, quoted, takesPath } from "./words.ts";

/** Completions for zsh; the file is `_ck-bin` in a folder of `fpath`. */
export function zshCompletions(commands: readonly CompletedCommand[]): string {
  return `#compdef ck-bin
# zsh completions of ck-bin
_ck-bin() {
  local -a commands
  commands=(
${commands.map((row) => `    ${quoted(`${row.name}:${row.summary}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _arguments '--help[Show help]' '--version[Print the version]'
    return
  fi
  local cmd="\${words[2]}"
  words=("\${words[1]}" "\${(@)words[3,-1]}")
  (( CURRENT-- ))
  case "$cmd" in
${commands.map(commandCase).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_ck-bin" ]; then
  _ck-bin "$@"
else
  compdef _ck-bin ck-bin
fi
`;
}

function commandCase(row: CompletedCommand): string {
  const specs = row.options.flatMap((option) => flags([option]).map((flag) => quoted(spec(flag, option))));
  const choices = row.choices.length === 0 ? [] : [quoted(`*:value:(${row.choices.join(" ")})`)];
  const lines = [...specs, ...choices].map((line) => `        ${line}`).join(" \\\n");
  return `    ${row.name})\n      _arguments \\\n${lines}\n      ;;`;
}

/** `--name[says]:VALUE:action`; brackets and colons inside are escaped. */
function spec(flag: string, option: Option): string {
  const says = escaped(option.says);
  if (option.value === undefined) return `${flag}[${says}]`;
  return `${flag}[${says}]:${escaped(option.value)}:${action(option)}`;
}

function action(option: Option): string {
  if (option.choices !== undefined) return `(${option.choices.join(" ")})`;
  if (takesPath(option)) return option.value === "DIR" ? "_files -/" : "_files";
  return " ";
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("[", "\\[").replaceAll("]", "\\]").replaceAll(":", "\\:");
}
