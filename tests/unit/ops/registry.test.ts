import { describe, expect, test } from "bun:test";
import { closure, importGraph } from "../../../build/check-layers.ts";
import { readSources } from "../../../build/sources.ts";
import { parse } from "../../../src/cli/parse.ts";
import { COMMANDS, GLOBAL_OPTIONS, GROUPS } from "../../../src/ops/registry.ts";
import { SETTINGS } from "../../../src/settings/table.ts";
import { shellWords } from "../../support/shell-words.ts";

const SUMMARY_COLUMNS = 72;

describe("command table", () => {
  test("names are unique, lower-case, and sorted within their group", () => {
    const names = COMMANDS.map((row) => row.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$/);
    for (const [group] of GROUPS) {
      const inGroup = COMMANDS.filter((row) => row.group === group).map((row) => row.name);
      expect(inGroup).toEqual(inGroup.toSorted());
    }
  });

  test("every group of a row has a title", () => {
    const titled = new Set<string>(GROUPS.map(([group]) => group));
    for (const row of COMMANDS) expect(titled.has(row.group)).toBe(true);
  });

  test.each(COMMANDS.map((row) => [row.name, row] as const))("%s is documented", (_name, row) => {
    expect(row.summary.length).toBeLessThanOrEqual(SUMMARY_COLUMNS);
    expect(row.summary).not.toEndWith(".");
    expect(row.examples.length).toBeGreaterThan(0);
    for (const option of row.options) {
      expect(option.says.trim()).not.toBe("");
      expect(option.says).not.toEndWith(".");
      expect(option.name).toMatch(/^[a-z][a-z-]*$/);
    }
    for (const positional of row.positionals) {
      expect(positional.says.trim()).not.toBe("");
      expect(positional.name).toMatch(/^[A-Z]+$/);
    }
  });

  test.each(COMMANDS.map((row) => [row.name, row] as const))("%s has no option twice", (_name, row) => {
    const options = [...row.options, ...GLOBAL_OPTIONS];
    const names = options.map((option) => option.name);
    const shorts = options.flatMap((option) => option.short === undefined ? [] : [option.short]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(shorts).size).toBe(shorts.length);
    for (const short of shorts) expect(short).toHaveLength(1);
  });

  test("every example parses to the command it belongs to", () => {
    for (const row of COMMANDS) {
      for (const [line, says] of row.examples) {
        expect(says.trim()).not.toBe("");
        const parsed = parse(COMMANDS, shellWords(line));
        expect(parsed.kind === "run" ? parsed.command.name : parsed).toBe(row.name);
      }
    }
  });

  test("only an option with a value has choices or a type", () => {
    for (const row of COMMANDS) {
      for (const option of row.options) {
        if (option.choices !== undefined) expect(option.value).toBeDefined();
        if (option.type === "integer") expect(option.value).toBeDefined();
      }
    }
  });

  test("names of alternatives and companions are those of the row", () => {
    for (const { name, options, positionals, oneOf = [] } of COMMANDS) {
      const names = [...options, ...positionals].map((row) => row.name);
      const named = [...oneOf.flat(), ...options.flatMap(({ needs = [] }) => needs)];
      expect(named.filter((other) => !names.includes(other)), name).toEqual([]);
    }
  });

  test("a row names the settings that its code reads: none that it does not, and each in some row", () => {
    const graph = importGraph(readSources("src"));
    const entry = (name: string) => name === "hook" ? "src/hook/run.ts" : `src/ops/${name}.ts`;
    for (const { name, settings = [] } of COMMANDS) {
      const files = [...closure(graph, entry(name), true).keys()];
      if (name === "status") files.push(...closure(graph, "src/status/statusline.ts", true).keys());
      const code = files.filter((path) => !path.startsWith("src/settings/") && path !== "src/ops/registry.ts")
        .map((path) => graph.get(path)?.file.scanned.code ?? "").join("\n");
      const unread = settings.filter((key) => !new RegExp(`\\b${key}\\b`).test(code));
      expect(unread.filter((key) => key !== "CK_HOME"), name).toEqual([]);
    }
    const named = new Set(COMMANDS.flatMap(({ settings = [] }) => settings));
    expect(SETTINGS.map((row) => row.key).filter((key) => !named.has(key))).toEqual([]);
  });

  test.each(COMMANDS.filter((row) => row.name !== "hook").map((row) => [row.name, row] as const))(
    "%s loads a module with a run function",
    async (_name, row) => {
      expect(typeof (await row.load()).run).toBe("function");
    },
  );
});
