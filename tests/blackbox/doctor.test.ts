import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { BINARY } from "../../build/compile.ts";
import { ckBin, type RunOptions, temporaryFolder } from "../support/binary.ts";

interface Finding {
  readonly id: string;
  readonly level: "ok" | "warn" | "ko" | "none";
  readonly says: string;
  readonly next?: string;
}

interface Place {
  readonly home: string;
  readonly run: (...args: string[]) => { readonly code: number; readonly out: string };
  /** Findings by id and the exit code. */
  readonly check: (
    env?: RunOptions["env"],
  ) => { readonly code: number; readonly found: (id: string) => Finding | undefined };
  readonly settings: (value: unknown, name?: string) => void;
}

function place(installed: boolean): Place {
  const home = temporaryFolder("ck-doctor-");
  const run: Place["run"] = (...args) => ckBin(args, { cwd: home, env: { HOME: home } });
  if (installed) run("install", "claude-code");
  return {
    home,
    run,
    check: (env) => {
      const { code, out } = ckBin(["doctor", "--json"], { cwd: home, env: { HOME: home, ...env } });
      const { checks } = JSON.parse(out) as { checks: readonly Finding[] };
      return { code, found: (id) => checks.find((check) => check.id === id) };
    },
    settings: (value, name = join(home, ".claude", "settings.json")) => {
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, typeof value === "string" ? value : JSON.stringify(value));
    },
  };
}

const hooks = (command: string) => ({
  hooks: Object.fromEntries(
    ["PostToolUse", "PostToolBatch", "SessionStart", "SessionEnd", "PreCompact"]
      .map((event) => [event, [{ hooks: [{ type: "command", command, args: ["hook"] }] }]]),
  ),
});

