/** The executable under any name and in any place: it knows its own entries, and nobody else's. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HANDLED_EVENTS, TOOL_MATCHER } from "../../src/harness/claude-code/entries.ts";
import { ckBin, cleanEnvironment, type Ran, temporaryFolder, TESTED } from "../support/binary.ts";
import { logText } from "../support/hook-texts.ts";

const OWN =
  `{\n  "theme": "dark",\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Bash", "hooks": [` +
  `{ "type": "command", "command": "/opt/other", "args": ["hook"] }] }\n    ]\n  },\n` +
  `  "permissions": { "allow": ["Bash(/opt/other recall:*)"] }\n}\n`;
const NAMES = ["ck", "kernel 2", "ck-bin-1.2", "bun", "it's mine"];

interface Place {
  readonly home: string;
  readonly settings: string;
  readonly run: (program: string, ...args: string[]) => Ran;
}

function place(name: string): Place {
  const home = temporaryFolder("ck-named-");
  const settings = join(home, ".claude", "settings.json");
  mkdirSync(join(home, ".claude"));
  writeFileSync(settings, OWN);
  const program = join(home, name);
  try {
    linkSync(TESTED, program);
  } catch {
    copyFileSync(TESTED, program);
  }
  return {
    home,
    settings,
    run: (binary, ...args) => ckBin(args, { binary: join(home, binary), cwd: home, env: { HOME: home } }),
  };
}

const text = (at: Place) => readFileSync(at.settings, "utf8");

/** Every command that the settings hold, by event; the rules and the status line. */
function entries(at: Place) {
  const { hooks, permissions, statusLine } = JSON.parse(text(at));
  const commands = Object.fromEntries(
    Object.entries(hooks as Record<string, { hooks: { command: string }[] }[]>).map(([event, groups]) => [
      event,
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    ]),
  );
  return { commands, rules: permissions.allow as string[], line: String(statusLine.command) };
}

function expectOnly(at: Place, name: string): void {
  const program = join(at.home, name);
  const { commands, rules, line } = entries(at);
  for (const event of HANDLED_EVENTS) {
    expect(commands[event]).toEqual(event === "PostToolUse" ? ["/opt/other", program] : [program]);
  }
  expect(rules).toHaveLength(2);
  expect(rules[0]).toBe("Bash(/opt/other recall:*)");
  expect(rules[1]).toContain(name);
  expect(line).toContain(" status --statusline");
}

const install = (at: Place, name: string) => {
  const ran = at.run(name, "install", "claude-code", "--json");
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
};

describe("under another name", () => {
  test.each(NAMES.map((name) => [name]))(
    "'%s' knows its own entries: once is enough, doctor, uninstall",
    (name) => {
      const at = place(name);
      expect(install(at, name)).toMatchObject({ status: "installed", hooks: "added" });
      expectOnly(at, name);
      expect(install(at, name)).toMatchObject({ status: "already installed" });
      const doctor = at.run(name, "doctor").out;
      expect(doctor).toMatch(/\[ok\] +hooks/);
      expect(doctor).toMatch(/\[ok\] +permission/);
      expect(doctor).toMatch(/\[ok\] +status-line/);
      expect(at.run(name, "uninstall", "claude-code").out).toContain("restored");
      expect(text(at)).toBe(OWN);
    },
  );
});

describe("after a new name", () => {
  const renamed = (at: Place) => {
    install(at, "ck");
    renameSync(join(at.home, "ck"), join(at.home, "kernel"));
  };

  test("doctor says that the entry's program is gone, and how this one is installed", () => {
    const at = place("ck");
    renamed(at);
    const { out } = at.run("kernel", "doctor");
    expect(out).toContain(`an entry names ${join(at.home, "ck")}, which is not there`);
    expect(out).toContain(`${join(at.home, "kernel")} install claude-code`);
  });

  test("install renews what it wrote under the old one, and uninstall restores the file", () => {
    const at = place("ck");
    renamed(at);
    expect(install(at, "kernel")).toMatchObject({
      hooks: "renewed",
      statusLine: "renewed",
      permission: "renewed",
    });
    expectOnly(at, "kernel");
    expect(at.run("kernel", "uninstall", "claude-code").out).toContain("restored");
    expect(text(at)).toBe(OWN);
  });

  test("so it does without its record, by the form of the entries", () => {
    const at = place("ck");
    renamed(at);
    rmSync(join(at.home, ".context-kernel"), { recursive: true });
    expect(install(at, "kernel")).toMatchObject({ hooks: "renewed" });
    expectOnly(at, "kernel");
    rmSync(join(at.home, ".context-kernel"), { recursive: true });
    renameSync(join(at.home, "kernel"), join(at.home, "third"));
    at.run("third", "uninstall", "claude-code");
    expect(JSON.parse(text(at))).toEqual(JSON.parse(OWN));
  });

  test("and by its record, where a person has changed the form", () => {
    const at = place("ck");
    renamed(at);
    writeFileSync(at.settings, text(at).replace(JSON.stringify(TOOL_MATCHER), `"Bash|Read"`));
    expect(install(at, "kernel")).toMatchObject({ hooks: "renewed" });
    expectOnly(at, "kernel");
    at.run("kernel", "uninstall", "claude-code");
    expect(JSON.parse(text(at))).toEqual(JSON.parse(OWN));
  });
});

test("control: entries of another program with the same arguments are nobody's business", () => {
  const at = place("ck");
  install(at, "ck");
  at.run("ck", "uninstall", "claude-code");
  expect(text(at)).toBe(OWN);
  expect(at.run("ck", "uninstall", "claude-code").out).toContain("holds nothing of ck-bin");
});

test("what it says about a recall is read by a shell as it is meant, with a blank in its path", () => {
  const at = place("kernel 2");
  const program = join(at.home, "kernel 2");
  const options = { binary: program, cwd: at.home, env: { HOME: at.home } };
  const stdin = logText(400).replaceAll("took", "it's");
  expect(ckBin(["normalize", "--park"], { ...options, stdin }).code).toBe(0);
  const { out } = ckBin(["recall", "--search", "it's 3\\d ms"], options);
  const hint = /^ {2}-> (.*) {2}\| {2}--lines A-B$/m.exec(out)?.[1] ?? "";
  const ran = Bun.spawnSync(["bash", "-c", hint], { cwd: at.home, env: cleanEnvironment(at.home) });
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout.toString()).toContain("it's 37 ms");
  const start = ckBin(["hook"], {
    ...options,
    stdin: JSON.stringify({ hook_event_name: "SessionStart", session_id: "s", source: "startup" }),
  });
  expect(JSON.parse(start.out).hookSpecificOutput.additionalContext).toContain(`"${program}" recall KEY`);
});
