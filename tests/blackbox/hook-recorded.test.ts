import { describe, expect, test } from "bun:test";
import { ckBin, temporaryFolder } from "../support/binary.ts";
import { replyProblems, shapeProblems } from "../support/hook-replies.ts";
import { RECORDED } from "../support/recorded.ts";

const home = temporaryFolder();
const hook = (stdin: string | Uint8Array) => ckBin(["hook"], { stdin, env: { HOME: home }, cwd: home });

describe("every recorded payload of the client", () => {
  for (const { name, text } of RECORDED) {
    test(`${name} is answered with one valid document`, () => {
      const ran = hook(text);
      expect(replyProblems(JSON.parse(text), ran.code, ran.out)).toEqual([]);
      expect(ran.out.split("\n").length).toBeLessThanOrEqual(2);
    });
  }

  test("there are many of them, of every event with a handler", () => {
    expect(RECORDED.length).toBeGreaterThan(50);
    const events = new Set(RECORDED.map(({ event }) => event));
    for (const event of ["PostToolUse", "PostToolBatch", "SessionStart", "SessionEnd", "PreCompact"]) {
      expect(events).toContain(event);
    }
  });
});

describe("what is no event", () => {
  const ODD: readonly (readonly [string, string | Uint8Array])[] = [
    ["an empty input", ""],
    ["white space", " \n\t"],
    ["no JSON", "hook_event_name"],
    ["a cut document", `{"hook_event_name":"PostToolUse","tool_name":"Ba`],
    ["two documents", "{}{}"],
    ["null", "null"],
    ["a number", "12"],
    ["a text", `"PostToolUse"`],
    ["a list", `[{"hook_event_name":"PostToolUse"}]`],
    ["an unknown event", `{"hook_event_name":"SomethingNew","tool_response":"x"}`],
    ["an event name of another type", `{"hook_event_name":["PostToolUse"]}`],
    ["a name of the language", `{"hook_event_name":"__proto__"}`],
    ["bytes that are no UTF-8", Uint8Array.of(0x7b, 0xff, 0xfe, 0x80, 0x7d)],
    ["NUL bytes", new Uint8Array(64)],
  ];
  for (const [name, input] of ODD) {
    test(`${name} is answered with {}`, () => {
      expect(hook(input)).toMatchObject({ code: 0, out: "{}\n" });
    });
  }

  test("a byte order mark before the document does no harm", () => {
    const bytes = new TextEncoder().encode(`\ufeff{"hook_event_name":"SessionStart","source":"startup"}`);
    expect(JSON.parse(hook(bytes).out).hookSpecificOutput.hookEventName).toBe("SessionStart");
  });
});

describe("wrongly typed fields", () => {
  const VALUES = [null, 0, -1, true, "", "x", [], {}, [null], { a: { b: [] } }];
  for (
    const { name, text } of RECORDED.filter(({ name }) => /^PostToolUse\.(Bash|Read|mcp.text)$/.test(name))
  ) {
    test(`in ${name} do no harm, one at a time`, () => {
      const payload = JSON.parse(text);
      for (const [n, field] of Object.keys(payload).entries()) {
        if (field === "hook_event_name") continue;
        const wrong = { ...payload, [field]: VALUES[n % VALUES.length] };
        const ran = hook(JSON.stringify(wrong));
        expect(replyProblems(wrong, ran.code, ran.out), field).toEqual([]);
      }
    });
  }
});

test("control: the check of replies refuses what the client would refuse", () => {
  const event = {
    hook_event_name: "PostToolUse",
    tool_response: { stdout: "text", stderr: "", interrupted: false },
  };
  const reply = (updatedToolOutput: unknown, hookEventName = "PostToolUse") =>
    JSON.stringify({ hookSpecificOutput: { hookEventName, updatedToolOutput } });
  expect(replyProblems(event, 0, reply({ stdout: "t", stderr: "", interrupted: false }))).toEqual([]);
  for (
    const bad of [
      "",
      "note\n{}",
      "[]",
      `{"additionalContext":"x"}`,
      reply("t"),
      reply({ stdout: "t" }),
      reply({ stdout: "t", stderr: "e", interrupted: false }),
      reply({ stdout: "t", stderr: "", interrupted: true }),
      reply({ stdout: "a longer text", stderr: "", interrupted: false }),
      reply(event.tool_response),
      reply({ stdout: "t", stderr: "", interrupted: false }, "PreToolUse"),
    ]
  ) expect(replyProblems(event, 0, bad).length, bad).toBeGreaterThan(0);
  expect(replyProblems(event, 1, "{}")).not.toEqual([]);
  expect(replyProblems({ hook_event_name: "PreCompact" }, 0, "{}\n")).not.toEqual([]);
  expect(shapeProblems([{ type: "text", text: "long" }], [{ type: "text", text: "" }])).not.toEqual([]);
  expect(shapeProblems([{ type: "image" }, 1], [{ type: "text", text: "x" }, 1])).not.toEqual([]);
});
