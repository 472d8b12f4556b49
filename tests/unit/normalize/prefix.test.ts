import { describe, expect, test } from "bun:test";
import { withoutPrefix } from "../../../src/normalize/prefix.ts";

const numbered = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe("withoutPrefix()", () => {
  test("takes off what a runner puts before the lines of one tool", () => {
    const log = numbered(
      20,
      (n) => `Build\tCompile\t2026-01-25T21:09:${10 + n}.0098618Z   --> src/a.rs:${n}:5`,
    );
    expect(withoutPrefix(log)).toEqual({
      texts: numbered(20, (n) => `  --> src/a.rs:${n}:5`),
      isMixed: false,
    });
    const raw = numbered(20, (n) => `2026-01-25T21:09:${10 + n}.009Z error: ${n}`);
    expect(withoutPrefix(raw)?.texts[3]).toBe("error: 3");
    const step = numbered(20, (n) => `#7 ${n}.250 make: *** [all] Error ${n}`);
    expect(withoutPrefix(step)?.texts[19]).toBe("make: *** [all] Error 19");
  });

  test("knows streams that run side by side", () => {
    const compose = numbered(20, (n) => `${n % 2 ? "web-1" : "db-1 "}  | line ${n}`);
    expect(withoutPrefix(compose)).toEqual({ texts: numbered(20, (n) => `line ${n}`), isMixed: true });
    const turbo = numbered(20, (n) => `@shop/cart:build: step ${n}`);
    expect(withoutPrefix(turbo)).toEqual({ texts: numbered(20, (n) => `step ${n}`), isMixed: true });
  });

  test("keeps lines without the prefix and declines where it is no prefix", () => {
    const mixed = [...numbered(20, (n) => `api-1  | line ${n}`), "exited with code 1"];
    expect(withoutPrefix(mixed)?.texts.at(-1)).toBe("exited with code 1");
    expect(withoutPrefix(numbered(20, (n) => `name${n} | value`))).toBeNull();
    expect(withoutPrefix(numbered(20, (n) => `plain ${n}`))).toBeNull();
    expect(withoutPrefix([])).toBeNull();
  });
});
