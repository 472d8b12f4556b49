/**
 * The only real Runtime: clock, randomness, environment, folder, files.
 * On the way of every hook, so it loads nothing that costs: hashes and
 * compression come from the engine, files load with their first use.
 */

import type { Hashes } from "./base/hash.ts";
import { LONG_WORK_UNITS } from "./base/limits.ts";
import type { Runtime } from "./base/runtime.ts";
import { C_LIBRARY } from "./store/c-library.ts";
import { systemFiles } from "./store/fs.ts";
import { nativeCalls } from "./store/native-calls.ts";
import { nodeCalls, type SystemCalls } from "./store/system-calls.ts";

const HASHES: Hashes = {
  content: (bytes) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
  checksum: (bytes) => Bun.hash.crc32(bytes),
  keyed: (secret, ...parts) => {
    const hasher = new Bun.CryptoHasher("sha256", secret);
    for (const part of parts) hasher.update(part);
    return hasher.digest("hex");
  },
};

/** Builds the Runtime of this process. */
export function createRuntime(): Runtime {
  // The owner of what we create is the effective id.
  const uid = process.geteuid?.() ?? null;
  return {
    now: () => Date.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    env: process.env,
    cwd: currentFolder(),
    uid,
    platform: process.platform === "win32" ? "windows" : "posix",
    hash: HASHES,
    // Half the time of the default at a tenth more bytes; any reader of raw DEFLATE takes it.
    deflate: (bytes) => Bun.deflateSync(plain(bytes), { library: "libdeflate", level: 1 }),
    inflate: (bytes) => {
      try {
        return Bun.inflateSync(plain(bytes));
      } catch {
        return null;
      }
    },
    sleep: (ms) => Bun.sleep(ms),
    expectWork,
    pid: process.pid,
    isAlive,
    files: systemFiles(uid, systemCalls),
  };
}

function systemCalls(): SystemCalls {
  const node = nodeCalls();
  return nativeCalls(C_LIBRARY, node) ?? node;
}

/** Below it the compiler takes more than it gives (measured with texts of 5 MB). */
const LONG_WORK_POLICY = 10;

/** The executable starts with compilation put off (build/compile.ts); work of some length gets it back. */
function expectWork(units: number): void {
  const unsafe: { setJITPolicy?: (scale: number) => void } = Bun.unsafe;
  if (units >= LONG_WORK_UNITS) unsafe.setJITPolicy?.(LONG_WORK_POLICY);
}

/** The folder we were started in; it can be gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Only "no such process" is a clear answer; "not permitted" means that it lives.
    return !(typeof error === "object" && error !== null && "code" in error && error.code === "ESRCH");
  }
}

/** The same bytes over an unshared buffer, as the engine's types ask. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}
