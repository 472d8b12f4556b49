import { fail, ok, type Result } from "../base/errors.ts";

/** Real path of the executable that runs, or an error in a run from source, where that would be Bun itself. */
export function ownProgram(): Result<string> {
  if (Bun.isStandaloneExecutable) return ok(process.execPath);
  return fail("bad-input", "only the built executable can register itself; run `bun run build`");
}
