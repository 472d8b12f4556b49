import { describe, expect, test } from "bun:test";
import { wantsColor } from "../../../src/cli/terminal.ts";

describe("colours", () => {
  test("follow the terminal when nothing is said", () => {
    expect(wantsColor({}, "auto", true)).toBe(true);
    expect(wantsColor({}, "auto", false)).toBe(false);
    expect(wantsColor({ TERM: "dumb" }, "auto", true)).toBe(false);
  });

  test("NO_COLOR turns them off unless it is empty", () => {
    expect(wantsColor({ NO_COLOR: "1" }, "auto", true)).toBe(false);
    expect(wantsColor({ NO_COLOR: "" }, "auto", true)).toBe(true);
  });

  test("a choice on the command line wins over everything", () => {
    expect(wantsColor({ NO_COLOR: "1" }, "always", false)).toBe(true);
    expect(wantsColor({}, "never", true)).toBe(false);
  });
});
