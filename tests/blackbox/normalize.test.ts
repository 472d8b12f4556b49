/** `normalize` does what the hook would do, and what it parks comes back byte for byte. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, type Ran, temporaryFolder, TESTED } from "../support/binary.ts";
import { keysIn, logText } from "../support/hook-texts.ts";
import { runs } from "../support/texts.ts";
import { testRandom } from "../support/random.ts";

interface RanBytes extends Ran {
  readonly bytes: Uint8Array;
}

function place() {
  const home = temporaryFolder("ck-normalize-");
  mkdirSync(join(home, ".git"));
  const run = (args: readonly string[], stdin: string | Uint8Array = ""): RanBytes => {
    const child = Bun.spawnSync([TESTED, ...args], {
      cwd: home,
      env: cleanEnvironment(home),
      stdin: typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
    });
    return {
      code: child.exitCode ?? -1,
      out: child.stdout.toString(),
      err: child.stderr.toString(),
      bytes: new Uint8Array(child.stdout),
    };
  };
  return { home, state: join(home, ".context-kernel"), run };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const bigEndian = (text: string) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return bytes.swap16();
};

describe("what is parked comes back byte for byte", () => {
  const LOG = logText(400);
  const INPUTS: Readonly<Record<string, Uint8Array>> = {
    "UTF-8": utf8(LOG),
    "UTF-8 with its mark": utf8(`\ufeff${LOG}`),
    "UTF-8 with CRLF": utf8(LOG.replaceAll("\n", "\r\n")),
    "UTF-16, little endian": Buffer.from(`\ufeff${LOG}`, "utf16le"),
    "UTF-16, little endian, of an odd length": Buffer.concat([
      Buffer.from(`\ufeff${LOG}`, "utf16le"),
      Buffer.from([7]),
    ]),
    "UTF-16, big endian": bigEndian(LOG),
    "Latin-1": Buffer.from(LOG.replaceAll("took", "dauerte für"), "latin1"),
    "single bytes that are no UTF-8": Buffer.concat([utf8(LOG), Buffer.from([0xff, 0x0a, 0xc3, 0x28, 0x0a])]),
    "zero bytes": utf8(LOG.replaceAll("took", "to\0ok")),
  };
  test.each(Object.keys(INPUTS))("%s", (name) => {
    const at = place();
    const input = INPUTS[name] ?? new Uint8Array();
    const key = keysIn(at.run(["normalize", "--park"], input).out)[0] ?? "";
    expect(key).toMatch(/^[0-9a-f]{10}/);
    expect(Buffer.compare(at.run(["recall", key, "--all"]).bytes, input)).toBe(0);
    const { text, base64 } = JSON.parse(at.run(["recall", key, "--all", "--json"]).out);
    expect(Buffer.compare(base64 === undefined ? utf8(text) : Buffer.from(base64, "base64"), input)).toBe(0);
    // Chosen lines are shown as a person reads them.
    expect(at.run(["recall", key, "--grep", "refused"]).out).toContain("refused");
    expect(at.run(["recall", "--list"]).out).toMatch(/ 40\d lines/);
  });

  test("any bytes, or they pass unchanged", () => {
    const random = testRandom("normalize bytes");
    const at = place();
    for (let n = 0; n < runs(12, 100); n += 1) {
      const lines = Array.from({ length: 300 }, (_, i) => {
        const line = [...utf8(`step ${i} of the build took ${i * 7} ms`)];
        if (random.int(8) === 0) line[random.int(line.length)] = random.int(256);
        return [...line, 10];
      });
      const input = Uint8Array.from(lines.flat());
      const ran = at.run(["normalize", "--park"], input);
      const key = keysIn(ran.out)[0];
      const back = key === undefined ? ran.bytes : at.run(["recall", key, "--all"]).bytes;
      expect(Buffer.compare(back, input), `run ${n}`).toBe(0);
    }
  }, 120_000);

  test("what is too short to be shrunk passes as the bytes that it is", () => {
    const input = Buffer.from([0xff, 0xfe, 0x41, 0x00, 0xc3, 0x28]);
    expect(Buffer.compare(place().run(["normalize"], input).bytes, input)).toBe(0);
  });
});

describe("a profile of the user", () => {
  const TEXT = Array.from({ length: 600 }, (_, i) => `step ${i} ${i % 200 === 77 ? "important" : "dull"}`)
    .join("\n");
  const PROFILE = JSON.stringify({
    name: "my-tool",
    commands: ["my-tool"],
    shape: ["^step \\d{1,9} "],
    keep: ["^step \\d{1,9} important"],
    noise: [],
    examples: [{ input: "step 1 important\nstep 2 dull\nstep 3 dull\n", must_survive: ["step 1 important"] }],
  });
  const KEPT = ["step 77 important", "step 277 important", "step 477 important"];
  const normalized = (at: ReturnType<typeof place>, ...more: string[]) =>
    at.run(["normalize", "--command", "my-tool", ...more], TEXT);

  test("holds in `normalize` as it does in the hook: once it is accepted, and not before", () => {
    const at = place();
    const missing = () => KEPT.filter((line) => !normalized(at).out.includes(line));
    expect(missing()).not.toEqual([]);
    expect(at.run(["status"]).code).toBe(0);
    mkdirSync(join(at.state, "profiles"));
    writeFileSync(join(at.state, "profiles", "my-tool.json"), PROFILE);
    expect(missing()).not.toEqual([]);
    expect(at.run(["settings", "--accept", "my-tool"]).code).toBe(0);
    expect(missing()).toEqual([]);
    const { out } = at.run(
      ["hook"],
      JSON.stringify({
        session_id: "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69",
        cwd: at.home,
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_use_id: "toolu_1",
        tool_input: { command: "my-tool" },
        tool_response: { stdout: TEXT, stderr: "", interrupted: false },
      }),
    );
    const body = (text: string) => text.split("\n").slice(0, -2).join("\n");
    const shown: string = JSON.parse(out).hookSpecificOutput.updatedToolOutput.stdout;
    expect(body(normalized(at, "--park").out.trimEnd())).toBe(body(shown));
  });

  test("`--explain` speaks of the projection that is shown, profile included", () => {
    const at = place();
    at.run(["status"]);
    mkdirSync(join(at.state, "profiles"));
    writeFileSync(join(at.state, "profiles", "my-tool.json"), PROFILE);
    const last = () => {
      const { text, operators } = JSON.parse(normalized(at, "--explain", "--json").out);
      // The footer and the blank line before it are not the operators'.
      return [operators.at(-1).linesAfter, text.split("\n").length - 2];
    };
    const [without] = last();
    at.run(["settings", "--accept", "my-tool"]);
    const [reported, shown] = last();
    expect(reported).toBe(shown);
    expect(reported).not.toBe(without);
  });

  test("without a state nothing is made", () => {
    const at = place();
    expect(normalized(at).code).toBe(0);
    expect(readdirSync(at.home)).toEqual([".git"]);
  });
});
