/** A fresh home and project for end-to-end runs, with the built executable installed by itself. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BINARY } from "../../../build/compile.ts";

export interface World {
  readonly home: string;
  readonly cwd: string;
  readonly settings: string;
  readonly write: (name: string, text: string) => void;
  /** Runs the executable in this home and project. */
  readonly ckBin: (
    ...args: string[]
  ) => { readonly code: number; readonly out: string; readonly err: string };
}

const folders: string[] = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder that goes when the tests end. */
export function temporaryPlace(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ck-e2e-")));
  folders.push(folder);
  return folder;
}

/** @param binary another executable than dist/ck-bin */
export function createWorld(binary = BINARY): World {
  const root = temporaryPlace();
  const home = join(root, "home");
  const cwd = join(root, "project");
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  return {
    home,
    cwd,
    settings: join(home, ".claude", "settings.json"),
    write: (name, text) => {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    },
    ckBin: (...args) => {
      const child = Bun.spawnSync([binary, ...args], {
        cwd,
        env: { PATH: process.env.PATH ?? "", HOME: home },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      return { code: child.exitCode ?? -1, out: child.stdout.toString(), err: child.stderr.toString() };
    },
  };
}
