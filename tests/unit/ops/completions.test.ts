import { describe, expect, test } from "bun:test";
import { completionsFor, type Shell, SHELLS } from "../../../src/ops/completions.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../../../src/ops/registry.ts";
import { zshOffers } from "../../support/zsh-complete.ts";

const SHELL_NAMES = Object.keys(SHELLS) as Shell[];

/** Checkers that only parse; a shell that is not there is skipped. */
const PARSE_ONLY: Partial<Record<Shell, readonly string[]>> = {
  bash: ["bash", "-n"],
  fish: ["fish", "--no-execute"],
  zsh: ["zsh", "-n"],
};

describe("completions", () => {
  test.each(SHELL_NAMES)("for %s offer every visible command and option", (shell) => {
    const script = completionsFor(shell);
    for (const row of COMMANDS) {
      if (row.hidden === true) continue;
      expect(script).toContain(row.name);
      for (const option of row.options) {
        expect(script).toContain(shell === "fish" ? `-l ${option.name}` : option.name);
      }
    }
    expect(script).not.toMatch(/^\s*hook\b/m);
  });

  test("the choices of `completions` are the shells there are", () => {
    const row = COMMANDS.find((one) => one.name === "completions");
    expect(row?.positionals[0]?.choices).toEqual(SHELL_NAMES.toSorted());
  });

  for (const shell of SHELL_NAMES) {
    const checker = PARSE_ONLY[shell];
    if (checker === undefined) continue;
    test.skipIf(Bun.which(checker[0] ?? "") === null)(`for ${shell} parse there`, () => {
      const child = Bun.spawnSync([...checker], {
        stdin: new TextEncoder().encode(completionsFor(shell)),
      });
      expect(child.stderr.toString()).toBe("");
      expect(child.exitCode).toBe(0);
    });
  }

  test.skipIf(Bun.which("bash") === null)("for bash complete commands, options and values", () => {
    const complete = (...words: string[]) => {
      const script = `${completionsFor("bash")}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_ck_bin; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return Bun.spawnSync(["bash", "-c", script]).stdout.toString().trim().split("\n");
    };
    expect(complete("ck-bin", "rec")).toEqual(["recall"]);
    expect(complete("ck-bin", "recall", "--li")).toEqual(["--lines", "--list"]);
    expect(complete("ck-bin", "install", "--scope", "")).toEqual(["user", "project"]);
    expect(complete("ck-bin", "install", "cl")).toEqual(["claude-code"]);
    expect(complete("ck-bin", "completions", "z")).toEqual(["zsh"]);
    expect(complete("ck-bin", "help", "stat")).toEqual(["status"]);
  });

  test.skipIf(Bun.which("fish") === null)("for fish complete commands, options and values", () => {
    const complete = (line: string) => {
      const script = `${completionsFor("fish")}\ncomplete -C '${line}'`;
      const { stdout } = Bun.spawnSync(["fish", "--no-config", "-c", script]);
      return stdout.toString().trim().split("\n").map((row) => row.split("\t")[0]);
    };
    expect(complete("ck-bin rec")).toEqual(["recall"]);
    expect(complete("ck-bin recall --li")).toEqual(["--lines", "--list"]);
    expect(complete("ck-bin install --scope ")).toEqual(["project", "user"]);
    expect(complete("ck-bin install cl")).toEqual(["claude-code"]);
  });

  test.skipIf(Bun.which("zsh") === null)("for zsh complete commands, options and values", () => {
    const complete = (line: string) => zshOffers(completionsFor("zsh"), line);
    expect(complete("ck-bin rec")).toEqual(["recall"]);
    expect(complete("ck-bin install --scope ")).toEqual(["project", "user"]);
    expect(complete("ck-bin completions z")).toEqual(["zsh"]);
  }, 60_000);

  test.skipIf(Bun.which("zsh") === null)(
    "for zsh offer each option of a command, whatever its sentence holds",
    () => {
      for (const name of ["normalize", "recall"]) {
        const row = COMMANDS.find((one) => one.name === name);
        const offered = zshOffers(completionsFor("zsh"), `ck-bin ${name} --`);
        const options = [...row?.options ?? [], ...GLOBAL_OPTIONS].map((option) => `--${option.name}`);
        expect(offered).toEqual(options.sort());
      }
    },
    60_000,
  );
});
