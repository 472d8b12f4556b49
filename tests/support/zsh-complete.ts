/** What a real zsh offers for a command line: types it into a terminal of its own and presses the tab key. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./binary.ts";

/** Lists what is offered instead of drawing it, and ends after that. */
const INIT = `
PROMPT=
autoload -Uz compinit; compinit -u -D
source "$COMPLETIONS"
bindkey "^I" complete-word
zstyle ":completion:*" insert-tab false
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi
  typeset -a hits; builtin compadd -A hits "$@"
  local hit; for hit in $hits; do print -r -- "HIT:$hit"; done
}
finish() { print -r -- THE-END; exit }
comppostfuncs=(finish)
print -r -- READY
`;

const DRIVER = `
zmodload zsh/zpty || exit 9
zpty z zsh -f -i
zpty -w z "source $INIT"
zpty -r z out "*READY*" || exit 8
zpty -n -w z "$LINE"$'\\t'
while zpty -r z chunk; do print -rn -- "$chunk"; [[ $chunk == *THE-END* ]] && exit 0; done
exit 7
`;

/** Sorted candidates for the last word of a line; throws when the completions do not load. */
export function zshOffers(script: string, line: string): readonly string[] {
  const folder = temporaryFolder("ck-zsh-");
  const [init, completions] = [join(folder, "init.zsh"), join(folder, "_ck-bin")];
  writeFileSync(init, INIT);
  writeFileSync(completions, script);
  const child = Bun.spawnSync(["zsh", "-f", "-c", DRIVER], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      TERM: "xterm",
      INIT: init,
      COMPLETIONS: completions,
      LINE: line,
    },
    timeout: 20_000,
  });
  const out = child.stdout.toString();
  if (child.exitCode !== 0) throw new Error(`zsh ended with ${child.exitCode}: ${out}${child.stderr}`);
  return [...out.matchAll(/HIT:([^\r\n]*)/g)].map((match) => match[1] ?? "").sort();
}
