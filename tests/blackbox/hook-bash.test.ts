import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { codePoints } from "../../src/base/text.ts";
import { temporaryFolder, TESTED } from "../support/binary.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { FAILURE, FOOTER, keysIn, lastLine, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";
import { type Payload, recorded } from "../support/recorded.ts";

const tokens = (text: string) => Math.max(1, Math.floor(codePoints(text) / 4));

/** A recorded Bash payload with another output and other fields. */
function bashPayload(response: Payload, command = "npm test"): Payload {
  const payload = recorded("PostToolUse.Bash");
  return {
    ...payload,
    tool_input: { command },
    tool_response: { ...payload.tool_response as Payload, ...response },
  };
}

describe("a long Bash output", () => {
  let world: World;
  let done: Delivered;
  const text = logText(400);
  /** Fields beside stdout, some of which this version does not know. */
  const others = {
    stderr: "",
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
    returnCodeInterpretation: "fine",
    backgroundTaskId: "b1",
    newField: { of: ["a", "later", "client"] },
  };

  beforeAll(() => {
    world = hookWorld();
    done = world.bash("npm test", text, { response: { stdout: text, ...others } });
  });

  test("comes back with the required keys, empty stderr and every other field as it was", () => {
    expect(done.ran.code).toBe(0);
    expect(done.specific.hookEventName).toBe("PostToolUse");
    const { stdout, ...rest } = done.updated as Payload;
    expect(typeof stdout).toBe("string");
    expect(rest).toEqual(others);
  });

  test("is much shorter, keeps its failure and says which lines are missing", () => {
    expect(done.text.length).toBeLessThan(text.length / 3);
    expect(done.text.split("\n")).toContain(FAILURE);
    expect(done.text).toMatch(/\[context-kernel: elided lines \d+-\d+: \d+ noise lines \(~\d+ token\)/);
  });

  test("ends in a blank line and a footer whose numbers are the estimates of both texts", () => {
    const lines = done.text.split("\n");
    expect(lines.at(-2)).toBe("");
    const [, before, after, percent] = FOOTER.exec(lastLine(done.text)) ?? [];
    expect(Number(before)).toBe(tokens(text));
    expect(Number(after)).toBe(tokens(done.text));
    expect(Number(percent)).toBe(Math.floor((100 * (Number(before) - Number(after))) / Number(before)));
  });

  test("names the executable and a key under which the original comes back exactly", () => {
    const [, program, key] = / \[parked 24h: (\S+) recall ([0-9a-f]{10}) --grep PATTERN \| --lines A-B\]$/
      .exec(done.text) ?? [];
    expect(program).toBe(TESTED);
    expect(world.recall([key ?? "", "--all"])).toMatchObject({ code: 0, out: text });
    expect(world.recall([key ?? "", "--lines", "3-4"]).out).toBe(
      `3\t${text.split("\n")[2]}\n4\t${text.split("\n")[3]}\n`,
    );
  });

  test("is announced in one line on stderr, with the same numbers", () => {
    expect(done.ran.err).toMatch(/^context-kernel: Bash \d+->\d+ tok \(-\d+%\)\n$/);
    expect(done.ran.err).toContain(`${tokens(text)}->${tokens(done.text)} tok`);
  });
});

describe("both streams", () => {
  const world = hookWorld();
  const send = (response: Payload) => {
    const payload = { ...bashPayload(response), transcript_path: world.transcript, cwd: world.project };
    const reply = world.hook(payload);
    expect(replyProblems(payload, reply.ran.code, reply.ran.out)).toEqual([]);
    return reply.updated as Payload;
  };

  test("stderr is projected behind stdout, and empty afterwards", () => {
    const updated = send({ stdout: logText(200), stderr: `${logText(200, "loader")}\nfatal: it broke` });
    expect(updated.stderr).toBe("");
    expect(updated.stdout).toContain("fatal: it broke");
  });

  test("a text that came on stderr alone moves to stdout", () => {
    const updated = send({ stdout: "", stderr: logText(300) });
    expect(updated).toMatchObject({ stderr: "" });
    expect(updated.stdout).toContain(FAILURE);
  });
});

describe("what passes as it is", () => {
  const world = hookWorld();
  const CASES: readonly (readonly [string, Payload])[] = [
    ["a short output", { stdout: "ok" }],
    ["no output", { stdout: "", stderr: "" }],
    ["an output that shrinks by too little", { stdout: logText(17) }],
    ["an image by its mark", { stdout: logText(400), isImage: true }],
    ["an image by its text", { stdout: `data:image/png;base64,${"iVBORw0KGgo".repeat(900)}` }],
    ["an output with structured content", {
      stdout: logText(400),
      structuredContent: [{ type: "text", text: "x" }],
    }],
    ["an output that is a projection already", {
      stdout: `${logText(400)}\n\n[context-kernel: 900 -> 80 token, -91%]`,
    }],
  ];
  for (const [name, response] of CASES) {
    test(name, () => {
      expect(world.hook(bashPayload(response)).document).toEqual({});
    });
  }

  test("an output that only quotes a footer in its last line is projected", () => {
    const quoting = `${logText(400)}\nlog: [context-kernel: 900 -> 80 token, -91%]`;
    expect(world.bash("cat log", quoting).updated).toBeDefined();
  });
});

describe("the hint", () => {
  for (
    const [folder, quoted] of [["with space", true], ["plain-1.0_x", false], ["it's $HOME", true]] as const
  ) {
    test(`names a program in "${folder}" ${quoted ? "in quotes" : "as it is"}, and a shell runs it`, () => {
      const place = join(temporaryFolder(), folder);
      mkdirSync(place);
      const binary = join(place, "ck-bin");
      try {
        linkSync(TESTED, binary);
      } catch {
        copyFileSync(TESTED, binary);
      }
      expect(existsSync(binary)).toBe(true);
      const world = hookWorld({ binary });
      const text = logText(400);
      const { text: shown } = world.bash("npm test", text);
      const [, program = ""] = /\[parked 24h: (.+?) recall [0-9a-f]{10} --grep/.exec(shown) ?? [];
      expect(/^["']/.test(program)).toBe(quoted);
      const key = keysIn(shown)[0] ?? "";
      const shell = Bun.spawnSync(["sh", "-c", `${program} recall ${key} --grep refused`], {
        cwd: world.project,
        env: { PATH: process.env.PATH ?? "", HOME: world.home, CK_HOME: world.state },
      });
      expect(shell.stdout.toString()).toContain(FAILURE);
    });
  }
});
