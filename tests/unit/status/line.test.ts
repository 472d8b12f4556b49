import { describe, expect, test } from "bun:test";
import {
  type LineFacts,
  reportedSession,
  reportedWindow,
  short,
  statusLine,
} from "../../../src/status/line.ts";
import { hostileString, isInertLine } from "../../support/hostile-strings.ts";
import { testRandom } from "../../support/random.ts";
import { STATUS_INPUT } from "../../support/status-input.ts";

const sums = (savedTokens: number, beforeTokens: number) => ({ savedTokens, beforeTokens });
const FACTS: LineFacts = {
  session: { verified: sums(12_340, 20_000), pending: sums(0, 0) },
  all: { verified: sums(200_000, 640_000) },
  refused: 0,
  degraded: false,
};
const PLAIN = { color: false, brand: "yellow", verbose: false };
const INPUT = {
  ...STATUS_INPUT,
  model: { id: "claude-x", display_name: "Model X" },
  workspace: { current_dir: "/home/dev/project/" },
  context_window: { ...STATUS_INPUT.context_window, context_window_size: 200_000, used_percentage: 7 },
};

describe("statusLine()", () => {
  test("shows model, folder, context use, verified savings of the session and in all", () => {
    expect(statusLine(INPUT, FACTS, PLAIN)).toBe(
      "Model X · project · ctx 7% 14.0k/200k · ck ⚡ -~12.3k · tot -~31%",
    );
  });

  test("pending savings stand apart and are called so", () => {
    const facts = { ...FACTS, session: { verified: sums(0, 0), pending: sums(900, 1_000) } };
    expect(statusLine(null, facts, PLAIN)).toBe("ck ⚡ -0 (~900 pending) · tot -~31%");
  });

  test("refused replacements raise the alarm, in red", () => {
    expect(statusLine(null, { ...FACTS, refused: 1 }, PLAIN)).toEndWith(" · ⚠ canary");
    expect(statusLine(null, { ...FACTS, refused: 3, degraded: true }, PLAIN)).toEndWith(
      " · ⚠ canary: off in this session",
    );
    expect(statusLine(null, { ...FACTS, refused: 1 }, { ...PLAIN, color: true })).toContain(
      "\x1b[31m⚠ canary\x1b[0m",
    );
  });

  test("a state that cannot be used is an alarm, not a zero", () => {
    expect(statusLine(INPUT, null, PLAIN)).toBe("Model X · project · ctx 7% 14.0k/200k · ck ⚡ ⚠ no state");
  });

  test("the long form names session and total", () => {
    expect(statusLine(INPUT, FACTS, { ...PLAIN, verbose: true })).toBe(
      "Model X · project · ctx 7% 14.0k/200k · ck ⚡ -~12.3k session (-~46% of ctx ~26.4k) · -~200k total (-~31%)",
    );
  });

  test.each([
    [
      "no percentage",
      { ...INPUT, context_window: { ...INPUT.context_window, used_percentage: null } },
      "ctx 14.0k/200k",
    ],
    ["no usage yet", {
      ...INPUT,
      context_window: { ...INPUT.context_window, current_usage: null, used_percentage: null },
    }, null],
    ["no window", { ...INPUT, context_window: null }, null],
    ["a name but no display name", { ...INPUT, model: { id: "claude-x", display_name: null } }, "claude-x"],
    ["only cwd", { cwd: "C:\\work\\thing" }, "thing"],
    ["the root folder", { cwd: "/" }, "/ ·"],
  ])("what the host leaves out is left out: %s", (_, input, part) => {
    const line = statusLine(input, FACTS, PLAIN);
    if (part === null) expect(line).not.toContain("ctx");
    else expect(line).toContain(part);
    expect(line).not.toMatch(/null|undefined|NaN/);
  });

  test("any input gives a line", () => {
    for (
      const input of [null, undefined, 0, "", "text", [], [1], true, {
        model: 3,
        workspace: [],
        context_window: "x",
      }]
    ) {
      expect(statusLine(input, FACTS, PLAIN)).toBe("ck ⚡ -~12.3k · tot -~31%");
    }
  });

  test("numbers that are no numbers are left out", () => {
    for (const size of [-1, NaN, Infinity, 1e300, "5", null]) {
      const input = {
        context_window: {
          context_window_size: size,
          total_input_tokens: size,
          current_usage: {},
          used_percentage: size,
        },
      };
      expect(statusLine(input, FACTS, PLAIN)).toBe("ck ⚡ -~12.3k · tot -~31%");
      expect(reportedWindow(input)).toBeNull();
    }
  });

  test.each([["red", "31"], ["cyan", "36"], ["purple", "33"]])(
    "the brand colour %s is code %s",
    (brand, code) => {
      expect(statusLine(null, FACTS, { ...PLAIN, color: true, brand })).toStartWith(
        `\x1b[${code}mck ⚡\x1b[0m`,
      );
    },
  );

  test("brand none paints the name not at all", () => {
    expect(statusLine(null, FACTS, { ...PLAIN, color: true, brand: "none" })).toStartWith("ck ⚡ ");
  });
});

test("T26: 1,000 hostile strings in every foreign field leave one inert line", () => {
  const random = testRandom("statusline");
  for (let i = 0; i < 1_000; i += 1) {
    const text = () => hostileString(random);
    const input = {
      session_id: text(),
      cwd: text(),
      version: text(),
      model: { id: text(), display_name: text() },
      workspace: { current_dir: text(), project_dir: text(), git_worktree: text() },
      output_style: { name: text() },
      context_window: { context_window_size: text(), used_percentage: text() },
      session_name: text(),
      agent: { name: text() },
    };
    for (const color of [false, true]) {
      const line = statusLine(input, FACTS, { color, brand: text(), verbose: i % 2 === 0 });
      if (!isInertLine(line, color)) throw new Error(JSON.stringify(line));
    }
  }
});

test("the check of T26 sees what it must not let through", () => {
  for (const bad of ["a\nb", "\x1b]0;x\x07", "\x1b[5m", "\u202e", "\ud800", "\u{e0041}", "\x9b1m"]) {
    expect(isInertLine(`ok ${bad}`, true)).toBe(false);
  }
});

test("long fields are cut", () => {
  const input = { model: { display_name: "m".repeat(1_000_000) }, cwd: `/${"d".repeat(1_000_000)}` };
  expect(statusLine(input, FACTS, PLAIN).length).toBeLessThan(200);
});

test("short() writes numbers for a narrow place", () => {
  expect([0, 999, 1_000, 12_345, 99_949, 99_950, 999_499, 999_500, 1_250_000, 2_000_000].map(short)).toEqual(
    ["0", "999", "1.0k", "12.3k", "99.9k", "100k", "999k", "1M", "1.3M", "2M"],
  );
});

test("session and window are taken only when they are of use", () => {
  expect(reportedSession({ session_id: "" })).toBeNull();
  expect(reportedSession({ session_id: "x".repeat(2_000) })).toBeNull();
  expect(reportedSession({ session_id: "abc" })).toBe("abc");
  expect(reportedWindow({ context_window: { context_window_size: 200_000 } })).toBe(200_000);
  expect(reportedWindow({ context_window: { context_window_size: 1.5 } })).toBeNull();
});
