import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { defaultSettings, resolveSettings } from "../../../src/settings/resolve.ts";
import { SETTINGS } from "../../../src/settings/table.ts";

const file = (settings: Record<string, unknown>) => JSON.stringify(settings);

describe("resolveSettings()", () => {
  test("gives typed defaults when nothing is set", () => {
    const { values, problems } = resolveSettings({}, null);
    const head: number = values.CK_HEAD;
    const tools: readonly string[] = values.CK_TOOLS;
    const park: boolean = values.CK_PARK;
    expect([head, park, values.CK_RAW_MARK]).toEqual([45, true, "# ck:raw"]);
    expect(tools).toEqual(["Bash", "Grep", "Read", "Glob", "WebFetch"]);
    expect(problems).toEqual([]);
    expect(defaultSettings()).toEqual(values);
  });

  test("default < file < environment, and says where a value comes from", () => {
    const { values, sources } = resolveSettings(
      { CK_HEAD: "60", CK_MCP: "0" },
      file({ CK_HEAD: 50, CK_TAIL: 10, CK_MCP: true, CK_TOOLS: ["Bash"] }),
    );
    expect([values.CK_HEAD, values.CK_TAIL, values.CK_MCP, values.CK_TOOLS]).toEqual([60, 10, false, [
      "Bash",
    ]]);
    expect([sources.CK_HEAD, sources.CK_TAIL, sources.CK_MIN_TOKENS]).toEqual([
      "environment",
      "file",
      "default",
    ]);
  });

  test.each(
    [
      ["CK_PARK", "0", false],
      ["CK_PARK", "1", true],
      ["CK_PARK", "", true],
      ["CK_PARK", "false", true],
      ["CK_PARK", "no", true],
      ["CK_LOG_OFF", "1", true],
      ["CK_LOG_OFF", "0", false],
      ["CK_LOG_OFF", "true", false],
      ["CK_LOG_OFF", "", false],
    ] as const,
  )("switch %s=%p is %p", (key, raw, value) => {
    expect(resolveSettings({ [key]: raw }, null).values[key]).toBe(value);
  });

  test.each(["abc", "1e9", "0x10", "4.5", "-1", " ", "99999999999999999999", "NaN", "Infinity", "1 2"])(
    "CK_HEAD=%p falls back to the default and is reported",
    (raw) => {
      const { values, problems, sources } = resolveSettings({ CK_HEAD: raw }, null);
      expect(values.CK_HEAD).toBe(45);
      expect(sources.CK_HEAD).toBe("default");
      expect(problems).toMatchObject([{ key: "CK_HEAD", source: "environment" }]);
    },
  );

  test("a bad value in the environment leaves the file's value in place", () => {
    expect(resolveSettings({ CK_HEAD: "x" }, file({ CK_HEAD: 50 })).values.CK_HEAD).toBe(50);
  });

  test("an empty number counts as not set; an empty text or list is a value", () => {
    const { values, problems } = resolveSettings({ CK_HEAD: "", CK_RAW_MARK: "", CK_TOOLS: "" }, null);
    expect([values.CK_HEAD, values.CK_RAW_MARK, values.CK_TOOLS]).toEqual([45, "", []]);
    expect(problems).toEqual([]);
  });

  test("lists are split at commas, blanks around names go", () => {
    expect(resolveSettings({ CK_TOOLS: " Bash , Read,, " }, null).values.CK_TOOLS).toEqual(["Bash", "Read"]);
  });

  test("a file that is no object is ignored and reported", () => {
    for (const text of ["", "{", "[]", "null", "7", '"x"', "{'a':1}"]) {
      const { values, problems } = resolveSettings({}, text);
      expect(values).toEqual(defaultSettings());
      expect(problems).toHaveLength(1);
    }
  });

  test("an unknown key and CK_HOME in the file are reported, the rest holds", () => {
    const { values, problems } = resolveSettings({}, file({ CK_HEDA: 1, CK_HOME: "/x", CK_TAIL: 5 }));
    expect([values.CK_TAIL, values.CK_HOME]).toEqual([5, ""]);
    expect(problems.map(({ key }) => key)).toEqual([null, "CK_HOME"]);
  });

  test("a byte order mark before the file does no harm", () => {
    expect(resolveSettings({}, `\ufeff${file({ CK_TAIL: 5 })}`).values.CK_TAIL).toBe(5);
  });

  test("names of Object.prototype are no settings", () => {
    const { values } = resolveSettings({}, '{"__proto__": {"CK_TAIL": 1}, "constructor": 1}');
    expect(values.CK_TAIL).toBe(20);
  });

  test("whatever is set, every value has the type of its row and nothing throws", () => {
    const raw = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
    );
    const keys = SETTINGS.map((row) => row.key);
    const kinds = Object.fromEntries(keys.map((key) => [key, typeof defaultSettings()[key]]));
    fc.assert(fc.property(
      fc.dictionary(fc.constantFrom(...keys), fc.string()),
      fc.oneof(
        fc.constant(null),
        fc.string(),
        fc.dictionary(fc.constantFrom<string>(...keys), raw).map(file),
      ),
      (env, text) => {
        const { values } = resolveSettings(env, text);
        for (const key of keys) expect(typeof values[key]).toBe(kinds[key] as "string");
      },
    ));
  });
});
