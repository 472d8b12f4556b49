/**
 * `bun build/ensure.ts build|check|demo|test|test:long|test:e2e|bench …`: does the set-up
 * that is missing, then the target. Set-up is `bun install --frozen-lockfile`
 * when node_modules is missing or older than bun.lock, and a build when a
 * source is newer than the executable. Bun itself is `process.execPath`, for
 * there may be none on the path. Progress goes to stderr.
 */
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const MODULES = join(ROOT, "node_modules");
/** What the executable is made of. */
const SOURCES = ["src", "build", "grammars", "package.json", "bun.lock"];

/** Target -> command line after bun's own path. `demo` is run by the executable itself. */
const TARGETS: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  build: () => ["build/main.ts"],
  check: () => ["build/check.ts"],
  test: (args) => ["build/test.ts", ...args],
  "test:long": (args) => ["build/test.ts", "--long", ...args],
  "test:e2e": (args) => ["build/test.ts", "--e2e", ...args],
  bench: (args) => ["bench/main.ts", ...args],
};

const [target = "", ...rest] = process.argv.slice(2);
const command = TARGETS[target];
if (command === undefined && target !== "demo") {
  fail(`unknown target '${target}' (one of: demo, ${Object.keys(TARGETS).join(", ")})`);
}
if (isOlder(MODULES, ["bun.lock", "package.json"])) install();
const { BINARY } = await import("./compile.ts");
if (target !== "build" && target !== "check" && isOlder(BINARY, SOURCES)) {
  step("building ck-bin", [process.execPath, "build/main.ts"]);
}
process.exit(start(command === undefined ? [BINARY, "demo", ...rest] : [process.execPath, ...command(rest)]));

function install(): void {
  step("installing dependencies", [process.execPath, "install", "--frozen-lockfile"]);
  // An install that changed nothing leaves the folder's time as it was.
  const now = new Date();
  utimesSync(MODULES, now, now);
}

/** True when `path` is missing or older than one of the sources. */
function isOlder(path: string, sources: readonly string[]): boolean {
  const built = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return built === undefined || sources.some((source) => newest(join(ROOT, source)) > built);
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function step(says: string, words: readonly string[]): void {
  console.error(`${says} …`);
  // What set-up prints must not mix with the target's own output.
  const done = Bun.spawnSync([...words], { cwd: ROOT, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  if (done.exitCode === 0) return;
  console.error(done.stdout.toString());
  fail(`${says}: failed`);
}

function start(words: readonly string[]): number {
  const done = Bun.spawnSync([...words], {
    cwd: ROOT,
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  });
  return done.exitCode ?? 1;
}

function fail(says: string): never {
  console.error(says);
  process.exit(1);
}
