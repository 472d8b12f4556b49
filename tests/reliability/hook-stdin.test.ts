/** T8: a very large stdin is drained to its end, within time and memory, and passes; a large valid one is answered. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { constants, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { peakMemoryMib, runProcess } from "../../bench/support/process.ts";
import { ckBin, cleanEnvironment, temporaryFolder, TESTED } from "../support/binary.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { logText } from "../support/hook-texts.ts";
import { recorded } from "../support/recorded.ts";
import { IS_LONG } from "../support/random.ts";

const MIB = 1024 * 1024;
const SIZES: readonly number[] = IS_LONG ? [1, 10, 100] : [1, 20];
/** Medians of this many runs; the machine may be busy. */
const RUNS = IS_LONG ? 7 : 3;

const folder = temporaryFolder();
const env = cleanEnvironment(folder, { BINARY: TESTED });

function bash(stdout: string): string {
  return JSON.stringify({
    ...recorded("PostToolUse.Bash"),
    tool_response: { stdout, stderr: "", interrupted: false },
  });
}

const KINDS: Readonly<Record<string, (mib: number) => string>> = {
  valid: (mib) => bash(logText(Math.floor((mib * MIB) / 36))),
  "of one line": (mib) => bash("x".repeat(mib * MIB)),
  "deeply nested": (mib) =>
    `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":${"[".repeat(mib * MIB)}`,
  "deeply nested and closed": (mib) => {
    const half = Math.floor((mib * MIB) / 2);
    return `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":${"[".repeat(half)}${
      "]".repeat(half)
    }}`;
  },
  truncated: (mib) => bash(logText(Math.floor((mib * MIB) / 36))).slice(0, mib * MIB - 9),
};

