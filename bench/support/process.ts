/** Runs one process to its end and says what it cost. */
import { join } from "node:path";

export interface ProcessRun {
  /** User and system time of this process alone. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ProcessInput {
  readonly argv: readonly string[];
  readonly stdin?: Uint8Array;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export function runProcess({ argv, stdin, env, cwd }: ProcessInput): ProcessRun {
  const started = performance.now();
  const child = Bun.spawnSync([...argv], {
    stdin: stdin ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...env },
    cwd,
  });
  const wallMs = performance.now() - started;
  return {
    cpuMs: Number(child.resourceUsage?.cpuTime.total ?? 0) / 1000,
    wallMs,
    code: child.exitCode,
    out: child.stdout.toString(),
    err: child.stderr.toString(),
  };
}

const PROBE = join(import.meta.dir, "peak-memory.ts");

/**
 * Peak memory of a process in MiB. A child starts out with the peak of the
 * process that starts it, so a small program of its own starts it here;
 * figures below that program's own size (about 23 MiB) cannot be seen.
 */
export function peakMemoryMib({ argv, env, cwd }: ProcessInput, stdinFile: string): number {
  const probe = Bun.spawnSync([process.execPath, PROBE, stdinFile, ...argv], {
    stdin: "ignore",
    stdout: "pipe",
    env: { ...env },
    cwd,
  });
  return Number(probe.stdout.toString()) / 1_048_576;
}
