import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { BINARY } from "../../build/compile.ts";
import { ckBin, cleanEnvironment, type Ran, type RunOptions, temporaryFolder } from "../support/binary.ts";

const OWN = `{\n\t"theme": "dark",\n\t"permissions": {\n\t\t"allow": ["Read", "Bash(ls:*)"]\n\t}\n}\n`;

interface Place {
  readonly home: string;
  readonly settings: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Ran;
}

/** A home folder; with a text, its settings file. */
function place(text?: string): Place {
  const home = temporaryFolder("ck-install-");
  const settings = join(home, ".claude", "settings.json");
  if (text !== undefined) write(settings, text);
  return {
    home,
    settings,
    run: (args, options) =>
      ckBin(args, { ...options, cwd: options?.cwd ?? home, env: { HOME: home, ...options?.env } }),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function install(at: Place, ...more: string[]): Record<string, unknown> {
  const { code, out, err } = at.run(["install", "claude-code", "--json", ...more]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out);
}

function uninstall(at: Place, ...more: string[]): Record<string, unknown> {
  const { code, out, err } = at.run(["uninstall", "claude-code", "--json", ...more]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out);
}

const text = (path: string) => readFileSync(path, "utf8");
/** Every file below a folder, with its content. */
const tree = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    lstatSync(join(folder, name)).isFile()
  ).sort()
    .map((name) => [name, text(join(folder, name))]);

describe("ck-bin install claude-code", () => {
  test("registers this executable and says what, where, how to check and how to remove", () => {
    const at = place();
    const { code, out } = at.run(["install", "claude-code"]);
    expect(code).toBe(0);
    const { hooks, permissions, statusLine } = JSON.parse(text(at.settings));
    expect(hooks.PostToolUse[0].hooks[0]).toEqual({
      type: "command",
      command: BINARY,
      args: ["hook"],
      timeout: 30,
    });
    expect(hooks.SessionEnd[0].hooks[0].timeout).toBeGreaterThan(0);
    expect(permissions.allow).toEqual([`Bash(${BINARY} recall:*)`]);
    expect(statusLine.command).toBe(`${BINARY} status --statusline`);
    expect(statSync(at.settings).mode & 0o777).toBe(0o600);
    for (const part of [at.settings, "PostToolBatch", "doctor", "uninstall claude-code"]) {
      expect(out).toContain(part);
    }
  });

  test("twice is once: nothing is written, not even a time", () => {
    const at = place(OWN);
    install(at);
    const before = [tree(at.home), statSync(at.settings).mtimeMs];
    expect(install(at)).toMatchObject({ status: "already installed", hooks: "present", backup: null });
    expect(at.run(["install", "claude-code"]).out).toStartWith("already installed for this user: ");
    expect([tree(at.home), statSync(at.settings).mtimeMs]).toEqual(before);
  });

  test("a backup lies beside the file, and the file keeps its mode and what others wrote", () => {
    const at = place(OWN);
    chmodSync(at.settings, 0o640);
    const { backup } = install(at);
    expect(text(String(backup))).toBe(OWN);
    expect(dirname(String(backup))).toBe(dirname(at.settings));
    expect(statSync(at.settings).mode & 0o777).toBe(0o640);
    expect(statSync(String(backup)).mode & 0o777).toBe(0o640);
    expect(text(at.settings)).toStartWith(
      `{\n\t"theme": "dark",\n\t"permissions": {\n\t\t"allow": ["Read", "Bash(ls:*)", "Bash(`,
    );
  });

  test("uninstalling gives the file back byte for byte and leaves nothing behind", () => {
    for (
      const own of [
        OWN,
        OWN.replaceAll("\n", "\r\n"),
        `\ufeff${OWN}`,
        '{"a":1}',
        "{ }",
        "{}\n\n",
        "",
        ' {"statusLine": {"type": "command", "command": "mine"}}',
      ]
    ) {
      const at = place(own);
      install(at, "--statusline");
      expect(text(at.settings)).toContain(BINARY);
      expect(uninstall(at)).toMatchObject({ status: "restored" });
      expect(text(at.settings)).toBe(own);
      expect(readdirSync(join(at.home, ".claude"))).toEqual(["settings.json"]);
    }
  });

  test("what was not there before is gone after: file and folder", () => {
    const at = place();
    install(at);
    expect(uninstall(at)).toMatchObject({ status: "removed", folders: [join(at.home, ".claude")] });
    expect(existsSync(join(at.home, ".claude"))).toBe(false);
    expect(uninstall(at)).toMatchObject({ status: "nothing" });
  });

  test("a folder of ours that others use by now stays", () => {
    const at = place();
    install(at);
    write(join(at.home, ".claude", "notes.md"), "mine");
    expect(uninstall(at)).toMatchObject({ status: "removed", folders: [] });
    expect(readdirSync(join(at.home, ".claude"))).toEqual(["notes.md"]);
  });

  test("after an edit only our entries go, a replaced status line comes back, the backup stays", () => {
    const own =
      '{\n  "statusLine": {\n    "type": "command",\n    "command": "mine"\n  },\n  "theme": "dark"\n}\n';
    const at = place(own);
    const { backup } = install(at, "--statusline");
    writeFileSync(at.settings, text(at.settings).replace('"dark"', '"light"'));
    expect(uninstall(at)).toMatchObject({ status: "edited", backup });
    expect(text(at.settings)).toBe(own.replace('"dark"', '"light"'));
    expect(text(String(backup))).toBe(own);
  });

  test("an edit and a second installation still lead back to the text without us", () => {
    const at = place(OWN);
    install(at);
    writeFileSync(at.settings, text(at.settings).replace('"dark"', '"light"'));
    expect(install(at, "--no-permission")).toMatchObject({ status: "installed", permission: "removed" });
    expect(uninstall(at)).toMatchObject({ status: "restored" });
    expect(text(at.settings)).toBe(OWN.replace('"dark"', '"light"'));
  });

  test("without its record in the state it still takes exactly its entries out", () => {
    const at = place(OWN);
    install(at);
    rmSync(join(at.home, ".context-kernel"), { recursive: true });
    expect(uninstall(at)).toMatchObject({ status: "edited" });
    expect(text(at.settings)).toBe(OWN);
  });

  test("--dry-run shows the difference and writes nothing", () => {
    const at = place(OWN);
    const before = tree(at.home);
    const { out } = at.run(["install", "claude-code", "--dry-run"]);
    expect(out).toContain(`--- ${at.settings}\n+++ ${at.settings}\n@@ -1,6 +1,`);
    expect(out).toContain(`\n-\t\t"allow": ["Read", "Bash(ls:*)"]\n`);
    expect(out).toContain("would install for this user");
    expect(tree(at.home)).toEqual(before);
    install(at);
    const installed = tree(at.home);
    expect(at.run(["uninstall", "claude-code", "--dry-run"]).out).toContain("would be: restored");
    expect(tree(at.home)).toEqual(installed);
  });

  test("a file that does not parse is left alone, with a clear error", () => {
    for (
      const broken of [
        '{"a": 1',
        "[]",
        '{"hooks": {"PostToolUse": {}}}',
        '{"hooks": {}, "hooks": {}}',
        "\xff\xfe{}",
      ]
    ) {
      const at = place();
      mkdirSync(dirname(at.settings));
      writeFileSync(at.settings, Buffer.from(broken, "latin1"));
      for (const command of ["install", "uninstall"]) {
        const { code, err } = at.run([command, "claude-code"]);
        expect(code).toBe(1);
        expect(err).toContain(at.settings);
        expect(readFileSync(at.settings)).toEqual(Buffer.from(broken, "latin1"));
      }
      expect(readdirSync(dirname(at.settings))).toEqual(["settings.json"]);
    }
  });

  test("comments are kept, and it says that the host does not read such a file", () => {
    const own = '{\n  // mine\n  "theme": "dark" // why\n}\n';
    const at = place(own);
    const { warnings } = install(at);
    expect(JSON.stringify(warnings)).toContain("does not read such a file");
    expect(text(at.settings)).toStartWith('{\n  // mine\n  "theme": "dark", // why\n  "hooks": {');
    uninstall(at);
    expect(text(at.settings)).toBe(own);
  });

  test("a settings file that is a link is written through, stays a link, and it says so", () => {
    const at = place();
    const target = join(at.home, "dotfiles", "claude.json");
    write(target, OWN);
    mkdirSync(dirname(at.settings));
    symlinkSync("../dotfiles/claude.json", at.settings);
    expect(at.run(["install", "claude-code"]).out).toContain(`the file is a link; written was ${target}`);
    expect(readlinkSync(at.settings)).toBe("../dotfiles/claude.json");
    expect(text(target)).toContain(BINARY);
    expect(readdirSync(dirname(target))).toEqual(["claude.json"]);
    uninstall(at);
    expect(readlinkSync(at.settings)).toBe("../dotfiles/claude.json");
    expect(text(target)).toBe(OWN);
  });

  test("a link to nothing is refused", () => {
    const at = place();
    mkdirSync(dirname(at.settings));
    symlinkSync("nowhere.json", at.settings);
    const { code, err } = at.run(["install", "claude-code"]);
    expect(code).toBe(1);
    expect(err).toContain("is a link to a file that is not there");
  });

  test("CLAUDE_CONFIG_DIR is where the user's settings are, when it is set", () => {
    const at = place();
    const folder = join(at.home, "elsewhere", "claude");
    const { code, out } = at.run(["install", "claude-code", "--json"], {
      env: { CLAUDE_CONFIG_DIR: folder },
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).settings).toBe(join(folder, "settings.json"));
    expect(existsSync(join(at.home, ".claude"))).toBe(false);
  });

  test("project scope writes the local settings, and nothing else into the project", () => {
    const at = place();
    const project = join(at.home, "a project");
    write(join(project, ".claude", "settings.local.json"), OWN);
    const { settings, warnings } = install(at, "--scope", "project", "--project", project);
    expect(settings).toBe(join(project, ".claude", "settings.local.json"));
    expect(JSON.stringify(warnings)).toContain("version control");
    expect(tree(project).map(([name]) => name)).toEqual([".claude/settings.local.json"]);
    expect(uninstall(at, "--scope", "project", "--project", "a project")).toMatchObject({
      status: "restored",
    });
    expect(text(String(settings))).toBe(OWN);
  });

  test("in a project our status line does not hide a foreign one of the user", () => {
    const at = place('{"statusLine": {"type": "command", "command": "mine"}}');
    const project = join(at.home, "p");
    mkdirSync(project);
    expect(install(at, "--scope", "project", "--project", project)).toMatchObject({ statusLine: "foreign" });
    expect(text(join(project, ".claude", "settings.local.json"))).not.toContain("statusLine");
  });

  test("a second registration elsewhere is pointed out", () => {
    const at = place();
    install(at);
    const { warnings } = install(at, "--scope", "project", "--project", at.home);
    expect(JSON.stringify(warnings)).toContain("registers the hooks too");
  });

  test("after the executable moved, installing again renews its entries and nothing else", () => {
    const at = place(OWN);
    const old = join(at.home, "old place", "ck-bin");
    mkdirSync(dirname(old));
    sameFile(BINARY, old);
    expect(JSON.parse(at.run(["install", "claude-code", "--json"], { binary: old }).out).program).toBe(old);
    const before = text(at.settings);
    expect(before).toContain(`'${old}' status --statusline`);
    const moved = join(at.home, "new place", "ck-bin");
    mkdirSync(dirname(moved));
    renameSync(old, moved);
    expect(JSON.parse(at.run(["install", "claude-code", "--json"], { binary: moved }).out)).toMatchObject({
      hooks: "renewed",
      statusLine: "renewed",
      permission: "renewed",
    });
    expect(text(at.settings)).toBe(before.replaceAll(old, moved));
    uninstall(at);
    expect(text(at.settings)).toBe(OWN);
  });

  test("started through a link, the real path is registered", () => {
    const at = place();
    const link = join(at.home, "ck");
    symlinkSync(BINARY, link);
    const { out } = at.run(["install", "claude-code", "--json"], { binary: link });
    expect(JSON.parse(out).program).toBe(BINARY);
  });

  test.skipIf(process.platform === "win32")(
    "the lines it ends with work as printed, from where it was run",
    () => {
      const at = place();
      const elsewhere = temporaryFolder("ck other's project ");
      const { out } = at.run(["install", "claude-code", "--project", elsewhere]);
      const line = (name: string) => new RegExp(`^${name}: +(.+)$`, "m").exec(out)?.[1] ?? "";
      const shell = (command: string) =>
        Bun.spawnSync(["sh", "-c", command], { cwd: at.home, env: cleanEnvironment(at.home) }).stdout
          .toString();
      expect(shell(line("check"))).toContain(`5 events in ${elsewhere}`);
      expect(shell(line("remove"))).toContain("removed; there was none before");
      expect(existsSync(join(elsewhere, ".claude"))).toBe(false);
    },
  );

  test("without a home there is nothing to install into", () => {
    const at = place();
    const { code, err } = at.run(["install", "claude-code"], { env: { HOME: undefined } });
    expect(code).toBe(1);
    expect(err).toContain("there is no home folder");
  });

  test("a file where the folder belongs is an error, and nothing changes", () => {
    const at = place();
    writeFileSync(join(at.home, ".claude"), "mine");
    const { code, err } = at.run(["install", "claude-code"]);
    expect(code).toBe(1);
    expect(err).toContain(at.settings);
    expect(text(join(at.home, ".claude"))).toBe("mine");
  });
});

/** A second name where the file system allows it, else a copy. */
function sameFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
