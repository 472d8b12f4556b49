import { describe, expect, test } from "bun:test";
import { replyProblems } from "../support/hook-replies.ts";
import { FAILURE, FOOTER, keysIn, largeFile, lastLine, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, readResponse } from "../support/hook-world.ts";
import { type Payload, recorded } from "../support/recorded.ts";

const world = hookWorld();

/** A result of a tool in the recorded shape, with other values. */
function result(name: string, values: Payload): Payload {
  return { ...recorded(name).tool_response as Payload, ...values };
}

function call(tool: string, input: Payload, response: unknown): Delivered {
  const done = world.call({ tool, input, response });
  const payload = { hook_event_name: "PostToolUse", tool_response: response };
  expect(replyProblems(payload, done.ran.code, done.ran.out)).toEqual([]);
  return done;
}

/** Names in nine folders, folder by folder. */
const paths = (count: number) =>
  Array.from({ length: count }, (_, i) => `src/area${Math.floor((i * 9) / count)}/file-${i}.ts`);

describe("Glob", () => {
  test("file names come back as an array with the marker and the footer at its end", () => {
    const names = paths(400);
    const response = result("PostToolUse.Glob", { filenames: names, numFiles: 400 });
    const { updated, text } = call("Glob", { pattern: "**/*.ts" }, response);
    const shown = (updated as Payload).filenames as string[];
    expect(shown.length).toBeLessThan(300);
    expect(shown.at(-1)).toMatch(FOOTER);
    expect(shown.at(-2)).toMatch(/^\[context-kernel: elided \d+ of 400 paths in \d+ directories\]$/);
    expect(shown.every((name) => !name.includes("\n") && name !== "")).toBe(true);
    for (const folder of new Set(names.map((name) => name.slice(0, name.lastIndexOf("/"))))) {
      expect(text).toContain(folder);
    }
    expect((updated as Payload).numFiles).toBe(400);
    expect(world.recall([keysIn(text)[0] ?? "", "--all"]).out).toBe(names.join("\n"));
  });

  test("a short list passes", () => {
    expect(call("Glob", { pattern: "*" }, result("PostToolUse.Glob", { filenames: paths(150) })).updated)
      .toBeUndefined();
  });
});

describe("Grep", () => {
  const matches = paths(30).flatMap((file) =>
    Array.from({ length: 20 }, (_, i) => `${file}:${i * 7 + 1}:  total += sum(values, ${i});`)
  );

  test("content keeps every file and says how many more matches it has", () => {
    const response = result("PostToolUse.Grep", { content: matches.join("\n"), numLines: matches.length });
    const { text, updated } = call("Grep", { pattern: "total", output_mode: "content" }, response);
    for (const file of paths(30)) expect(text).toContain(file);
    expect(text).toContain("[+15 more matches in src/area0/file-0.ts]");
    expect(lastLine(text)).toMatch(FOOTER);
    expect(updated).toMatchObject({ mode: "content", numLines: matches.length });
    expect(world.recall([keysIn(text)[0] ?? "", "--all"]).out).toBe(matches.join("\n"));
  });

  test("file names come back as an array", () => {
    const response = result("PostToolUse.Grep.files", { filenames: paths(500), numFiles: 500 });
    const { updated, text } = call("Grep", { pattern: "x" }, response);
    expect((updated as Payload).mode).toBe("files_with_matches");
    expect(Array.isArray((updated as Payload).filenames)).toBe(true);
    expect(text).toContain("[context-kernel: elided ");
  });

  test("counts keep their mode and are shorter", () => {
    const content = paths(500).map((file, i) => `${file}:${i % 13 + 1}`).join("\n");
    const { updated, text } = call(
      "Grep",
      { pattern: "x", output_mode: "count" },
      result("PostToolUse.Grep.count", { content }),
    );
    expect((updated as Payload).mode).toBe("count");
    expect(text.length).toBeLessThan(content.length);
  });

  test("few matches pass", () => {
    const response = result("PostToolUse.Grep", { content: matches.slice(0, 20).join("\n") });
    expect(call("Grep", { pattern: "x" }, response).updated).toBeUndefined();
  });
});

