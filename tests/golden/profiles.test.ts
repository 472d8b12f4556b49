/**
 * Every command profile has cases: an output, the command, lines that must
 * survive, and the projection as it is today. `CK_UPDATE_GOLDEN=1` rewrites
 * the projections; the difference is reviewed as behaviour.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultContext } from "../../bench/support/doors.ts";
import { folded } from "../../bench/support/entries.ts";
import { cleanLines } from "../../src/normalize/clean.ts";
import { project } from "../../src/normalize/pipeline.ts";
import { chooseProfile } from "../../src/normalize/profiles/choose.ts";
import { PROFILES } from "../../src/normalize/profiles/registry.ts";

const ROOT = join(import.meta.dir, "profiles");
const UPDATE = process.env.CK_UPDATE_GOLDEN === "1";
const INPUT_MAX_BYTES = 64 * 1024;

interface Case {
  readonly name: string;
  readonly folder: string;
  readonly input: string;
  readonly command: string;
  readonly mustSurvive: readonly string[];
}

function casesOf(id: string): Case[] {
  const folder = join(ROOT, id);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort().map((name) => {
    const read = (file: string): string => readFileSync(join(folder, name, file), "utf8");
    return {
      name,
      folder: join(folder, name),
      input: read("input.txt"),
      command: read("command.txt").trim(),
      mustSurvive: read("must-survive.txt").split("\n").filter((line) => line.trim() !== ""),
    };
  });
}

function projected({ input, command }: Case): string {
  return project(input, { ...defaultContext("Bash"), command }).text;
}

function chosenIds(input: string, command: string | undefined): string[] {
  const lines = cleanLines(input, { keepTrailing: false, keepEdges: false });
  return (chooseProfile(lines, command)?.id ?? "").split("+");
}

test("every folder belongs to a profile", () => {
  const ids = new Set(PROFILES.map((profile) => profile.id));
  expect(readdirSync(ROOT).filter((name) => !ids.has(name))).toEqual([]);
  expect(ids.size).toBe(PROFILES.length);
});

for (const profile of PROFILES) {
  describe(profile.id, () => {
    const cases = casesOf(profile.id);

    test("has a case, and one that shrinks by half", () => {
      expect(cases.length).toBeGreaterThan(0);
      const shares = cases.map((one) => projected(one).length / one.input.length);
      expect(Math.min(...shares)).toBeLessThanOrEqual(0.5);
    });

    test("is chosen by command and shape, and by shape alone where it says so", () => {
      expect(cases.some((one) => chosenIds(one.input, one.command).includes(profile.id))).toBe(true);
      if (profile.hints.length === 0) return;
      expect(cases.some((one) => chosenIds(one.input, undefined).includes(profile.id))).toBe(true);
    });

    for (const one of cases) {
      test(one.name, () => {
        expect(one.input.length).toBeLessThanOrEqual(INPUT_MAX_BYTES);
        const source = folded(one.input);
        const text = projected(one);
        const plain = folded(text);
        for (const line of one.mustSurvive) {
          expect(source).toContain(folded(line));
          if (!plain.includes(folded(line))) throw new Error(`lost: ${line}`);
        }
        expect(text.length).toBeLessThanOrEqual(one.input.length);
        const expectedFile = join(one.folder, "expected.txt");
        if (UPDATE) writeFileSync(expectedFile, text);
        else expect(text).toBe(readFileSync(expectedFile, "utf8"));
      });
    }
  });
}
