import { describe, expect, test } from "bun:test";
import { codePoints } from "../../../../src/base/text.ts";
import { projectJson } from "../../../../src/normalize/operators/json.ts";
import { operatorContext } from "../../../support/operator-context.ts";

const CONTEXT = operatorContext({ tool: "mcp", maxUnits: 48_000 });

function orders(
  count: number,
  change: (n: number) => Record<string, unknown> = () => ({}),
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => ({
    id: n,
    customer: `customer number ${n}`,
    status: n % 3 === 0 ? "paid" : "shipped",
    note: "delivered to the front door",
    ...change(n),
  }));
}

function project(value: unknown, indent = 0, context = CONTEXT): string {
  return projectJson(JSON.stringify(value, null, indent), context)?.text ?? "declined";
}

describe("projectJson() on lists of records", () => {
  test("keeps the first items and counts the others, with their keys", () => {
    const text = project({ count: 40, items: orders(40) }, 2);
    expect(text).toContain('"count": 40');
    expect(text).toContain('"customer": "customer number 2"');
    expect(text).not.toContain("customer number 39");
    expect(text).toContain("elided 37 of 40 objects (~");
    expect(text).toContain("with keys {customer, id, note, status}");
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test("says of findings what was found where, the first of every code and file in any case", () => {
    const finding = (n: number): Record<string, unknown> => ({
      fix: null,
      code: n === 150 ? "E999" : "F821",
      filename: `src/part${n % 12}.py`,
      location: { column: n, row: n },
      end_location: { column: n + 4, row: n },
      message: n === 150 ? "SyntaxError: no" : `Undefined name \`value_${n}\``,
      url: "https://example.org/rules/undefined-name/and-what-to-do-about-it",
    });
    const text = project(Array.from({ length: 300 }, (_, n) => finding(n)), 2);
    expect(text).toContain('"E999"');
    for (let n = 0; n < 12; n += 1) expect(text).toContain(`"src/part${n}.py"`);
    expect(text).toContain("of 300 objects");
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text.length).toBeLessThan(12_000);
  });

  test("does not take source text for a code", () => {
    const text = project(
      Array.from({ length: 60 }, (_, n) => ({
        code: `${n} import pickle\n`,
        filename: `a${n % 3}.py`,
        issue_text: "Consider possible security implications",
        test_id: n === 40 ? "B102" : "B403",
        more_info: "https://example.org/plugins/and-a-long-way-to-the-page-about-it.html",
      })),
    );
    expect(text).toContain("B102");
  });

  test("puts one kept object on one line when the source had no line breaks", () => {
    const lines = project(orders(40)).split("\n");
    expect(lines[1]).toBe(
      ' {"id":0,"customer":"customer number 0","status":"paid","note":"delivered to the front door"},',
    );
  });

  test("samples lists inside lists", () => {
    const text = project({ pages: [{ rows: orders(40) }, { rows: orders(50) }] });
    expect(text).toContain("elided 37 of 40 objects");
    expect(text).toContain("elided 47 of 50 objects");
  });

  test("keeps every token of kept items as it is written", () => {
    const source = `[${
      orders(40).map((order) =>
        JSON.stringify(order).replace('"id":', '"big":12345678901234567890,"f":1.0,"e":1E400,"id":')
      )
        .join(",")
    }]`;
    const text = projectJson(source, CONTEXT)?.text ?? "";
    expect(text).toContain('"big":12345678901234567890,"f":1.0,"e":1E400,"id":0');
  });

  test("keeps duplicate keys", () => {
    const source = `[${
      Array.from({ length: 60 }, (_, n) => `{"a":${n},"a":"second ${n}","b":"some longer text here"}`)
    }]`;
    expect(projectJson(source, CONTEXT)?.text).toContain('{"a":0,"a":"second 0"');
  });

  test("the schema has the keys of all records, those of hidden ones too", () => {
    const text = project(orders(60, (n) => (n % 2 === 0 ? { even: 1 } : { odd: 1 })));
    expect(text).toContain("{customer, even, id, note, odd, status}");
  });

  test("leaves short lists, small lists and lists of few objects alone", () => {
    expect(project(orders(7))).toBe("declined");
    expect(project(Array.from({ length: 12 }, (_, n) => ({ n })))).toBe("declined");
    expect(project(orders(20).flatMap((order) => [order, 1, 2]))).toBe("declined");
    expect(project({ plain: "object", with: "nothing to hide ".repeat(20) })).toBe("declined");
  });

  test("a short list goes on naming its hidden records", () => {
    const machines = Array.from({ length: 14 }, (_, n) => ({
      name: `vm-${n}`,
      id: `/subscriptions/1/machines/${n}/with/a/long/identifier`,
      state: "running",
      size: "Standard_D4s_v3",
    }));
    const text = project(machines, 2);
    expect(text).toContain("elided 11 of 14 objects");
    for (const { name } of machines) expect(text).toContain(`"name": "${name}"`);
    expect(text).toContain('{"name": "vm-9", "…": 3}');
  });
});

describe("projectJson() keeps records that differ", () => {
  test("a string that is log signal", () => {
    const text = project(orders(100, (n) => (n === 57 ? { note: "ERROR card declined" } : {})));
    expect(text).toContain("[context-kernel: item 57 kept: differs]");
    expect(text).toContain("ERROR card declined");
  });

  test("another set of keys", () => {
    const text = project(orders(100, (n) => (n === 61 ? { refundedBy: "admin" } : {})));
    expect(text).toContain('"refundedBy":"admin"');
  });

  test("a rare value, also below the first level", () => {
    const pods = orders(100, (n) => ({ status: { phase: n === 83 ? "Pending" : "Running" } }));
    expect(project(pods)).toContain('"phase":"Pending"');
    expect(project(orders(300, (n) => (n % 100 === 50 ? { status: "refunded" } : {})))).toContain("refunded");
  });

  test("a number far from all others, and a sign that no other has", () => {
    const text = project(orders(100, (n) => ({ total: n === 40 ? -19.99 : n === 70 ? 99_999.99 : 100 + n })));
    expect(text).toContain("-19.99");
    expect(text).toContain("99999.99");
  });

  test("one example of every value of a category", () => {
    const text = project(orders(100, (n) => ({ status: n % 10 === 9 ? "failed-over" : "open" })));
    expect(text).toContain("failed-over");
  });

  test("at most ten of them, distinct ones first", () => {
    const text = project(
      orders(
        200,
        (
          n,
        ) => (n >= 20 && n < 80
          ? { note: `ERROR timeout after ${n} s` }
          : n === 150
          ? { note: "panic: nil" }
          : {}),
      ),
    );
    expect(text.match(/kept: differs/g)).toHaveLength(10);
    expect(text).toContain("panic: nil");
    expect(text).toContain("elided 187 of 200 objects");
  });
});

describe("projectJson() on other big values", () => {
  test("long lists of scalars keep both ends and say their range", () => {
    const text = project({ series: Array.from({ length: 500 }, (_, n) => 1_000 - n) });
    expect(text).toContain("elided 475 of 500 values, min 506, max 980");
    expect(text).toContain("501]");
  });

  test("a list of log lines keeps those that are signal", () => {
    const text = project(
      Array.from({ length: 400 }, (_, n) => (n === 222 ? "fatal: disk full" : `line ${n} is fine`)),
    );
    expect(text).toContain("fatal: disk full");
    expect(text).toContain("elided 374 of 400 values]");
  });

  test("a map of many similar records is sampled like a list", () => {
    const packages = Object.fromEntries(
      Array.from(
        { length: 300 },
        (_, n) => [`node_modules/p${n}`, { version: "1.0.0", resolved: `https://example.org/p${n}.tgz` }],
      ),
    );
    const text = project({ name: "app", packages }, 2);
    expect(text).toContain('"node_modules/p2": {');
    expect(text).toContain("elided 297 of 300 objects");
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test("long strings keep head, tail and the lines that are signal", () => {
    const log = `${"all is well here\n".repeat(300)}ERROR connection refused\n${
      "all is well again\n".repeat(300)
    }`;
    const text = project({ log });
    expect(text).toContain("ERROR connection refused");
    const { log: shown } = JSON.parse(text) as { log: string };
    expect(codePoints(shown)).toBeLessThanOrEqual(2_000);
    const hidden = [...shown.matchAll(/ …\[context-kernel: elided (\d+) chars of this line\]… /g)];
    const kept = shown.replace(/ …\[context-kernel: elided \d+ chars of this line\]… /g, "");
    expect(hidden.reduce((sum, found) => sum + Number(found[1]), 0) + codePoints(kept)).toBe(codePoints(log));
  });

  test("escapes are never cut in two", () => {
    const source = `{"text":"${"\\ud83d\\ude00\\n".repeat(1_500)}"}`;
    const text = projectJson(source, CONTEXT)?.text ?? "";
    expect(JSON.parse(text).text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe("projectJson() and its surroundings", () => {
  const body = JSON.stringify(orders(60));

  test("keeps a few lines around the value as they are", () => {
    const text = projectJson(`HTTP/1.1 200 OK\nServer: x\n\n${body}\nreal 0m0.1s`, CONTEXT)?.text ?? "";
    expect(text.startsWith("HTTP/1.1 200 OK\nServer: x\n\n[")).toBe(true);
    expect(text.endsWith("]\nreal 0m0.1s")).toBe(true);
  });

  test("declines what is not JSON, has prose around it, or follows another value", () => {
    expect(projectJson(`${body.slice(0, -1)}`, CONTEXT)).toBeNull();
    expect(projectJson(`${"prose\n".repeat(9)}${body}`, CONTEXT)).toBeNull();
    expect(projectJson(`${body}${body}`, CONTEXT)).toBeNull();
    expect(projectJson(`[INFO] starting\n[INFO] done\n${"x".repeat(300)}`, CONTEXT)).toBeNull();
    expect(projectJson(JSON.stringify("x".repeat(9_000)), CONTEXT)).toBeNull();
    expect(projectJson("", CONTEXT)).toBeNull();
  });

  test("takes a byte order mark", () => {
    expect(projectJson(`\ufeff${body}`, CONTEXT)?.text.startsWith("\ufeff[")).toBe(true);
  });

  test("a Read keeps the file's own layout", () => {
    const source = JSON.stringify({ list: orders(30) }, null, 4);
    const text = projectJson(source, operatorContext({ tool: "Read", maxUnits: null }))?.text ?? "";
    const kept = text.split("\n").filter((line) =>
      !line.includes("[context-kernel:") && !line.includes('"…"')
    );
    const known = new Set(source.split("\n"));
    expect(kept.filter((line) => !known.has(line))).toEqual([]);
  });

  test("takes objects that stand one after the other over several lines", () => {
    const stream = orders(60).map((order) => JSON.stringify(order, null, 2)).join("\n");
    const once = projectJson(stream, CONTEXT)?.text ?? "";
    expect(once.split("\n")[0]).toBe(
      '{"id": 0, "customer": "customer number 0", "status": "paid", "note": "delivered to the front door"}',
    );
    expect(once).toMatch(
      /\n\[context-kernel: elided 57 of 60 objects \(~\d+ token\) with keys \{customer, id, note, status\}\]$/,
    );
    expect(projectJson(once, CONTEXT)).toEqual({ text: once, elided: false });
    expect(projectJson(`${stream}\nprose`, CONTEXT)).toBeNull();
  });

  test("a Read says at which line the file goes on", () => {
    const source = JSON.stringify({ list: orders(30), end: true }, null, 2);
    const text = projectJson(source, operatorContext({ tool: "Read", maxUnits: null }))?.text ?? "";
    const line = Number(/continues at line (\d+)\]"\n {2}\]/.exec(text)?.[1]);
    expect(source.split("\n")[line - 1]).toBe("  ],");
  });

  test("leaves a list that already holds a marker alone, and the text with it", () => {
    const once = projectJson(body, CONTEXT)?.text ?? "";
    expect(projectJson(once, CONTEXT)).toEqual({ text: once, elided: false });
  });

  test("is tightened until it fits under the cap, or declines", () => {
    const wide = orders(40, (n) => ({ note: `note ${n} `.repeat(100) }));
    const text = project(wide, 0, operatorContext({ maxUnits: 3_000 }));
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(text).toContain("of 40 objects");
    expect(project(wide, 0, operatorContext({ maxUnits: 100 }))).toBe("declined");
  });

  test("hides nothing when nothing may be hidden", () => {
    expect(projectJson(body, operatorContext({ mayElide: false }))).toBeNull();
  });
});
