import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/binary.ts";
import { FAILURE, keysIn, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";
import { type Payload, recorded } from "../support/recorded.ts";

const INLINE = 30_000;
const LAST = "the last line of all";
const LONG = `${logText(2_000)}\n${LAST}`;

/** A Bash result of which the host has saved the whole text at `path`. */
function savedBash(world: World, text: string, path: string, more: Payload = {}): Delivered {
  return world.bash("npm test", text, {
    response: {
      stdout: text.slice(0, INLINE),
      stderr: "",
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      persistedOutputPath: path,
      persistedOutputSize: Buffer.byteLength(text),
      ...more,
    },
  });
}

describe("a Bash output that the host saved to a file", () => {
  const world = hookWorld();
  const path = join(world.saved, "b9n6ynks4.txt");
  writeFileSync(path, LONG);
  const done = savedBash(world, LONG, path, { returnCodeInterpretation: "fine" });

  test("is projected whole, not its first 30,000 characters", () => {
    expect(LONG.indexOf(FAILURE)).toBeGreaterThan(INLINE);
    expect(done.text).toContain(FAILURE);
    expect(done.text).toContain(LAST);
    expect(done.text.length).toBeLessThan(29_000);
  });

  test("loses the host's two fields about the file and no other", () => {
    const { stdout: _, ...rest } = done.updated as Payload;
    expect(rest).toEqual({
      stderr: "",
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      returnCodeInterpretation: "fine",
    });
  });

  test("is parked whole", () => {
    expect(world.recall([keysIn(done.text)[0] ?? "", "--all"]).out).toBe(LONG);
  });

  test("is parked with a byte order mark and with characters beyond the plane", () => {
    const odd = `\ufeff${LONG}\n${"\u{1f600}".repeat(9)}\r\nend`;
    writeFileSync(join(world.saved, "odd.txt"), odd);
    const { text } = savedBash(world, odd, join(world.saved, "odd.txt"));
    expect(world.recall([keysIn(text)[0] ?? "", "--all"]).out).toBe(odd);
  });

  test("in a sub-agent is found in the parent's folder", () => {
    const response = {
      stdout: LONG.slice(0, INLINE),
      stderr: "",
      interrupted: false,
      persistedOutputPath: path,
    };
    const { updated } = world.bash("make", "", { response, agent: "abee359b0bef51c01" });
    expect((updated as Payload).stdout).toContain(LAST);
  });

  test("of 5 MB is projected within the limit", () => {
    const huge = `${logText(100_000)}\n${LAST}`;
    writeFileSync(join(world.saved, "huge.txt"), huge);
    const { text } = savedBash(world, huge, join(world.saved, "huge.txt"));
    expect(huge.length).toBeGreaterThan(3_000_000);
    expect(text).toContain(FAILURE);
    expect(text.length).toBeLessThan(29_000);
  });

  test("of errors alone says what had to go, and shows the first and the last", () => {
    const word = (n: number) =>
      [...n.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join("");
    const errors = Array.from(
      { length: 3_000 },
      (_, i) => `ERROR ${word(i + 700)}: cannot link ${word(i * 7919)}`,
    );
    writeFileSync(join(world.saved, "errors.txt"), errors.join("\n"));
    const { text } = savedBash(world, errors.join("\n"), join(world.saved, "errors.txt"));
    expect(text.length).toBeLessThan(29_000);
    expect(text).toContain(errors[0] ?? "");
    expect(text).toContain("[context-kernel: elided lines ");
  });
});

describe("a saved output is not believed", () => {
  const world = hookWorld();
  const outside = temporaryFolder();
  const other = hookWorld();
  const make = (path: string, text = LONG) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const linked = (name: string, target: string) => {
    const path = join(world.saved, name);
    symlinkSync(target, path);
    return path;
  };
  const CASES: readonly (readonly [string, string])[] = [
    ["outside the session's folder", make(join(outside, "b9n6ynks4.txt"))],
    ["in another session's folder", make(join(other.saved, "b9n6ynks4.txt"))],
    ["in a folder below", make(join(world.saved, "deeper", "b9n6ynks4.txt"))],
    ["in the folder above", make(join(dirname(world.saved), "b9n6ynks4.txt"))],
    ["in a sibling whose name begins alike", make(join(`${world.saved}-evil`, "b9n6ynks4.txt"))],
    ["through dot-dot", `${world.saved}/../../${world.sessionId}/../../../../outside.txt`],
    ["that is a link to a file", linked("link.txt", make(join(outside, "target.txt")))],
    [
      "that is a link to a file of the same folder",
      linked("inner.txt", make(join(world.saved, "inner-target.txt"))),
    ],
    ["that is a link to a device", linked("zero.txt", "/dev/zero")],
    ["that is a folder", (mkdirSync(join(world.saved, "folder")), join(world.saved, "folder"))],
    ["that is missing", join(world.saved, "missing.txt")],
    ["with a relative path", "b9n6ynks4.txt"],
    ["with an empty path", ""],
    ["with a NUL in its path", `${world.saved}/a\0b.txt`],
  ];
  for (const [name, path] of CASES) {
    test(name, () => {
      const done = savedBash(world, LONG, path);
      expect(done.ran.code).toBe(0);
      expect(done.document).toEqual({});
    });
  }

  test("above the parking limit", () => {
    const path = make(join(world.saved, "large.txt"));
    truncateSync(path, 17 * 1024 * 1024);
    expect(savedBash(world, LONG, path).document).toEqual({});
    rmSync(path);
  });

  test("control: the same text at its proper place is", () => {
    expect(savedBash(world, LONG, make(join(world.saved, "good.txt"))).updated).toBeDefined();
  });
});

describe("an MCP result that is too long for the host", () => {
  const world = hookWorld();
  const message = (path: string) => {
    const { tool_response } = recorded("PostToolUse.mcp.over-token-limit");
    const text = String(tool_response);
    const named = / saved to (\S+)\.\n/.exec(text)?.[1] ?? "";
    expect(named).not.toBe("");
    return text.replaceAll(named, path);
  };

  test("is projected from the file that the host's message names", () => {
    const path = join(world.saved, "mcp-lab-big-1796068022341-cuxslr.txt");
    writeFileSync(path, LONG);
    const done = world.mcp(message(path));
    expect(typeof done.updated).toBe("string");
    expect(done.text).toContain(FAILURE);
    expect(done.text).toContain(LAST);
    expect(done.text).not.toContain("You MUST read");
    expect(world.recall([keysIn(done.text)[0] ?? "", "--all"]).out).toBe(LONG);
  });

  test("keeps the host's message when the file is elsewhere", () => {
    const path = join(temporaryFolder(), "mcp-lab-big-1.txt");
    writeFileSync(path, LONG);
    expect(world.mcp(message(path)).updated).toBeUndefined();
  });

  test("is not what a Bash output that quotes that message is", () => {
    const path = join(world.saved, "mcp-lab-big-1796068022341-cuxslr.txt");
    const { text } = world.bash("cat notes", `${message(path)}\n${logText(300, "note")}`);
    expect(text).not.toContain("worker 0 ");
  });
});
