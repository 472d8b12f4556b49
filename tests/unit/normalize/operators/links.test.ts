import { describe, expect, test } from "bun:test";
import { collapseLinks, projectLinks } from "../../../../src/normalize/operators/links.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const MENU = Array.from(
  { length: 40 },
  (_, n) => `* [Entry number ${n}](https://example.org/docs/page-${n})`,
);

describe("collapseLinks()", () => {
  test("a menu keeps two entries; paragraphs around it stay", () => {
    const text = collapseLinks(["Before it.", "", ...MENU, "", "After it."].join("\n")) ?? "";
    expect(text.split("\n").slice(0, 4)).toEqual(["Before it.", "", MENU[0] ?? "", MENU[1] ?? ""]);
    expect(text).toMatch(
      /\n\[context-kernel: elided 38 link\/navigation lines \(~\d+ token\)\]\n\nAfter it\.$/,
    );
  });

  test("blank lines inside a menu do not end it, prose does", () => {
    const spaced = MENU.slice(0, 10).flatMap((line) => [line, ""]);
    expect(collapseLinks(spaced.join("\n"))).toContain("elided 8 link/navigation lines");
    const mixed = MENU.slice(0, 10).flatMap((line) => [line, "which is about something"]);
    expect(collapseLinks(mixed.join("\n"))).toBeNull();
  });

  test("links with a description are content", () => {
    const results = MENU.map((line) =>
      `${line} — a paragraph about what the page says and for whom it is meant`
    );
    expect(collapseLinks(results.join("\n"))).toBeNull();
  });

  test("fewer than six links stay", () => {
    expect(collapseLinks(MENU.slice(0, 5).join("\n"))).toBeNull();
  });
});

describe("projectLinks()", () => {
  test("looks at pages only", () => {
    const text = MENU.join("\n");
    expect(projectLinks(text, operatorContext({ tool: "WebFetch" }))?.elided).toBe(true);
    expect(projectLinks(text, operatorContext({ command: "curl -s https://example.org" }))?.elided).toBe(
      true,
    );
    expect(projectLinks(text, operatorContext({ command: "grep -o pattern notes.md" }))).toBeNull();
    expect(projectLinks(text, operatorContext({ tool: "Read", path: "links.md" }))).toBeNull();
  });

  test("leaves its own result alone", () => {
    const context = operatorContext({ tool: "WebFetch" });
    const once = projectLinks(MENU.join("\n"), context)?.text ?? "";
    expect(projectLinks(once, context)).toEqual({ text: once, elided: false });
  });
});
