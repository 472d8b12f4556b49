/** The command line of the built executable. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { BINARY } from "../../build/compile.ts";
import manifest from "../../package.json" with { type: "json" };
import { COMMANDS } from "../../src/ops/registry.ts";
import { SETTINGS } from "../../src/settings/table.ts";
import { ckBin, cleanEnvironment, temporaryFolder } from "../support/binary.ts";

const VISIBLE = COMMANDS.filter((row) => row.hidden !== true);

describe("help and version", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("%p shows the program", (args: readonly string[]) => {
    const { code, out, err } = ckBin(args);
    expect([code, err]).toEqual([0, ""]);
    for (const row of VISIBLE) expect(out).toContain(row.name);
  });

  test.each(COMMANDS.map((row) => [row.name]))("%s has help, written both ways", (name) => {
    const direct = ckBin([name, "--help"]);
    expect(direct.code).toBe(0);
    expect(direct.out).toStartWith(`ck-bin ${name}: `);
    expect(ckBin(["help", name])).toEqual(direct);
  });

  test.each([[["--version"]], [["-V"]], [["version"]]])(
    "%p prints the version",
    (args: readonly string[]) => {
      expect(ckBin(args)).toEqual({ code: 0, out: `ck-bin ${manifest.version}\n`, err: "" });
    },
  );

  test("version --json is for programs", () => {
    expect(JSON.parse(ckBin(["version", "--json"]).out)).toEqual({
      name: "ck-bin",
      version: manifest.version,
    });
  });
});

describe("wrong usage ends with 2, a message and the next step on stderr, nothing on stdout", () => {
  test.each(VISIBLE.map((row) => [row.name]))("%s --no-such-option", (name) => {
    const { code, out, err } = ckBin([name, "--no-such-option"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("unknown option '--no-such-option'");
    expect(err.trim().split("\n")).toHaveLength(2);
  });

  test("an unknown command is answered with the nearest one", () => {
    const { code, err } = ckBin(["recal"]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean `ck-bin recall`?");
  });

  test("what was typed cannot write to the terminal", () => {
    const { err } = ckBin(["\x1b]0;owned\x07\u202e"]);
    expect(err).not.toMatch(/[\x07\x1b\u202e]/);
  });
});

describe("colours", () => {
  test("are absent in a pipe and with NO_COLOR, present with --color, absent with --no-color", () => {
    expect(ckBin(["help"]).out).not.toContain("\x1b");
    expect(ckBin(["--color", "--help"]).out).toContain("\x1b[");
    expect(ckBin(["settings", "--color"]).out).toContain("\x1b[");
    expect(ckBin(["settings", "--no-color"]).out).not.toContain("\x1b");
    expect(ckBin(["settings"], { env: { NO_COLOR: "1", HOME: temporaryFolder() } }).out).not.toContain(
      "\x1b",
    );
  });

  test.skipIf(Bun.which("script") === null)("follow a real terminal", () => {
    const inTerminal = (env: Record<string, string>) =>
      spawnSync("script", ["-qec", `'${BINARY}' settings`, "/dev/null"], {
        env: cleanEnvironment(temporaryFolder(), { TERM: "xterm", ...env }),
        encoding: "utf8",
      }).stdout;
    expect(inTerminal({})).toContain("\x1b[36m");
    expect(inTerminal({ NO_COLOR: "1" })).not.toContain("\x1b[");
    expect(inTerminal({ TERM: "dumb" })).not.toContain("\x1b[");
  });

  test.skipIf(Bun.which("script") === null)(
    "of a message go to a terminal, not into a file behind stderr",
    () => {
      const folder = temporaryFolder();
      const messages = (redirect: string) => {
        const { stdout } = spawnSync("script", [
          "-qec",
          `'${BINARY}' recal ${redirect}; cat file 2>/dev/null`,
          "/dev/null",
        ], {
          cwd: folder,
          env: cleanEnvironment(folder, { TERM: "xterm" }),
          encoding: "utf8",
        });
        return stdout;
      };
      expect(messages("")).toContain("\x1b[31mck-bin:");
      const filed = messages("2>file");
      expect(filed).toContain("ck-bin: unknown command");
      expect(filed).not.toContain("\x1b[");
    },
  );
});

describe("pipes", () => {
  test.skipIf(process.platform === "win32")("a reader that goes away is success", () => {
    const script = `'${BINARY}' settings --json | head -c 10 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    for (let turn = 0; turn < 5; turn += 1) {
      const { stdout, stderr } = spawnSync("bash", ["-c", script], {
        env: cleanEnvironment(temporaryFolder()),
        encoding: "utf8",
      });
      expect([stdout.trim(), stderr]).toEqual(["0", ""]);
    }
  });

  test.skipIf(process.platform === "win32")("closed streams do not hang or crash a command", () => {
    for (const redirect of [">&-", "2>&-", "<&-", ">&- 2>&- <&-"]) {
      const { status } = spawnSync("bash", ["-c", `'${BINARY}' version ${redirect}`], {
        env: cleanEnvironment(temporaryFolder()),
        timeout: 10_000,
      });
      expect([0, 1]).toContain(status ?? -1);
    }
  });

  test.skipIf(process.platform === "win32")("a slow reader gets everything", () => {
    const whole = ckBin(["settings", "--json"]).out;
    const script = `'${BINARY}' settings --json | (sleep 0.5; cat)`;
    const { stdout } = spawnSync("bash", ["-c", script], {
      env: cleanEnvironment(temporaryFolder()),
      encoding: "utf8",
    });
    expect(JSON.parse(stdout).settings).toEqual(JSON.parse(whole).settings);
  });
});

describe("settings and completions", () => {
  test("settings shows every row and its source", () => {
    const home = temporaryFolder();
    const { code, out } = ckBin(["settings"], { env: { HOME: home, CK_HEAD: "60", CK_TAIL: "many" } });
    expect(code).toBe(0);
    for (const row of SETTINGS) expect(out).toContain(`${row.key} = `);
    expect(out).toContain("CK_HEAD = 60 (environment; default 45)");
    expect(out).toContain("CK_TAIL: expected a whole number");
  });

  test.skipIf(Bun.which("bash") === null)("completions for bash parse there", () => {
    const { out } = ckBin(["completions", "bash"]);
    expect(spawnSync("bash", ["-n"], { input: out }).status).toBe(0);
  });
});

describe("the hook as seen from the command line", () => {
  test("answers {} to what it does not understand, and ends with 0", () => {
    for (const stdin of ["", "{", "[]", "null", '{"hook_event_name":"Nonsense"}']) {
      expect(ckBin(["hook"], { stdin })).toMatchObject({ code: 0, out: "{}\n" });
    }
  });

  test("ignores arguments that it does not know", () => {
    expect(ckBin(["hook", "--frobnicate"], { stdin: "{}" })).toMatchObject({ code: 0, out: "{}\n" });
  });
});
