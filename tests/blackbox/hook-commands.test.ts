import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURE, FOOTER, lastLine, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";

/** Above 200 tokens, below what is shrunk. */
const SMALL = logText(24);
const LARGE = logText(400);

function outcome({ updated, text }: Delivered): "full" | "identical" | "elided" | "other" {
  if (updated === undefined) return "full";
  if (
    /^\[context-kernel: output IDENTICAL to an earlier run of this (?:command|MCP call) \(hash [0-9a-f]{6}\); /
      .test(text)
  ) {
    return "identical";
  }
  return text.includes("[context-kernel: elided ") ? "elided" : "other";
}

function runs(outputs: readonly string[], env?: Record<string, string>, world = hookWorld()): string[] {
  return outputs.map((output) => outcome(world.bash("npm test", output, {}, env)));
}

describe("a repeated command", () => {
  test("with the same output is a marker once, then full, then a marker again", () => {
    expect(runs([SMALL, SMALL, SMALL, SMALL])).toEqual(["full", "identical", "full", "identical"]);
  });

  test("with an output that arrived shrunk passes in full, and then gets the marker", () => {
    expect(runs([LARGE, LARGE, LARGE, LARGE])).toEqual(["elided", "full", "identical", "full"]);
  });

  test("with another output goes on normally", () => {
    const other = logText(24, "loader");
    expect(runs([SMALL, other, SMALL, SMALL])).toEqual(["full", "full", "full", "identical"]);
    expect(runs([LARGE, logText(401)])).toEqual(["elided", "elided"]);
  });

  test("with a short output always passes", () => {
    expect(runs(["ok\n".repeat(40), "ok\n".repeat(40)])).toEqual(["full", "full"]);
  });

  test("counts as a page fault when it brings a shrunk output back", () => {
    const world = hookWorld();
    runs([LARGE, LARGE], {}, world);
    const { faults } = JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out).session;
    expect(faults).toMatchObject({ count: 1, byKind: { recmd: 1 } });
  });

  test("gets a marker of two lines and no more, with a footer", () => {
    const world = hookWorld();
    world.bash("npm test", SMALL);
    const lines = world.bash("npm test", SMALL).text.split("\n");
    expect(lines.length).toBe(3);
    expect(lines[0]).toMatch(/; that copy is valid\. Run again for the full text\]$/);
    expect(lines[2]).toMatch(FOOTER);
  });
});

describe("volatile parts", () => {
  const at = (seconds: number, lines = 400) =>
    `${logText(lines)}\nDone in ${seconds}.4s at 2026-01-02 10:00:${10 + seconds}`;

  test("do not keep a shrunk output from passing in full when it is asked for again", () => {
    expect(runs([at(1), at(2), at(2)])).toEqual(["elided", "full", "identical"]);
  });

  test("do not make two outputs identical", () => {
    expect(runs([at(1, 24), at(2, 24), at(2, 24)])).toEqual(["full", "full", "identical"]);
  });

  test("are not what tells two outputs apart otherwise", () => {
    expect(runs([at(1), at(2).replace("worker 399 took", "worker 399 failed after")])).toEqual([
      "elided",
      "elided",
    ]);
  });
});

