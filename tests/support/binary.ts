/**
 * Runs the built executable like a user would: an own home, an own project, no
 * setting of the developer. Folders go away when the test process ends.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "../../build/compile.ts";

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  /** Added to the clean environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Another executable than the one under test. */
  readonly binary?: string;
  readonly timeoutMs?: number;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The executable under test: TEST_BINARY, so that a run need not share dist/ck-bin with a build, else dist/ck-bin. */
export const TESTED = process.env.TEST_BINARY ?? BINARY;

const folders: string[] = [];

process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, links resolved. */
export function temporaryFolder(prefix = "ck-test-"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  folders.push(folder);
  return folder;
}

/** What a child process gets to see: the path, and a home that is not the developer's. */
export function cleanEnvironment(
  home: string,
  more: RunOptions["env"] = {},
): Record<string, string> {
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: process.env.TMPDIR,
    SystemRoot: process.env.SystemRoot,
    ...more,
  };
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

function programOf(options: RunOptions): string {
  const binary = options.binary ?? TESTED;
  if (!existsSync(binary)) throw new Error(`${binary} is missing; run \`bun run build\``);
  return binary;
}

/** Where and with what a run starts. */
function placeOf(options: RunOptions) {
  const home = options.env?.HOME ?? sharedHome();
  return {
    cwd: options.cwd ?? home,
    env: cleanEnvironment(home, options.env),
    stdin: options.stdin === undefined ? "ignore" as const : bytesOf(options.stdin),
    stdout: "pipe" as const,
    stderr: "pipe" as const,
    timeout: options.timeoutMs ?? 60_000,
  };
}

/** Runs `ck-bin ARGS` to its end. */
export function ckBin(args: readonly string[], options: RunOptions = {}): Ran {
  const child = Bun.spawnSync([programOf(options), ...args], placeOf(options));
  return { code: child.exitCode ?? -1, out: child.stdout.toString(), err: child.stderr.toString() };
}

/** Starts `ck-bin ARGS` beside others and waits for its end. */
export async function startCkBin(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = Bun.spawn([programOf(options), ...args], placeOf(options));
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

let home: string | null = null;

function sharedHome(): string {
  home ??= temporaryFolder("ck-home-");
  return home;
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}
