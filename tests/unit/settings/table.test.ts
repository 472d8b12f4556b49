import { describe, expect, test } from "bun:test";
import { resolveSettings } from "../../../src/settings/resolve.ts";
import type { Setting } from "../../../src/settings/setting.ts";
import { SETTINGS } from "../../../src/settings/table.ts";

const ROWS: readonly Setting[] = SETTINGS;
const MAX_SENTENCE = 110;

describe("settings table", () => {
  test("keys are unique and spelled alike", () => {
    expect(new Set(ROWS.map((row) => row.key)).size).toBe(ROWS.length);
    for (const row of ROWS) expect(row.key).toMatch(/^CK_[A-Z]+(?:_[A-Z]+)*$/);
  });

  test.each(ROWS.map((row) => [row.key, row] as const))(
    "%s has a sentence and a default of its type",
    (_key, row) => {
      expect(row.says).toMatch(/^[A-Z].*\.$/);
      expect(row.says.length).toBeLessThanOrEqual(MAX_SENTENCE);
      const type = typeof row.default;
      const expected = {
        boolean: "boolean",
        integer: "number",
        number: "number",
        text: "string",
        list: "string",
      };
      expect(type).toBe(expected[row.type] as typeof type);
    },
  );

  test("numbers have bounds, a unit, and a default within them", () => {
    for (const row of ROWS.filter(({ type }) => type === "integer" || type === "number")) {
      expect(row.unit).toBeDefined();
      expect(Number(row.default)).toBeGreaterThanOrEqual(row.min ?? Infinity);
      expect(Number(row.default)).toBeLessThanOrEqual(row.max ?? -Infinity);
    }
  });

  test("no setting can come from a project", () => {
    for (const row of ROWS) expect(row.setBy).toBe("user");
  });

  test("every default survives being set explicitly", () => {
    const { values } = resolveSettings({}, null);
    const asText = (row: Setting) =>
      typeof row.default === "boolean" ? (row.default ? "1" : "0") : String(row.default);
    const env = Object.fromEntries(ROWS.map((row) => [row.key, asText(row)]));
    expect(resolveSettings(env, null)).toMatchObject({ values, problems: [] });
  });
});
