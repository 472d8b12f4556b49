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
      { name: "rate", value: "X", type: "number", min: 0.1, max: 10, says: "How much" },
      { name: "least", value: "N", type: "integer", min: 2, says: "How many" },
      { name: "folder", value: "DIR", says: "Where else" },
      { name: "around", value: "N", needs: ["grep", "KEY"], says: "Only with one of them" },
    ],
    oneOf: [["KEY", "folder"], ["all", "scope", "rate"]],
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

  test("accepts zero, a value joined to its short option, and an empty pattern", () => {
    expect(run("take", "-C0").args.integer("context")).toBe(0);
    expect(run("take", "--grep", "").args.text("grep")).toBe("");
  });

  test("reads numbers within their bounds", () => {
    expect(run("take", "--rate", "0.1").args.number("rate")).toBe(0.1);
    expect(run("take", "--rate=10").args.number("rate")).toBe(10);
    expect(run("take", "--least", "2").args.integer("least")).toBe(2);
    expect(run("take").args.number("rate")).toBeUndefined();
  });

  test("takes options that need each other, and alternatives one at a time", () => {
    expect(run("take", "--around", "1", "--grep", "x").kind).toBe("run");
    expect(run("take", "KEY1", "--around", "1").kind).toBe("run");
    expect(run("take", "KEY1", "--all", "--grep", "x").kind).toBe("run");
    expect(run("take", "--folder", "f", "--rate", "1").kind).toBe("run");
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
    [["take", "--rate", "11"], "--rate expects a number from 0.1 to 10, not '11' | see `ck-bin take --help`"],
    [
      ["take", "--rate", "1e0"],
      "--rate expects a number from 0.1 to 10, not '1e0' | see `ck-bin take --help`",
    ],
    [
      ["take", "--rate=-1"],
      "--rate expects a number from 0.1 to 10, not '-1' | see `ck-bin take --help`",
    ],
    [
      ["take", "--least", "1"],
      "--least expects a whole number of at least 2, not '1' | see `ck-bin take --help`",
    ],
    [["take", "--folder", ""], "--folder needs a value: --folder DIR | see `ck-bin take --help`"],
    [["take", "--grep", "a", "--grep", "b"], "--grep is given twice | see `ck-bin take --help`"],
    [["take", "K", "--folder", "f"], "KEY and --folder exclude each other | see `ck-bin take --help`"],
    [
      ["take", "--rate", "1", "--scope", "user"],
      "--scope and --rate exclude each other | see `ck-bin take --help`",
    ],
    [
      ["take", "--color", "--no-color"],
      "--color and --no-color exclude each other | see `ck-bin take --help`",
    ],
    [["take", "--around", "1"], "--around goes with --grep or KEY | see `ck-bin take --help`"],
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
