import type { Option } from "../command.ts";
import { type CompletedCommand, flags, takesPath } from "./words.ts";

/** Completions for bash 3.2 and later; needs no helper package. */
export function bashCompletions(commands: readonly CompletedCommand[]): string {
  return `# bash completions of ck-bin
_ck_bin() {
  local cur prev cmd
  COMPREPLY=()
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  cmd="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map((row) => row.name).join(" ")} --help --version" -- "$cur"))
    return
  fi
  case "$cmd:$prev" in
${commands.flatMap((row) => row.options.flatMap((option) => valueCase(row.name, option))).join("\n")}
  esac
  case "$cmd" in
${commands.map(commandCase).join("\n")}
  esac
}
complete -o default -F _ck_bin ck-bin
`;
}

function valueCase(command: string, option: Option): string[] {
  if (option.value === undefined) return [];
  const names = flags([option]).map((flag) => `${command}:${flag}`).join("|");
  if (option.choices !== undefined) {
    return [`    ${names}) COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$cur")); return ;;`];
  }
  if (takesPath(option)) {
    const kind = option.value === "DIR" ? "-d" : "-f";
    return [`    ${names}) COMPREPLY=($(compgen ${kind} -- "$cur")); return ;;`];
  }
  return [`    ${names}) return ;;`];
}

function commandCase(row: CompletedCommand): string {
  const words = [...flags(row.options), ...row.choices].join(" ");
  return `    ${row.name}) COMPREPLY=($(compgen -W "${words}" -- "$cur")) ;;`;
}