describe("ck-bin doctor", () => {
  test("after an installation all is well", () => {
    const { code, out } = place(true).run("doctor");
    expect(out).toMatch(/\nVERDICT: all is well \(0 ko, 0 warn\)\n$/);
    expect(code).toBe(0);
    for (const line of out.trimEnd().split("\n").slice(0, -1)) {
      expect(line).toMatch(/^\[(?:ok|warn|ko|--)\] +[a-z-]+ +\S/);
    }
    expect(out).toContain("shrunk, parked and recalled a text byte for byte");
  });

  test("not installed is a failure with the next step", () => {
    const { code, out } = place(false).run("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(
      /\[ko\] +hooks +not registered with Claude Code\n +-> \/.*ck-bin install claude-code\n/,
    );
    expect(out).toContain("VERDICT: needs attention");
  });

  test("it makes no state, and leaves nothing in the temporary folder", () => {
    const at = place(false);
    const before = readdirSync(tmpdir()).filter((name) => /^ck-bin-[0-9a-f]{16}$/.test(name));
    at.run("doctor");
    expect(readdirSync(at.home)).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => /^ck-bin-[0-9a-f]{16}$/.test(name))).toEqual(before);
  });

  test("an entry that names a missing program", () => {
    const at = place(false);
    at.settings(hooks("/nowhere/ck-bin"));
    const { code, found } = at.check();
    expect(code).toBe(1);
    expect(found("hooks")).toMatchObject({ level: "ko" });
    expect(found("hook-program")).toMatchObject({
      level: "warn",
      says: "an entry names /nowhere/ck-bin, which is not there",
    });
  });

  test("an entry that names another copy, and one that may not be executed", () => {
    const at = place(false);
    const other = join(at.home, "ck-bin");
    writeFileSync(other, "#!/bin/sh\n", { mode: 0o755 });
    at.settings(hooks(other));
    expect(at.check().found("hook-program")).toMatchObject({
      level: "warn",
      says: `an entry names another program: ${other}`,
    });
    chmodSync(other, 0o644);
    expect(at.check().found("hook-program")?.says).toContain("may not be executed");
  });

  test("a link to this executable is this executable", () => {
    const at = place(false);
    symlinkSync(BINARY, join(at.home, "ck-bin"));
    at.settings(hooks(join(at.home, "ck-bin")));
    expect(at.check().found("hook-program")).toBeUndefined();
  });

  test("two registrations, by settings and by a plugin, are a warning", () => {
    const at = place(true);
    at.settings(hooks(BINARY), join(at.home, ".claude", "settings.local.json"));
    expect(at.check().found("registered-twice")).toMatchObject({ level: "warn" });
    const plugin = place(false);
    plugin.settings({ ...hooks(BINARY), enabledPlugins: { "ck-bin@market": true } });
    expect(plugin.check().found("registered-twice")?.says).toContain("the plugin ck-bin@market");
  });

  test("a missing event, switches of the host, and a file that the host does not read", () => {
    const at = place(false);
    at.settings({ hooks: { PostToolUse: hooks(BINARY).hooks.PostToolUse } });
    expect(at.check().found("hooks")).toMatchObject({ level: "warn" });
    at.settings({ ...hooks(BINARY), disableAllHooks: true });
    expect(at.check().found("switches")).toMatchObject({ level: "ko" });
    at.settings(`${JSON.stringify(hooks(BINARY))} // mine`);
    expect(at.check().found("host-settings")).toMatchObject({ level: "ko" });
    at.settings("{");
    expect(at.check().found("host-settings")).toMatchObject({ level: "ko" });
  });

  test("variables that change the program, and settings that only the hooks get", () => {
    const at = place(true);
    expect(at.check({ BUN_OPTIONS: "" }).found("environment")).toMatchObject({ level: "warn" });
    at.settings({ ...hooks(BINARY), env: { BUN_BE_BUN: "1", CK_HOME: "/x" } });
    const { found } = at.check();
    expect(found("environment")?.says).toContain("BUN_BE_BUN");
    expect(found("host-environment")?.says).toContain("CK_HOME");
  });

  test("permission and status line: absent is no fault, of another path is a warning", () => {
    const at = place(false);
    at.settings(hooks(BINARY));
    expect(at.check().found("permission")).toMatchObject({ level: "none" });
    expect(at.check().found("status-line")).toMatchObject({ level: "none" });
    at.settings({
      ...hooks(BINARY),
      permissions: { allow: ["Bash(/old/ck-bin recall:*)"] },
      statusLine: { type: "command", command: "/old/ck-bin status --statusline" },
    });
    expect(at.check().found("permission")).toMatchObject({ level: "warn" });
    expect(at.check().found("status-line")).toMatchObject({ level: "warn" });
  });

  test("a state that is a link, or of another layout, is a failure", () => {
    const at = place(true);
    const root = join(at.home, ".context-kernel");
    writeFileSync(join(root, "version"), "99\n");
    expect(at.check().found("state")).toMatchObject({ level: "ko" });
    rmSync(root, { recursive: true });
    mkdirSync(join(at.home, "elsewhere"));
    symlinkSync(join(at.home, "elsewhere"), root);
    const { code, found } = at.check();
    expect(found("state")).toMatchObject({ level: "ko" });
    expect(code).toBe(1);
  });

  test("a wrong setting is a warning with its name", () => {
    const at = place(true);
    expect(at.check({ CK_HEAD: "many" }).found("settings")).toMatchObject({ level: "warn" });
    expect(at.check({ CK_HEAD: "many" }).found("settings")?.says).toContain("CK_HEAD");
    expect(at.check({ CK_HEAD: "many" }).code).toBe(0);
  });

  test("the host's version is read beside its program, which is not started", () => {
    const at = place(true);
    const bin = join(at.home, "bin");
    const versions = join(at.home, "share", "versions");
    mkdirSync(bin);
    mkdirSync(versions, { recursive: true });
    const bait = join(at.home, "started");
    writeFileSync(join(versions, "2.1.100"), `#!/bin/sh\ntouch ${bait}\n`, { mode: 0o755 });
    symlinkSync(join(versions, "2.1.100"), join(bin, "claude"));
    const { found } = at.check({ PATH: bin });
    expect(found("host")).toMatchObject({
      level: "warn",
      says: expect.stringContaining("Claude Code 2.1.100 is older than"),
    });
    expect(readdirSync(at.home)).not.toContain("started");
  });

  test("the host's version of a package is that of its manifest", () => {
    const at = place(true);
    const packaged = join(at.home, "node_modules", "@anthropic-ai", "claude-code");
    mkdirSync(join(packaged, "bin"), { recursive: true });
    mkdirSync(join(at.home, "bin"));
    writeFileSync(
      join(packaged, "package.json"),
      '{"name": "@anthropic-ai/claude-code", "version": "9.9.9"}',
    );
    writeFileSync(join(packaged, "bin", "claude.exe"), "", { mode: 0o755 });
    symlinkSync(join(packaged, "bin", "claude.exe"), join(at.home, "bin", "claude"));
    expect(at.check({ PATH: join(at.home, "bin") }).found("host")).toMatchObject({
      level: "ok",
      says: "Claude Code 9.9.9",
    });
  });

  test("a hostile settings file of a project is reported in inert words", () => {
    const at = place(true);
    mkdirSync(join(at.home, ".git"));
    const hostile = "/x/\x1b]0;title\x07\n/ck-bin";
    at.settings(hooks(hostile), join(at.home, ".claude", "settings.local.json"));
    const { out } = at.run("doctor");
    expect(out).toContain("\\x1b]0;title\\x07\\x0a/ck-bin");
    expect(out).not.toContain("\x1b");
    at.settings(`{"hooks": ${"[".repeat(200_000)}`, join(at.home, ".claude", "settings.local.json"));
    expect(at.check().found("host-settings")).toMatchObject({ level: "ko" });
  });
});
