import { describe, expect, test } from "bun:test";
import { nearest } from "../../../src/cli/nearest.ts";

const NAMES = ["doctor", "install", "recall", "settings", "status", "uninstall"];

describe("nearest()", () => {
  test.each([
    ["recal", "recall"],
    ["rceall", "recall"],
    ["stauts", "status"],
    ["setting", "settings"],
    ["instal", "install"],
    ["doc", "doctor"],
  ])("%s means %s", (typed, meant) => {
    expect(nearest(typed, NAMES)).toBe(meant);
  });

  test("is silent when nothing is close", () => {
    expect(nearest("x", NAMES)).toBeNull();
    expect(nearest("frobnicate", NAMES)).toBeNull();
    expect(nearest("", NAMES)).toBeNull();
    expect(nearest("r".repeat(10_000), NAMES)).toBeNull();
  });
});
