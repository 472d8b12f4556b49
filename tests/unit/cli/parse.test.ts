import { describe, expect, test } from "bun:test";
import { parse, type Parsed } from "../../../src/cli/parse.ts";
import type { Command } from "../../../src/ops/command.ts";

const COMMANDS: readonly Command[] = [
  {
    name: "take",
    summary: "Take something",
    group: "text",
    positionals: [{ name: "KEY", says: "What" }],
    options: [
      { name: "all", says: "All of it" },
      { name: "context", short: "C", value: "N", type: "integer", says: "Lines around" },
      { name: "grep", value: "RE", says: "Pattern" },
      { name: "scope", value: "SCOPE", choices: ["user", "project"], says: "Where" },
    ],
    examples: [],
    load: () => Promise.reject(new Error("not run")),
  },
  {
    name: "shell",
    summary: "Needs one of a list",
    group: "about",
    positionals: [{ name: "SHELL", says: "Which", required: true, choices: ["bash", "zsh"] }],
    options: [],
    examples: [],
    load: () => Promise.reject(new Error("not run")),
  },
  {
    name: "secret",
    summary: "Hidden",
    group: "about",
    positionals: [],
    options: [],
    examples: [],
    hidden: true,
    load: () => Promise.reject(new Error("not run")),
  },
];

function run(...argv: string[]): Parsed & { kind: "run" } {
  const parsed = parse(COMMANDS, argv);
  if (parsed.kind !== "run") throw new Error(JSON.stringify(parsed));
  return parsed;
}

function usage(...argv: string[]): string {
  const parsed = parse(COMMANDS, argv);
  if (parsed.kind !== "usage") throw new Error(`parsed as ${parsed.kind}`);
  return `${parsed.message} | ${parsed.hint}`;
}

describe("parse() of a good command line", () => {
  test("reads switches, values and positionals in any order", () => {
    const { args, command } = run("take", "--all", "KEY1", "-C", "3", "--grep=a|b");
    expect(command.name).toBe("take");
    expect(args.positionals).toEqual(["KEY1"]);
    expect(args.has("all")).toBe(true);
    expect(args.has("scope")).toBe(false);
    expect(args.integer("context")).toBe(3);
    expect(args.text("grep")).toBe("a|b");
    expect(args.text("scope")).toBeUndefined();
  });

  test("accepts zero, a value joined to its short option, and the last of two values", () => {
    expect(run("take", "-C0").args.integer("context")).toBe(0);
    expect(run("take", "--grep", "a", "--grep", "b").args.text("grep")).toBe("b");
  });

  test("takes everything after -- as positional", () => {
    expect(run("take", "--", "--all").args.positionals).toEqual(["--all"]);
  });

  test("accepts a value that begins with a dash only after an equals sign", () => {
    expect(run("take", "--grep=-x").args.text("grep")).toBe("-x");
    expect(usage("take", "--grep", "--all")).toContain("--grep=--all");
  });

  test("keeps Windows paths and other odd words as they are", () => {
    const { args } = run("take", "--grep", "C:\\Users\\x\\a b.txt");
    expect(args.text("grep")).toBe("C:\\Users\\x\\a b.txt");
  });

  test("options of every command may stand before it", () => {
    expect(run("--no-color", "take", "K").color).toBe("never");
    expect(run("take", "--color").color).toBe("always");
    expect(run("take").color).toBe("auto");
  });
});

describe("parse() of help and version", () => {
  test("no argument, --help, -h and help all show the program", () => {
    for (const argv of [[], ["--help"], ["-h"], ["help"], ["--no-color", "--help"]]) {
      expect(parse(COMMANDS, argv)).toMatchObject({ kind: "help", command: null });
    }
  });

  test("help of a command, written both ways", () => {
    for (const argv of [["help", "take"], ["take", "--help"], ["take", "KEY", "-h"], ["--help", "take"]]) {
      expect(parse(COMMANDS, argv)).toMatchObject({ kind: "help", command: { name: "take" } });
    }
  });

  test("--help wins over a missing argument", () => {
    expect(parse(COMMANDS, ["shell", "--help"]).kind).toBe("help");
  });

  test("--version and -V", () => {
    expect(parse(COMMANDS, ["--version"]).kind).toBe("version");
    expect(parse(COMMANDS, ["-V"]).kind).toBe("version");
  });
});

describe("parse() of a wrong command line says what is wrong and the next step", () => {
  test.each([
    [["tkae"], "unknown command 'tkae' | did you mean `ck-bin take`?"],
    [["zzzzzz"], "unknown command 'zzzzzz' | `ck-bin --help` lists the commands"],
    [["help", "tak"], "unknown command 'tak' | did you mean `ck-bin take`?"],
    [["take", "--al"], "unknown option '--al' | did you mean `--all`?"],
    [["take", "-x"], "unknown option '-x' | see `ck-bin take --help`"],
    [["take", "a", "b"], "unexpected argument 'b' | see `ck-bin take --help`"],
    [["take", "--grep"], "--grep needs a value: --grep RE | see `ck-bin take --help`"],
    [["take", "--all=yes"], "--all takes no value | see `ck-bin take --help`"],
    [["take", "-C", "x"], "--context expects a whole number, not 'x' | see `ck-bin take --help`"],
    [["take", "--context=-1"], "--context expects a whole number, not '-1' | see `ck-bin take --help`"],
    [
      ["take", "--scope", "all"],
      "'all' is no value of --scope (one of: user, project) | see `ck-bin take --help`",
    ],
    [["shell"], "missing SHELL (one of: bash, zsh) | see `ck-bin shell --help`"],
    [["shell", "csh"], "'csh' is no SHELL (one of: bash, zsh) | see `ck-bin shell --help`"],
    [["--frobnicate"], "unknown option '--frobnicate' | see `ck-bin --help`"],
  ])("%p", (argv, says) => {
    expect(usage(...argv)).toBe(says);
  });

  test("a hidden command is never suggested, but runs", () => {
    expect(usage("secre")).not.toContain("ck-bin secret");
    expect(run("secret").command.name).toBe("secret");
  });
});
