/**
 * What the cold-start bench runs, and how it knows that a run did what its
 * name says.
 */
import { bashEvent, batchEvent, mcpEvent, readEvent, replacementIn } from "./events.ts";
import { type NoisyLog, noisyLog } from "./payloads.ts";
import type { RunPlace } from "./place.ts";
import { type ProcessRun, runProcess } from "./process.ts";

const KB = 1_000;
const encoder = new TextEncoder();

export interface ColdCase {
  readonly name: string;
  /** This case runs once for every `every` runs of the others. */
  readonly every: number;
  /** Most CPU that is fine, as a multiple of the empty program. */
  readonly budget?: number;
  readonly argv: readonly string[];
  /** What goes to stdin; makes the files that the host would have made. */
  readonly stdin: (place: RunPlace) => string;
  /** Null when the run did what it should, else what went wrong. */
  readonly problem: (run: ProcessRun, place: RunPlace) => string | null;
}

/** All cases, the empty program first. */
export function coldCases(empty: string, binary: string): readonly ColdCase[] {
  const hook = [binary, "hook"];
  const projected = (
    name: string,
    units: number,
    event: typeof mcpEvent,
    every: number,
    budget?: number,
  ): ColdCase => {
    const log = noisyLog(units);
    return {
      name,
      every,
      ...(budget === undefined ? {} : { budget }),
      argv: hook,
      stdin: (place) => event(place, log.text),
      problem: (run, place) => projectionProblem(run, place, binary, log),
    };
  };
  return [
    { name: "empty program", every: 1, argv: [empty], stdin: () => "", problem: (run) => printed(run, "") },
    {
      name: "version",
      every: 1,
      argv: [binary, "version"],
      stdin: () => "",
      problem: (run) => run.code === 0 && run.out !== "" ? null : "printed no version",
    },
    {
      name: "hook, small output passes",
      every: 1,
      budget: 1.3,
      argv: hook,
      stdin: (place) => bashEvent(place, "out\nerr"),
      problem: (run) => printed(run, "{}\n"),
    },
    {
      name: "hook, small file read",
      every: 1,
      argv: hook,
      stdin: (place) => readEvent(place, "first\nsecond\n"),
      problem: (run) => printed(run, "{}\n"),
    },
    {
      name: "hook, end of a batch with nothing to settle",
      every: 1,
      argv: hook,
      stdin: (place) => {
        const text = sentences(3 * KB);
        const first = encoder.encode(readEvent(place, text));
        runProcess({ argv: hook, stdin: first, env: place.env, cwd: place.project });
        const shown = text.split("\n").map((line, n) => `${n + 1}\t${line}`).join("\n");
        return batchEvent(place, shown, "toolu_01");
      },
      problem: (run) => printed(run, "{}\n"),
    },
    {
      name: "hook, 3 KB file read again",
      every: 1,
      argv: hook,
      // The first read is not measured.
      stdin: (place) => {
        const text = sentences(3 * KB);
        const first = encoder.encode(readEvent(place, text));
        runProcess({ argv: hook, stdin: first, env: place.env, cwd: place.project });
        return readEvent(place, text, "toolu_02");
      },
      problem: (run) =>
        run.code === 0 && (replacementIn(run.out) ?? "").includes("UNCHANGED") ? null : `printed ${run.out}`,
    },
    projected("hook, 20 KB projected and parked", 20 * KB, bashEvent, 1, 2),
    projected("hook, 200 KB saved Bash output", 200 * KB, bashEvent, 2),
    projected("hook, 200 KB MCP string", 200 * KB, mcpEvent, 2),
    projected("hook, 5 MB saved Bash output", 5_000 * KB, bashEvent, 20),
    projected("hook, 5 MB MCP string", 5_000 * KB, mcpEvent, 20),
  ];
}

/** Lines that are all different. */
function sentences(units: number): string {
  const lines: string[] = [];
  for (let n = 1, left = units; left > 0; n += 1) {
    const line = `Note ${n}: the value of item ${n * 7} was looked at again.`;
    lines.push(line);
    left -= line.length + 1;
  }
  return lines.join("\n");
}

function printed(run: ProcessRun, expected: string): string | null {
  if (run.code !== 0) return `exit code ${run.code}: ${run.err.slice(0, 200)}`;
  return run.out === expected ? null : `printed ${JSON.stringify(run.out.slice(0, 80))}`;
}

const KEY = / recall ([0-9a-f]{10,12}) /;

/** Checks that there is a shorter text with all that matters, and that the original comes back. */
function projectionProblem(run: ProcessRun, place: RunPlace, binary: string, log: NoisyLog): string | null {
  if (run.code !== 0) return `exit code ${run.code}`;
  const text = replacementIn(run.out);
  if (text === null) return "the output was not replaced";
  if (text.length >= log.text.length) return "the replacement is not shorter";
  const missing = log.mustSurvive.filter((line) => !text.includes(line));
  if (missing.length > 0) return `the replacement lacks: ${missing.join(" | ")}`;
  const key = KEY.exec(text)?.[1];
  if (key === undefined) return "the footer names no parked output";
  const recalled = runProcess({ argv: [binary, "recall", key, "--all"], env: place.env, cwd: place.project });
  return recalled.out === log.text ? null : `recall ${key} does not give the original back`;
}