describe("what is not the same command", () => {
  const world = hookWorld();
  world.bash("npm test", SMALL);

  test("another command line, another folder, another session, another tool", () => {
    expect(outcome(world.bash("npm  test", SMALL))).toBe("full");
    expect(outcome(world.bash("npm test", SMALL, { cwd: "/home/dev/other" }))).toBe("full");
    expect(outcome(world.another("0b6c1f0e-5a3d-4c55-9e0e-000000000002").bash("npm test", SMALL))).toBe(
      "full",
    );
    expect(outcome(world.mcp(SMALL, { input: { command: "npm test" } }))).toBe("full");
  });

  test("control: the very same one is", () => {
    expect(outcome(world.bash("npm test", SMALL))).toBe("identical");
  });

  test("anything while CK_CMD_DELTA=0, or below CK_CMD_DELTA_MIN", () => {
    expect(runs([SMALL, SMALL], { CK_CMD_DELTA: "0" })).toEqual(["full", "full"]);
    expect(runs([LARGE, LARGE], { CK_CMD_DELTA: "0" })).toEqual(["elided", "full"]);
    expect(runs([SMALL, SMALL], { CK_CMD_DELTA_MIN: "5000" })).toEqual(["full", "full"]);
  });

  test("a search or a fetch: they have no deltas", () => {
    for (const tool of ["Grep", "WebFetch"]) {
      const response = tool === "Grep"
        ? { mode: "content", numFiles: 0, filenames: [], content: SMALL, numLines: 24 }
        : { bytes: 1, code: 200, codeText: "OK", result: SMALL, durationMs: 1, url: "u" };
      const call = { tool, input: { pattern: "x", url: "u" }, response };
      expect([world.call(call), world.call(call)].map(outcome)).toEqual(["full", "full"]);
    }
  });
});

describe("a repeated MCP call", () => {
  const call = (world: World, response: unknown, input: object) =>
    outcome(world.mcp(response, { input: { ...input } }));
  const block = (text: string) => ({ type: "text", text });

  test("is known by its tool and its input, in whatever order the keys stand", () => {
    const world = hookWorld();
    expect(call(world, SMALL, { a: 1, b: { c: [2], d: 3 } })).toBe("full");
    expect(call(world, SMALL, { b: { d: 3, c: [2] }, a: 1 })).toBe("identical");
    expect(call(world, SMALL, { a: 1, b: { c: [2, 1], d: 3 } })).toBe("full");
    expect(outcome(world.mcp(SMALL, { tool: "mcp__lab__other", input: { a: 1, b: { c: [2], d: 3 } } }))).toBe(
      "full",
    );
  });

  test("is named as an MCP call in the marker, in the shape of the result", () => {
    const world = hookWorld();
    world.mcp([block(SMALL)]);
    const { updated, text } = world.mcp([block(SMALL)]);
    expect(text).toMatch(
      /this MCP call \(hash [0-9a-f]{6}\); that copy is valid\. Call again for the full text\]\n\n/,
    );
    expect(updated).toEqual([block(text)]);
    expect(lastLine(text)).toMatch(FOOTER);
  });

  test("with several text blocks is never replaced by one marker", () => {
    const world = hookWorld();
    expect(call(world, [block(SMALL), block(SMALL)], { n: 1 })).toBe("full");
    expect(call(world, [block(SMALL), block(SMALL)], { n: 1 })).toBe("full");
  });

  test("with an image keeps the image beside the marker", () => {
    const world = hookWorld();
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
    };
    world.mcp([image, block(SMALL)]);
    expect((world.mcp([image, block(SMALL)]).updated as unknown[])[0]).toEqual(image);
  });

  test("that brings another image is not identical", () => {
    const world = hookWorld();
    const image = (data: string) => ({
      type: "image",
      source: { type: "base64", media_type: "image/png", data },
    });
    world.mcp([image("AAAA"), block(SMALL)]);
    expect((world.mcp([image("BBBB"), block(SMALL)]).updated as unknown[] | undefined)?.[0] ?? image("BBBB"))
      .toEqual(image("BBBB"));
  });
});

describe("an output that the host itself will not show in full", () => {
  const LONG = logText(2_000);

  test("is shrunk again when the command is repeated, since nothing else would show its end", () => {
    const world = hookWorld();
    const path = join(world.saved, "b1.txt");
    writeFileSync(path, LONG);
    const response = {
      stdout: LONG.slice(0, 30_000),
      stderr: "",
      interrupted: false,
      persistedOutputPath: path,
    };
    for (let n = 0; n < 3; n += 1) {
      const done = world.bash("npm run all", "", { response });
      expect(outcome(done)).toBe("elided");
      expect(done.text).toContain(FAILURE);
    }
  });
});
