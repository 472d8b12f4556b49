import { describe, expect, test } from "bun:test";
import { loadSettings } from "../../../src/ops/load-settings.ts";
import { run } from "../../../src/ops/settings.ts";
import { SETTINGS } from "../../../src/settings/table.ts";
import { settingsFile } from "../../../src/store/layout.ts";
import { argumentsOf, recordedTerminal } from "../../support/arguments.ts";
import { type Fake, fakeRuntime } from "../../support/fake-runtime.ts";

const ROOT = "/home/u/.context-kernel";

function withFile(text: string, env: Record<string, string> = {}): Fake {
  const fake = fakeRuntime({ env: { HOME: "/home/u", ...env }, folders: [ROOT] });
  fake.files.create(settingsFile(ROOT), new TextEncoder().encode(text));
  return fake;
}

async function settingsOutput(fake: Fake, options: Record<string, true> = {}): Promise<string> {
  const terminal = recordedTerminal();
  expect(await run({ args: argumentsOf(options), runtime: fake.rt, terminal })).toBe(0);
  return terminal.printed.out;
}

describe("loadSettings()", () => {
  test("reads the file in the state root", () => {
    expect(loadSettings(withFile('{"CK_HEAD": 7}').rt).values.CK_HEAD).toBe(7);
  });

  test("is content with no file, no state root and no home", () => {
    for (const fake of [fakeRuntime(), fakeRuntime({ folders: [ROOT] }), fakeRuntime({ env: {} })]) {
      const { values, problems } = loadSettings(fake.rt);
      expect([values.CK_HEAD, problems]).toEqual([45, []]);
    }
  });

  test("creates nothing", () => {
    const fake = fakeRuntime();
    const before = fake.files.nodes.size;
    loadSettings(fake.rt);
    expect(fake.files.nodes.size).toBe(before);
  });

  test("does not believe a file that is a link, nor a state root that is one", () => {
    const target = new TextEncoder().encode('{"CK_HEAD": 7}');
    const linked = fakeRuntime({ folders: [ROOT] });
    linked.files.create("/home/u/planted.json", target);
    linked.files.plantLink(settingsFile(ROOT), "/home/u/planted.json");
    const linkedRoot = fakeRuntime({ folders: ["/home/u/planted"] });
    linkedRoot.files.create("/home/u/planted/settings.json", target);
    linkedRoot.files.plantLink(ROOT, "/home/u/planted");
    for (const { rt } of [linked, linkedRoot]) {
      const { values, problems } = loadSettings(rt);
      expect(values.CK_HEAD).toBe(45);
      expect(problems).toHaveLength(1);
    }
  });

  test("refuses a file above its limit", () => {
    const { values, problems } = loadSettings(withFile(`{"CK_HEAD": 7}${" ".repeat(2 * 1024 * 1024)}`).rt);
    expect([values.CK_HEAD, problems.length]).toEqual([45, 1]);
  });
});

describe("ck-bin settings", () => {
  test("shows every setting with value, source, default and sentence", async () => {
    const out = await settingsOutput(withFile('{"CK_TAIL": 9}', { CK_HEAD: "60" }));
    for (const row of SETTINGS) expect(out).toContain(`    ${row.says}`);
    expect(out).toContain("CK_HEAD = 60 (environment; default 45)");
    expect(out).toContain("CK_TAIL = 9 (settings.json; default 20)");
    expect(out).toContain("CK_GREP_PER_FILE = 5 (default)");
    expect(out).toContain(`File: ${ROOT}/settings.json`);
  });

  test("says what a number counts", async () => {
    const text = await settingsOutput(fakeRuntime());
    expect(text).toMatch(/CK_PARK_TTL = 86400 .*\n.* Unit: seconds\.\n/);
    expect(text).toMatch(/CK_PARK_MAX = 16777216 .*\n.* Unit: bytes\.\n/);
    expect(text).not.toContain("Unit: factor");
  });

  test("prints one JSON document with --json, problems included", async () => {
    const out = await settingsOutput(withFile('{"CK_TAIL": "x"}'), { json: true });
    const parsed = JSON.parse(out);
    expect(parsed.settings).toHaveLength(SETTINGS.length);
    expect(parsed.settings.find((row: { key: string }) => row.key === "CK_TAIL")).toMatchObject({
      value: 20,
      source: "default",
      default: 20,
      unit: "lines",
    });
    expect(parsed.problems).toMatchObject([{ key: "CK_TAIL", source: "file" }]);
    expect(parsed.file).toBe(`${ROOT}/settings.json`);
  });

  test("shows foreign text without control characters", async () => {
    const out = await settingsOutput(withFile('{"\\u001b[31mX": 1}', { CK_RAW_MARK: "\x1b]0;t\x07" }));
    expect(out).not.toContain("\x1b");
    expect(out).not.toContain("\x07");
    expect(out).toContain("CK_RAW_MARK = \\x1b]0;t\\x07 (environment");
  });
});
