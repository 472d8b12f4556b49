import { baseName } from "../base/text.ts";

/** Absolute path of this executable, as hints and permissions name it; "ck-bin" when run from source. */
export function programPath(): string {
  const path = process.execPath;
  return /^bun(?:\.exe)?$/.test(baseName(path)) ? "ck-bin" : path;
}
