/**
 * The real Runtime of the command line. PLACEHOLDER without files until the
 * store's file system is in the tree.
 */
import type { Runtime } from "./base/runtime.ts";

export function createRuntime(): Runtime {
  const missing = () => ({ ok: false, fault: "io" }) as const;
  return {
    now: () => Date.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    env: process.env,
    cwd: process.cwd(),
    uid: process.getuid?.() ?? null,
    platform: process.platform === "win32" ? "windows" : "posix",
    hash: {
      content: (bytes) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
      keyed: (secret, bytes) => new Bun.CryptoHasher("sha256", secret).update(bytes).digest("hex"),
    },
    deflate: (bytes) => Bun.deflateSync(bytes as Uint8Array<ArrayBuffer>),
    files: {
      stat: missing,
      read: missing,
      readRange: missing,
      create: missing,
      append: missing,
      rename: missing,
      remove: missing,
      makeFolder: missing,
      list: missing,
      removeFolder: missing,
      sync: missing,
    },
  };
}
