/** A Runtime without a machine: memory for a disk, a clock that a test turns, randomness from a seed. */

import type { Hashes } from "../../src/base/hash.ts";
import type { Files, Runtime } from "../../src/base/runtime.ts";
import { openState, type State } from "../../src/store/state.ts";
import { createRuntime } from "../../src/runtime.ts";
import { type MemoryFiles, memoryFiles } from "./memory-files.ts";
import { randomFrom } from "./random.ts";

const REAL = createRuntime();
/** Some day in 2026. */
export const FAKE_NOW_MS = 1_774_000_000_000;

export interface FakeOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly seed?: number;
  readonly uid?: number | null;
  /** Folders that exist from the start. */
  readonly folders?: readonly string[];
  /** Wraps the files in memory. */
  readonly wrap?: (files: MemoryFiles) => Files;
}

export interface Fake {
  readonly rt: Runtime;
  readonly files: MemoryFiles;
  /** The clock: set it to any time. */
  readonly clock: { now: number };
}

export const realHashes: Hashes = REAL.hash;

/** Builds a fake Runtime with HOME=/home/u. */
export function fakeRuntime(options: FakeOptions = {}): Fake {
  const clock = { now: FAKE_NOW_MS };
  const random = randomFrom(options.seed ?? 1);
  const uid = options.uid === undefined ? 1000 : options.uid;
  const files = memoryFiles(() => clock.now, uid, [
    "/home",
    "/home/u",
    "/home/u/project",
    ...(options.folders ?? []),
  ]);
  const rt: Runtime = {
    ...REAL,
    now: () => clock.now,
    random: (bytes) => random.bytes(bytes),
    env: options.env ?? { HOME: "/home/u" },
    cwd: options.cwd ?? "/home/u/project",
    uid,
    platform: "posix",
    sleep: (ms) => {
      clock.now += ms;
      return Promise.resolve();
    },
    pid: 4242,
    isAlive: () => true,
    expectWork: () => {},
    files: options.wrap?.(files) ?? files,
  };
  return { rt, files, clock };
}

/** Opens a state that must open. */
export function mustOpen(rt: Runtime): State {
  const state = openState(rt);
  if (!state.ok) throw new Error(`the state does not open: ${state.error.code}`);
  return state.value;
}