describe("WebFetch", () => {
  test("its result is shrunk in its field, the rest stays", () => {
    const prose = Array.from(
      { length: 200 },
      (_, i) => `Paragraph ${i} tells ${(i * 7919) % 1000} things about the subject.`,
    ).join("\n");
    const response = result("PostToolUse.WebFetch", { result: prose });
    const { updated, text } = call("WebFetch", { url: "https://example.com/a", prompt: "read" }, response);
    expect(updated).toMatchObject({ code: 200, codeText: "OK", bytes: 62 });
    expect(text).toMatch(FOOTER);
    expect(world.recall([keysIn(text)[0] ?? "", "--all"]).out).toBe(prose);
    expect(world.recall(["--list"]).out).toContain("https://example.com/a");
  });
});

describe("Read", () => {
  test("keeps all five fields of the file, and its hint names the re-read", () => {
    const content = largeFile();
    const response = readResponse("/home/dev/project/src/steps.ts", content);
    const { updated, text } = call("Read", { file_path: "/home/dev/project/src/steps.ts" }, response);
    const { content: shown, ...rest } = (updated as { file: Payload }).file;
    const { content: _, ...before } = response.file as Payload;
    expect(rest).toEqual(before);
    expect(Object.keys(rest).sort()).toEqual(["filePath", "numLines", "startLine", "totalLines"]);
    expect(String(shown)).toContain("export function step11");
    expect(text).toContain("[ELIDED copy: re-read this file for all of it, or a range with offset/limit]");
    expect(keysIn(text)).toEqual([]);
    expect(world.recall(["--list"]).out).toContain("/home/dev/project/src/steps.ts");
  });

  test("a log is read as a log", () => {
    const { text } = call(
      "Read",
      { file_path: "/var/log/app.log" },
      readResponse("/var/log/app.log", logText(500)),
    );
    expect(text).toContain(FAILURE);
  });

  test("what is no text passes and is not noted as an unknown shape", () => {
    for (const type of ["image", "pdf", "notebook", "parts"]) {
      const response = {
        type,
        file: { base64: "iVBORw0KGgo".repeat(200), type: "image/png", originalSize: 900 },
      };
      expect(call("Read", { file_path: `/a.${type}` }, response).updated).toBeUndefined();
    }
    expect(shapes()).toBe("");
  });
});

describe("unknown shapes", () => {
  const SECRET = "the customer's words ".repeat(30);

  test("are noted by their keys, never by their values", () => {
    expect(call("WebFetch", { url: "u" }, { page: { words: SECRET }, code: 200 }).updated).toBeUndefined();
    expect(shapes()).toContain("code,page");
    expect(shapes()).not.toContain("customer");
  });

  test("are not noted when they hold no long text, hold a picture, or logs are off", () => {
    const before = shapes();
    call("WebFetch", { url: "u" }, { short: "x" });
    call("Bash", { command: "plot" }, {
      stdout: `data:image/png;base64,${"iVBORw0KGgo".repeat(99)}`,
      stderr: "",
      interrupted: false,
    });
    call("mcp__lab__image", { x: 1 }, [{
      type: "image",
      source: { type: "base64", data: "iVBORw0KGgo".repeat(99) },
    }]);
    world.call({ tool: "WebFetch", input: {}, response: { other: SECRET } }, { CK_LOG_OFF: "1" });
    expect(shapes()).toBe(before);
  });

  test("of tools that are not ours are not looked at", () => {
    const before = shapes();
    for (const tool of ["Edit", "Write", "Agent", "TodoWrite", "bash", "Bashful", "mcp_lab", ""]) {
      expect(call(tool, {}, { page: SECRET, stdout: logText(400) }).document).toEqual({});
    }
    expect(shapes()).toBe(before);
  });
});

/** Keys of unknown shapes on record in the session's journal. */
function shapes(): string {
  const journal = Bun.spawnSync(["sh", "-c", `cat "$0"/sessions/*.log 2>/dev/null`, world.state]).stdout
    .toString();
  return journal.split("\n").filter((line) => line.includes(`"t":"shape"`)).join("\n");
}
