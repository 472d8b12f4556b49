import { describe, expect, test } from "bun:test";
import {
  doubledName,
  insertAt,
  type JsonText,
  parseJson,
  removeAt,
  replaceAt,
  valueAt,
} from "../../../src/harness/claude-code/jsonc-edit.ts";

function parsed(text: string): JsonText {
  const json = parseJson(text);
  if (!json.ok) throw new Error(json.error.message);
  return json.value;
}

describe("insertAt()", () => {
  test.each([
    ["an empty object", "{}\n", '{\n  "b": 1\n}\n'],
    ["an object over lines", '{\n\t"a": 0\n}', '{\n\t"a": 0,\n\t"b": 1\n}'],
    ["CRLF", '{\r\n  "a": 0\r\n}\r\n', '{\r\n  "a": 0,\r\n  "b": 1\r\n}\r\n'],
    ["a minified object", '{"a":0}', '{"a":0,"b":1}'],
    ["one line with spaces", '{ "a": 0 }', '{ "a": 0, "b": 1 }'],
    ["a trailing comma", '{\n  "a": 0,\n}', '{\n  "a": 0,\n  "b": 1\n}'],
    ["a comment behind the last value", '{\n  "a": 0 // why\n}', '{\n  "a": 0, // why\n  "b": 1\n}'],
    ["a comment after the last value", '{\n  "a": 0\n  // end\n}', '{\n  "a": 0,\n  // end\n  "b": 1\n}'],
    ["only a comment", "{\n  // nothing yet\n}", '{\n  // nothing yet\n  "b": 1\n}'],
    ["a comma in a comment", '{\n  "a": 0 /* , */\n}', '{\n  "a": 0, /* , */\n  "b": 1\n}'],
    ["a byte order mark", '\ufeff{\n  "a": 0\n}', '\ufeff{\n  "a": 0,\n  "b": 1\n}'],
  ])("adds a property to %s", (_, before, after) => {
    expect(insertAt(parsed(before), [], "b", 1)).toBe(after);
  });

  test("adds an item in the form of its list", () => {
    const short = '{\n  "allow": ["a", "b"],\n  "x": 1\n}';
    expect(insertAt(parsed(short), ["allow"], null, "c")).toBe('{\n  "allow": ["a", "b", "c"],\n  "x": 1\n}');
    const long = '{\n  "allow": [\n    "a"\n  ]\n}';
    expect(insertAt(parsed(long), ["allow"], null, "c")).toBe('{\n  "allow": [\n    "a",\n    "c"\n  ]\n}');
  });

  test("indents a structure like its surroundings", () => {
    const text = '{\n    "hooks": {}\n}\n';
    expect(insertAt(parsed(text), ["hooks"], "Stop", [{ a: 1 }])).toBe(
      '{\n    "hooks": {\n        "Stop": [\n            {\n                "a": 1\n            }\n        ]\n    }\n}\n',
    );
  });
});

describe("removeAt()", () => {
  test.each([
    ["the first of two", '{\n  "b": 1,\n  "a": 0\n}', '{\n  "a": 0\n}'],
    ["the last of two", '{\n  "a": 0,\n  "b": 1\n}', '{\n  "a": 0\n}'],
    ["the only one", '{\n  "b": 1\n}', "{}"],
    ["one of a minified object", '{"a":0,"b":1,"c":2}', '{"a":0,"c":2}'],
    ["one of a line with spaces", '{ "a": 0, "b": 1, "c": 2 }', '{ "a": 0, "c": 2 }'],
    ["one with a comment before it", '{\n  "a": 0, // why\n  "b": 1\n}', '{\n  "a": 0 // why\n}'],
    ["one with a comment behind it", '{\n  "b": 1, // why\n  "c": 2\n}', '{\n   // why\n  "c": 2\n}'],
  ])("takes %s out and leaves the rest", (_, before, after) => {
    expect(removeAt(parsed(before), ["b"])).toBe(after);
  });
});

test("replaceAt() keeps what stands around the value", () => {
  const text = '{\n  "a": {\n    "x": 1\n  }, // why\n  "b": [1, 2]\n}';
  expect(replaceAt(parsed(text), ["a"], { y: 2 })).toBe(
    '{\n  "a": {\n    "y": 2\n  }, // why\n  "b": [1, 2]\n}',
  );
  expect(replaceAt(parsed(text), ["b"], { y: [2] })).toBe(
    '{\n  "a": {\n    "x": 1\n  }, // why\n  "b": { "y": [2] }\n}',
  );
});

describe("parseJson()", () => {
  test.each([["{", 1], ['{\n"a": }', 2], ["", 1], ["[]", null], ['"x"', null], ['{"a": 1} x', 1]])(
    "refuses %p and names the line",
    (text, line) => {
      const json = parseJson(text);
      expect(json.ok).toBe(false);
      if (!json.ok) expect(json.error.message).toContain(line === null ? "no JSON object" : `line ${line} `);
    },
  );

  test("refuses what is nested too deeply, and does not fall over it", () => {
    const json = parseJson(`{"a": ${"[".repeat(500_000)}${"]".repeat(500_000)}}`);
    expect(json.ok).toBe(false);
  });

  test("tells plain JSON from JSON with comments", () => {
    expect(parsed('{"a": 1}').strict).toBe(true);
    expect(parsed('\ufeff{"a": 1}').strict).toBe(true);
    expect(parsed('{"a": 1, }').strict).toBe(false);
    expect(parsed('{"a": 1 /* x */}').strict).toBe(false);
  });

  test("sees a name that stands twice", () => {
    const json = parsed('{"a": {"b": 1, "b": 2}, "c": 1}');
    expect([doubledName(json, []), doubledName(json, ["a"])]).toEqual([null, "b"]);
    expect(valueAt(json, ["a", "none"])).toBeUndefined();
  });
});
