/** Runs the deno that `bun install` brought, without touching the user's home or the network. */
import { join } from "node:path";
import { ROOT } from "./compile.ts";

export interface DenoRun {
  readonly ok: boolean;
  readonly output: string;
}

export async function runDeno(args: readonly string[]): Promise<DenoRun> {
  const executable = [...new Bun.Glob("node_modules/@deno/*/deno{,.exe}").scanSync({ cwd: ROOT })][0];
  if (executable === undefined) {
    return { ok: false, output: "there is no deno for this platform in node_modules; run `bun install`" };
  }
  const child = Bun.spawn([join(ROOT, executable), ...args], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: {
      ...process.env,
      DENO_DIR: join(ROOT, "dist", "deno"),
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
    },
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { ok: code === 0, output: `${out}${err}` };
}