/** Runs the hook behind a pipe; the writer's exit code tells whether it could write to the end. */
function piped(file: string): { out: string; writer: number; wallMs: number; code: number } {
  const started = performance.now();
  const child = Bun.spawnSync(
    ["bash", "-c", `cat "$0" | "$BINARY" hook; echo "\${PIPESTATUS[*]}" >&2`, file],
    {
      cwd: folder,
      env,
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const wallMs = performance.now() - started;
  const [writer = "", code = ""] = (child.stderr.toString().trimEnd().split("\n").at(-1) ?? "").split(" ");
  return { out: child.stdout.toString(), writer: Number(writer), code: Number(code), wallMs };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

for (const mib of SIZES) {
  describe(`${mib} MiB on stdin`, () => {
    for (const [kind, make] of Object.entries(KINDS)) {
      const file = join(folder, `${mib}-${kind.replaceAll(" ", "-")}.json`);

      test(`${kind}: is read to its end and answered`, () => {
        const text = make(mib);
        writeFileSync(file, text);
        const { out, writer, code } = piped(file);
        expect({ writer, code }).toEqual({ writer: 0, code: 0 });
        const payload = mib < 16 && (kind === "valid" || kind === "of one line")
          ? JSON.parse(text)
          : { hook_event_name: "PostToolUse" };
        expect(replyProblems(payload, code, out)).toEqual([]);
        if (mib > 16) expect(out).toBe("{}\n");
        if (kind !== "valid" || mib > 16) rmSync(file);
      });
    }
  });
}

describe("an event whose stdout is taken literally is answered with nothing", () => {
  const open = JSON.stringify({ ...recorded("PreCompact.auto"), custom_instructions: "" }).slice(0, -2);
  const { custom_instructions: _last, ...rest } = recorded("PreCompact.manual");
  const named = (name: string) => JSON.stringify({ ...recorded("PreCompact.auto"), hook_event_name: name });
  const inputs: Readonly<Record<string, string | Uint8Array>> = {
    "a cut payload": `${open}keep the na`,
    "a payload above the cap": `${open}${"x".repeat(17 * MIB)}"}`,
    "a payload above the cap whose name stands last": `{"custom_instructions":"${"x".repeat(17 * MIB)}",${
      JSON.stringify(rest).slice(1)
    }`,
    "bytes that are no UTF-8 and no JSON": Buffer.concat([
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from(open),
    ]),
    "the other one of the two events": named("PostCompact"),
  };
  for (const [what, stdin] of Object.entries(inputs)) {
    test(what, () => {
      expect(ckBin(["hook"], { stdin })).toEqual({ code: 0, out: "", err: "" });
    });
  }

  test("and every other one with an object, broken or not", () => {
    for (const name of ["PostToolUse", "SessionEnd", "Unheard"]) {
      expect(ckBin(["hook"], { stdin: named(name) }).out, name).toBe("{}\n");
      expect(ckBin(["hook"], { stdin: named(name).slice(0, -1) }).out, name).toBe("{}\n");
    }
    // The name of the event is a name of the payload, not of something inside of it.
    const inner = { ...recorded("PostToolUse.Bash"), tool_input: { hook_event_name: "PreCompact" } };
    expect(ckBin(["hook"], { stdin: JSON.stringify(inner) }).out).toBe("{}\n");
    expect(ckBin(["hook"], { stdin: "" }).out).toBe("{}\n");
  });
});

describe("stdin that does not block", () => {
  /** Makes the stdin that it shares with its parent one that says "try again". */
  const unblock = join(folder, "unblock.ts");
  const { O_NONBLOCK } = constants;
  const F_SETFL = 4;
  const LIBC = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6";

  beforeAll(() => {
    const form = `{ fcntl: { args: ["i32", "i32", "i32"], returns: "i32" } }`;
    writeFileSync(
      unblock,
      `import { dlopen } from "bun:ffi";
      const set = dlopen("${LIBC}", ${form}).symbols.fcntl(0, ${F_SETFL}, ${O_NONBLOCK});
      process.exit(set === 0 ? 0 : 1);`,
    );
  });

  /** The reply to a payload of which nothing is there when the hook first looks. */
  async function late(payload: string): Promise<string> {
    const file = join(folder, "late.json");
    writeFileSync(file, payload);
    const script = `{ until [ -e "$2" ]; do sleep 0.05; done; sleep 0.3; cat "$0"; } |
      { "$1" "$3" || exit 9; : > "$2"; "$BINARY" hook; }`;
    const isReady = join(folder, "ready");
    const child = Bun.spawn(["bash", "-c", script, file, process.execPath, isReady, unblock], {
      cwd: folder,
      env,
      stdout: "pipe",
    });
    const out = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    rmSync(isReady);
    return out;
  }

  test("is waited for, and its text is shrunk", async () => {
    const payload = bash(logText(2_000));
    const out = await late(payload);
    expect(replyProblems(JSON.parse(payload), 0, out)).toEqual([]);
    expect(out).toContain("[context-kernel: elided lines ");
  });

  test("above the cap the event is told by its beginning", async () => {
    const open = JSON.stringify({ ...recorded("PreCompact.auto"), custom_instructions: "" }).slice(0, -2);
    expect(await late(`${open}${"x".repeat(17 * MIB)}"}`)).toBe("");
  });
});

describe("time and memory", () => {
  const large = join(folder, "large.json");
  const one = join(folder, "one.json");
  const tiny = join(folder, "tiny.json");

  beforeAll(() => {
    writeFileSync(large, KINDS.valid?.(IS_LONG ? 100 : 20) ?? "");
    writeFileSync(one, KINDS.valid?.(1) ?? "");
    writeFileSync(tiny, bash("ok"));
  });
  afterAll(() => [large, one, tiny].forEach((file) => rmSync(file)));

  test("what is above the cap costs little more than copying it", () => {
    const cost = median(Array.from({ length: RUNS }, () => piped(large).wallMs));
    const copy = median(Array.from({ length: RUNS }, () => {
      const started = performance.now();
      Bun.spawnSync(["bash", "-c", `cat "$0" | cat > /dev/null`, large]);
      return performance.now() - started;
    }));
    const start = median(Array.from({ length: RUNS }, () => piped(tiny).wallMs));
    console.log(
      `T8: ${cost.toFixed(0)} ms for the large one; copy ${copy.toFixed(0)}, start ${start.toFixed(0)}`,
    );
    expect(cost).toBeLessThan(1_500 + start + copy);
  }, 120_000);

  test("and at most 256 MiB", () => {
    const peak = peakMemoryMib({ argv: [TESTED, "hook"], env, cwd: folder }, large);
    console.log(`T8: peak ${peak.toFixed(0)} MiB`);
    expect(peak).toBeGreaterThan(10);
    expect(peak).toBeLessThan(256);
  });

  test("a megabyte costs no more processor time than is allowed for five", () => {
    const cpu = (file: string) => {
      const stdin = readFileSync(file);
      return median(
        Array.from(
          { length: RUNS },
          () => runProcess({ argv: [TESTED, "hook"], stdin, env, cwd: folder }).cpuMs,
        ),
      );
    };
    const more = cpu(one) - cpu(tiny);
    console.log(`T8: 1 MiB costs ${more.toFixed(0)} ms of processor time more than a tiny payload`);
    expect(more).toBeLessThan(700);
  }, 120_000);
});
