import { describe, expect, test } from "bun:test";
import { replyProblems } from "../support/hook-replies.ts";
import { FAILURE, FOOTER, keysIn, lastLine, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld } from "../support/hook-world.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
}

const world = hookWorld();
const block = (text: string, more = {}): Block => ({ type: "text", text, ...more });
const IMAGE = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=".repeat(400) },
};

let calls = 0;

/** A call with an input of its own, so that no delta answers. */
function fresh(response: unknown): Delivered {
  calls += 1;
  const done = world.mcp(response, { input: { n: calls } });
  const payload = { hook_event_name: "PostToolUse", tool_response: response };
  expect(replyProblems(payload, done.ran.code, done.ran.out)).toEqual([]);
  return done;
}

describe("blocks of an MCP result", () => {
  const first = logText(400, "first");
  const second = logText(400, "second");
  const done = fresh([block(first), IMAGE, block("short"), block(second, { annotations: { priority: 1 } })]);
  const [one, image, short, two] = done.updated as [Block, Block, Block, Block];

  test("are projected one by one, each with its own footer", () => {
    for (const [shown, tag, other] of [[one, "first", "second"], [two, "second", "first"]] as const) {
      expect(shown.text).toContain(`${tag} 0 took`);
      expect(shown.text).not.toContain(`${other} 0 took`);
      expect(shown.text).toContain(FAILURE);
      expect(lastLine(shown.text ?? "")).toMatch(FOOTER);
    }
  });

  test("keep their places, their other fields, images and short texts", () => {
    expect((done.updated as unknown[]).length).toBe(4);
    expect(image).toEqual(IMAGE);
    expect(short).toEqual(block("short"));
    expect(two).toMatchObject({ type: "text", annotations: { priority: 1 } });
  });

  test("are parked one by one", () => {
    for (const [shown, text] of [[one, first], [two, second]] as const) {
      expect(world.recall([keysIn(shown.text ?? "")[0] ?? "", "--all"]).out).toBe(text);
    }
  });

  test("count together in the ledger", () => {
    const rows = JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out);
    expect(rows.session.pending.rows).toBe(1);
  });
});

describe("blocks without anything to shrink", () => {
  const CASES: readonly (readonly [string, unknown])[] = [
    ["an image alone", [IMAGE]],
    ["an image and a short text", [block("pic"), IMAGE]],
    ["no block", []],
    ["empty and blank texts", [block(""), block(" \n ")]],
    ["a text block without text", [{ type: "text" }, { type: "text", text: 7 }]],
    ["a resource", [{ type: "resource", resource: { uri: "file:///a", text: logText(400) } }]],
    ["a string that is short", "ok"],
    ["null", null],
    ["nothing", undefined],
  ];
  for (const [name, response] of CASES) {
    test(`pass: ${name}`, () => {
      expect(fresh(response).updated).toBeUndefined();
    });
  }

  test("an empty block beside a long one stays as it is, and none becomes empty", () => {
    const { updated } = fresh([block(""), block(logText(400)), block("\n")]);
    expect((updated as Block[])[0]).toEqual(block(""));
    expect((updated as Block[])[2]).toEqual(block("\n"));
  });
});

describe("other shapes of an MCP result", () => {
  test("a string comes back as a string", () => {
    const { updated } = fresh(logText(400));
    expect(updated).toContain(FAILURE);
    expect(typeof updated).toBe("string");
  });

  test("a string of JSON stays JSON before the footer, and long arrays are sampled", () => {
    const items = Array.from(
      { length: 200 },
      (_, i) => ({ id: i, name: `item ${i}`, state: "up", size: i * 31 }),
    );
    const text = JSON.stringify({ count: 200, items });
    const { updated } = fresh(text);
    const [shown = "", footer = ""] = String(updated).split("\n\n[context-kernel: ");
    expect(footer).toMatch(/^\d+ -> \d+ token, /);
    const parsed = JSON.parse(shown);
    expect(parsed.count).toBe(200);
    expect(parsed.items[0]).toEqual(items[0]);
    expect(parsed.items.length).toBeLessThan(20);
    expect(world.recall([keysIn(String(updated))[0] ?? "", "--all"]).out).toBe(text);
  });

  test("an object with blocks keeps its other keys", () => {
    const { updated } = fresh({ content: [block(logText(400))], isError: false, _meta: { a: 1 } });
    expect(updated).toMatchObject({ isError: false, _meta: { a: 1 } });
    expect((updated as { content: Block[] }).content[0]?.text).toContain(FAILURE);
  });

  test("an object with a text field comes back in that field", () => {
    const { updated } = fresh({ result: logText(400), took: 3 });
    expect(updated).toMatchObject({ took: 3 });
    expect((updated as { result: string }).result).toContain(FAILURE);
  });

  test("structured content passes", () => {
    expect(fresh({ content: [block(logText(400))], structuredContent: { a: 1 } }).updated).toBeUndefined();
  });

  test("above 48,000 units is projected below", () => {
    const { updated } = fresh([block(logText(1_800, "a")), block(logText(1_800, "b"))]);
    const shown = (updated as Block[]).map(({ text }) => text).join("");
    expect(shown.length).toBeLessThan(48_000);
    expect(shown).toContain("a 0 took");
    expect(shown).toContain("b 0 took");
  });
});
