import { describe, expect, test } from "bun:test";
import { examinePattern, isSafePattern } from "../../../src/base/pattern.ts";

describe("examinePattern()", () => {
  test.each([
    [/(a+)+$/],
    [/^(\w+\s?)*$/],
    [/(?:a|ab)*c/],
    [/(?:a|a)*c/],
    [/(?:.|\s)*x/],
    [/(a?a)*$/],
    [/(x{0,50}){0,50}y/],
    [/(?:\s*,?\s*)*$/],
    [/([a-z]+)*[0-9]/i],
    [/(?=(a+)+b)c/],
    [/(?<word>\w*)*!/],
    [/(?:é|\W)*x/],
  ])("%p can match one text in two ways", (pattern) => {
    expect(examinePattern(pattern.source, pattern.flags)?.ambiguous).toBe(true);
  });

  test.each([
    [/(?:,\d+)*/],
    [/(?:[^\n]*\n)*/],
    [/"(?:\\.|[^"\\])*"/],
    [/(?:foo|far|bar)+/],
    [/^\s*at .+:\d+:\d+$/],
    [/\x1b\[[0-9;?]*[ -/]*[@-~]/],
    [/^(?:\d{1,3}\.){3}\d{1,3}$/],
    [/^(?:warning|error)(?:\[[A-Z]\d+\])?: /i],
    [/[^\]\\]+]/],
    [/^\p{L}+$/u],
  ])("%p is unambiguous", (pattern) => {
    expect(examinePattern(pattern.source, pattern.flags)?.ambiguous).toBe(false);
  });

  test.each([
    [/\s*\s*x/, true],
    [/^\s*(?:\d+)?\s*$/, true],
    [/.*.*=/, true],
    [/\w+\d*$/, true],
    [/a*(?:b|a+)c/, true],
    [/\d+\.\d+/, false],
    [/.*foo.*/, false],
    [/\s*\d+\s*/, false],
    [/^-?[0-9]+(?:\.[0-9]+)?$/, false],
  ])("%p has adjacent repeats: %p", (pattern, adjacent) => {
    expect(examinePattern(pattern.source, pattern.flags)?.adjacent).toBe(adjacent);
  });

  test("cannot read what is no pattern, or what it does not know", () => {
    expect(examinePattern("(")).toBeNull();
    expect(examinePattern("a{2,1}")).toBeNull();
    expect(examinePattern("[a&&b]", "v")).toBeNull();
    expect(examinePattern("(".repeat(200) + ")".repeat(200))).toBeNull();
  });

  test("knows escapes, classes and bounds", () => {
    for (
      const source of [
        "\\u0041+\\x42+",
        "[\\d\\-x-z]+",
        "a{2}",
        "a{2,}",
        "a{,2}",
        "\\cA",
        "\\0",
        "[\\b]",
        "(?<!a)b",
        "\\k<n>(?<n>a)",
      ]
    ) {
      expect(examinePattern(source)).not.toBeNull();
    }
  });
});

describe("isSafePattern()", () => {
  test("takes everyday patterns and refuses slow ones", () => {
    for (const source of ["FAIL|error", "^\\s+at ", "TypeError: .*", "\\bE\\d{4}\\b", "line \\d+"]) {
      expect(isSafePattern(source)).toBe(true);
    }
    for (const source of ["(a+)+", "\\s*\\s*x", "(.*,)*", "(", "(x|x)+"]) {
      expect(isSafePattern(source)).toBe(false);
    }
  });
});
