/** Every option of every command, with missing, odd and contradictory values; output for programs; full disks. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS, GLOBAL_OPTIONS } from "../../src/ops/registry.ts";
import { ckBin, cleanEnvironment, temporaryFolder, TESTED } from "../support/binary.ts";
import { keysIn, logText } from "../support/hook-texts.ts";

/** A home with a project in it, and one parked output. */
function place(): { home: string; project: string; key: string } {
  const home = temporaryFolder();
  const project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const { out } = ckBin(["normalize", "--park"], { cwd: project, env: { HOME: home }, stdin: logText(400) });
  return { home, project, key: keysIn(out)[0] ?? "" };
}

const ROWS = COMMANDS.filter(({ hidden }) => hidden !== true);
/** What a command cannot do without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  install: ["claude-code"],
  uninstall: ["claude-code"],
  completions: ["bash"],
};

describe("every option that takes a value says so when there is none, or an odd one", () => {
  const valued = ROWS.flatMap((row) =>
    row.options.flatMap((option) => option.value === undefined ? [] : [{ row, option }])
  );
  test.each(valued.map(({ row, option }) => [row.name, option.name] as const))("%s --%s", (name, option) => {
    const found = valued.find(({ row, option: one }) => row.name === name && one.name === option)?.option;
    const start = [name, ...REQUIRED[name] ?? []];
    const odd = found?.choices !== undefined || found?.type !== undefined ? ["=sonderbar"] : [];
    for (const value of ["", ...odd]) {
      const { code, out, err } = ckBin([...start, `--${option}${value}`], { stdin: "" });
      expect([code, out], value).toEqual([2, ""]);
      expect(err).toContain(`--${option}`);
      expect(err).toContain(`ck-bin ${name} --help`);
    }
  });
});

describe("what contradicts itself is wrong usage, not ignored", () => {
  const LINES: readonly (readonly [line: string, says: string])[] = [
    ["recall KEY --grep x --lines 1-2", "--grep and --lines exclude each other"],
    ["recall KEY --all --head 3", "--head and --all exclude each other"],
    ["recall KEY --list", "KEY and --list exclude each other"],
    ["recall KEY --search x", "KEY and --search exclude each other"],
    ["recall --list --search x", "--list and --search exclude each other"],
    ["recall --grep x", "--grep goes with KEY"],
    ["recall --all", "--all goes with KEY"],
    ["recall KEY --lines 1-2 -C 1", "--context goes with --grep or --search"],
    ["recall KEY --lines 2-1", "--lines wants A-B"],
    ["recall KEY --lines 0-1", "--lines wants A-B"],
    ["recall KEY --grep (", "invalid regex"],
    ["recall KEY --grep (a+)+$", "exponential"],
    ["status --session x --reset-alarm", "--session and --reset-alarm exclude each other"],
    ["normalize --scale 0", "--scale expects a number from 0.1 to 10"],
    ["normalize --scale nan", "--scale expects a number from 0.1 to 10"],
    ["normalize --tool Bsah", "'Bsah' is no tool"],
    ["install claude-code --scope user --project .", "--project names a project"],
    ["uninstall claude-code --scope user --project .", "--project names a project"],
    ["install claude-code --project nowhere", "nowhere is no folder"],
    ["uninstall claude-code --project nowhere", "nowhere is no folder"],
    ["settings --color --no-color", "--color and --no-color exclude each other"],
  ];
  const at = place();
  test.each(LINES)("%s", (line, says) => {
    const args = line.split(" ").map((word) => word === "KEY" ? at.key : word);
    const { code, out, err } = ckBin(args, { cwd: at.project, env: { HOME: at.home }, stdin: "" });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
    expect(err.trim().split("\n")).toHaveLength(2);
  });
});

test("install with --project alone installs for that project, and uninstall takes it out there", () => {
  const at = place();
  const env = { HOME: at.home };
  const installed = ckBin(["install", "claude-code", "--project", "project"], { cwd: at.home, env });
  expect(installed.code).toBe(0);
  expect(installed.out).toContain(`installed for this project: ${at.project}/.claude/settings.local.json`);
  expect(ckBin(["uninstall", "claude-code"], { cwd: at.home, env }).out).toContain("holds nothing of ck-bin");
  expect(ckBin(["uninstall", "claude-code", "--project", at.project], { cwd: at.home, env }).out)
    .toContain("removed; there was none before");
});

describe("--json prints one JSON document and nothing else on stdout", () => {
  const at = place();
  mkdirSync(join(at.home, ".context-kernel", "profiles"));
  writeFileSync(join(at.home, ".context-kernel", "profiles", "bad.json"), "{}");
  const MORE: Readonly<Record<string, readonly (readonly string[])[]>> = {
    install: [["claude-code", "--dry-run"], ["claude-code", "--scope", "project"], ["claude-code"]],
    uninstall: [["claude-code", "--dry-run"], ["claude-code"], ["claude-code"]],
    normalize: [[], ["--explain"], ["--park"], ["--tokenizer", "estimate"]],
    recall: [[], ["--list"], ["--search", "took"], [at.key], [at.key, "--all"], [at.key, "--grep", "took"]],
    settings: [[], ["--accept", "bad"]],
    status: [[], ["--reset-alarm"], ["--project", "."]],
  };
  const withJson = ROWS.filter(({ options }) => options.some(({ name }) => name === "json"));
  test.each(withJson.map((row) => [row.name]))("%s", (name) => {
    for (const args of MORE[name] ?? [[]]) {
      for (const env of [{}, { NO_COLOR: "1" }]) {
        const ran = ckBin([name, ...args, "--json"], {
          cwd: at.project,
          env: { HOME: at.home, ...env },
          stdin: logText(400),
        });
        expect(typeof JSON.parse(ran.out), `${name} ${args.join(" ")}`).toBe("object");
        expect(ran.out).not.toContain("\x1b");
      }
    }
  });
});

describe.skipIf(process.platform !== "linux")("where the output cannot be written", () => {
  const redirected = (line: string, redirect: string) => {
    const home = temporaryFolder();
    const child = Bun.spawnSync(["bash", "-c", `"$0" ${line} ${redirect}`, TESTED], {
      cwd: home,
      env: cleanEnvironment(home),
      stdin: new TextEncoder().encode(logText(400)),
    });
    return [child.exitCode, child.stderr.toString()];
  };
  const LINES = [
    "--help",
    "version",
    "settings --json",
    "status",
    "completions zsh",
    "recall --list",
    "doctor",
  ];
  test.each(LINES)("`%s` says so and ends with 1", (line) => {
    expect(redirected(line, ">/dev/full")).toEqual([
      1,
      "ck-bin: the output cannot be written: no space is left\n",
    ]);
  });

  test("the hook and the status line never say a word", () => {
    expect(redirected("hook", ">/dev/full")).toEqual([0, ""]);
    expect(redirected("status --statusline", ">/dev/full")).toEqual([0, ""]);
  });
});

test("no option of a row is one that every command has", () => {
  const globals = new Set(GLOBAL_OPTIONS.map(({ name }) => name));
  for (const { name, options } of ROWS) {
    expect(options.filter((option) => globals.has(option.name)), name).toEqual([]);
  }
});
