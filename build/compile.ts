/**
 * The one place with compile flags. The four `autoload` switches keep files of
 * the folder in which the binary is started (bunfig.toml, .env, tsconfig.json,
 * package.json) from being loaded or run; tests/reliability/foreign-folder
 * checks the built binary, not these lines.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureRanks } from "./ranks.ts";

export const ROOT = join(import.meta.dir, "..");

/** Where `bun run build` puts the executable. */
export const BINARY = join(ROOT, "dist", process.platform === "win32" ? "ck-bin.exe" : "ck-bin");

const OPTIMISE = ["--minify", "--bytecode", "--splitting", "--format=esm"];

const NO_AUTOLOAD = [
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

/**
 * A hook lives for milliseconds: compiled code would not pay for itself, and
 * the compiler's threads count. Work of some length switches it on (`expectWork` in src/runtime.ts).
 */
const JIT_POLICY = "--compile-jit-policy=1000";

/** The C library that a program for glibc or macOS has loaded before its first line (src/store/c-library.ts). */
function cLibrary(target: string = `${process.platform}-${process.arch}`): string {
  if (target.includes("darwin")) return "libSystem.B.dylib";
  return target.includes("linux") && !target.includes("musl") ? "libc.so.6" : "";
}

/** Makes packages that look for Node take their browser branch. */
const DEFINE = ["--define", 'process.type="renderer"'];

export interface BuildOptions {
  /** Default: src/main.ts. */
  readonly entry?: string;
  /** Default: dist/ck-bin. */
  readonly outfile?: string;
  /** A cross-compilation target such as "bun-linux-arm64"; default: this machine. */
  readonly target?: string;
  /** Only for the control of the cold-start bench: an empty program as it is made without our policy. */
  readonly plainJit?: boolean;
  /** Only for the control of the foreign-folder test: leaves the switches at their defaults. */
  readonly autoload?: boolean;
}

/** Compiles one executable and returns its path; throws with the compiler's output. */
export function buildBinary(options: BuildOptions = {}): string {
  const outfile = options.outfile ?? BINARY;
  mkdirSync(dirname(outfile), { recursive: true });
  ensureRanks();
  const command = [
    process.execPath,
    "build",
    "--compile",
    ...OPTIMISE,
    ...(options.autoload === true ? [] : NO_AUTOLOAD),
    ...DEFINE,
    "--define",
    `LOADED_C_LIBRARY=${JSON.stringify(cLibrary(options.target))}`,
    ...(options.plainJit === true ? [] : [JIT_POLICY]),
    ...(options.target === undefined ? [] : [`--target=${options.target}`]),
    options.entry ?? join(ROOT, "src", "main.ts"),
    "--outfile",
    outfile,
  ];
  const built = Bun.spawnSync(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  if (built.exitCode !== 0) {
    throw new Error(`build failed\n${built.stdout.toString()}${built.stderr.toString()}`);
  }
  return outfile;
}
