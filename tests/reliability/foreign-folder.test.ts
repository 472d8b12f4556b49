/**
 * T21: the folder in which the binary is started has no power over it. Every
 * command runs in a folder full of bait; nothing of it may be run or believed.
 * The control is the same program built without the switches: it must be
 * caught, or the bait is no bait.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBinary } from "../../build/compile.ts";
import { COMMANDS } from "../../src/ops/registry.ts";
import { ckBin, type RunOptions, temporaryFolder } from "../support/binary.ts";

/** What bait writes into a file, prints, or sets. */
const SIGN = "BAIT-TAKEN";

interface Bait {
  readonly folder: string;
  /** Files that appear when bait is run; they lie in this folder. */
  readonly signs: string;
}

/** A folder in which everything that Bun or we might look at is planted. */
function plantBait(): Bait {
  const folder = temporaryFolder("ck-bait-");
  const signs = temporaryFolder("ck-signs-");
  const script = (name: string) =>
    `require("node:fs").writeFileSync(${JSON.stringify(join(signs, name))}, "x"); console.log("${SIGN}");\n`;
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("bunfig.toml", `preload = ["./preload.js"]\n[test]\npreload = ["./preload.js"]\n[run]\nbun = true\n`);
  write("preload.js", script("bunfig"));
  for (const name of [".env", ".env.local", ".env.production", ".env.development"]) {
    write(name, `CK_HEAD=77\nCK_HOME=${join(signs, "state")}\nCK_RAW_MARK=${SIGN}\nNO_COLOR=\n`);
  }
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { paths: { "node:fs": ["./paths.js"], "*": ["./paths.js"] }, jsx: "react" },
    }),
  );
  write("paths.js", script("tsconfig"));
  write(
    "package.json",
    JSON.stringify({
      name: "bait",
      version: "9.9.9",
      type: "commonjs",
      imports: { "#x": "./main.js" },
      main: "./main.js",
      scripts: { hook: `touch ${join(signs, "scripts")}` },
    }),
  );
  write("main.js", script("main"));
  for (const name of ["fflate", "jsonc-parser", "node:fs", "src/cli/main.ts"]) {
    write(`node_modules/${name}/index.js`, script(`module-${name.replaceAll("/", "-")}`));
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "9.9.9", main: "index.js" }));
  }
  write(
    ".git/config",
    `[core]\n\tfsmonitor = touch ${join(signs, "fsmonitor")}\n\tpager = touch ${
      join(signs, "pager")
    }\n\tsshCommand = touch ${join(signs, "ssh")}\n[alias]\n\tstatus = !touch ${join(signs, "alias")}\n`,
  );
  write(".git/HEAD", "ref: refs/heads/main\n");
  write(".context/config.json", JSON.stringify({ CK_HEAD: 77 }));
  write(".context-kernel/settings.json", JSON.stringify({ CK_HEAD: 77 }));
  write("settings.json", JSON.stringify({ CK_HEAD: 77 }));
  // No library at all: a program that takes it for the system's own cannot start.
  for (const name of ["libc.so.6", "libSystem.B.dylib"]) write(name, SIGN);
  write("profiles/bait.json", JSON.stringify({ id: "bait", commands: [SIGN], keep: [SIGN] }));
  return { folder, signs };
}

/** One command line for every row of the table that changes nothing outside its home. */
function commandLines(): readonly (readonly [line: string, args: readonly string[], stdin: string])[] {
  const special: Readonly<Record<string, readonly (readonly string[])[]>> = {
    completions: [["completions", "bash"]],
    hook: [["hook"]],
    install: [["install", "claude-code", "--dry-run"], ["install", "claude-code"]],
    recall: [["recall", "--list"], ["recall", "0123456789"]],
    settings: [["settings"], ["settings", "--json"], ["settings", "--accept", "bait"]],
    status: [["status"], ["status", "--statusline"]],
    uninstall: [["uninstall", "claude-code"]],
  };
  const rows = COMMANDS.flatMap(({ name }) => special[name] ?? [[name]]);
  const stdin = JSON.stringify({
    hook_event_name: "PostToolUse",
    session_id: "00000000-0000-4000-8000-000000000000",
    cwd: ".",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command: "make" },
    tool_response: { stdout: "line\n".repeat(4_000), stderr: "", interrupted: false },
  });
  return [[], ["--help"], ["--version"], ["nonsense"], ...rows].map((args) =>
    [args.join(" ") || "(nothing)", args, stdin] as const
  );
}

function runIn(bait: Bait, args: readonly string[], options: RunOptions): string {
  const { out, err } = ckBin(args, { cwd: bait.folder, ...options });
  return out + err;
}

describe("a foreign folder has no power over the binary (T21)", () => {
  const bait = plantBait();
  const before = listing(bait.folder);

  test.each(commandLines())("ck-bin %s", (_line, args, stdin) => {
    const home = temporaryFolder("ck-home-");
    const printed = runIn(bait, args, { stdin, env: { HOME: home } });
    expect(readdirSync(bait.signs)).toEqual([]);
    expect(printed).not.toContain(SIGN);
    expect(printed).not.toContain("9.9.9");
    expect(listing(bait.folder)).toEqual(before);
  });

  test("takes no setting from it", () => {
    const { settings, file } = JSON.parse(ckBin(["settings", "--json"], { cwd: bait.folder }).out);
    for (const row of settings) expect(row.source).toBe("default");
    expect(file).not.toContain(bait.folder);
  });
});

describe("control: the same program with Bun's defaults", () => {
  const binary = join(temporaryFolder("ck-control-"), "ck-bin");

  beforeAll(() => {
    buildBinary({ outfile: binary, autoload: true });
  }, 120_000);

  test("runs the planted preload", () => {
    const bait = plantBait();
    const printed = runIn(bait, ["version"], { binary });
    expect(existsSync(join(bait.signs, "bunfig"))).toBe(true);
    expect(printed).toContain(SIGN);
  });

  test("believes the planted .env", () => {
    const bait = plantBait();
    writeFileSync(join(bait.folder, "bunfig.toml"), "");
    const { settings } = JSON.parse(ckBin(["settings", "--json"], { cwd: bait.folder, binary }).out);
    const head = settings.find((row: { key: string }) => row.key === "CK_HEAD");
    expect(head).toMatchObject({ value: 77, source: "environment" });
  });
});

/** Every path below a folder. */
function listing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}
