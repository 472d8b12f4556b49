import { beforeAll, describe, expect, test } from "bun:test";
import { createCounter, type TokenCounter } from "../../../src/tokens/counter.ts";
import { randomFrom } from "../../support/random.ts";
import { oracleTokens, rankTable, testCounter } from "../../support/tokens.ts";

let count: TokenCounter;
beforeAll(async () => {
  count = await testCounter();
});

const { int: pick } = randomFrom(7);
const repeat = (lines: number, line: (n: number) => string): string =>
  Array.from({ length: lines }, (_, n) => line(n)).join("\n");

const LOG = repeat(
  400,
  (n) =>
    `2026-03-04T12:${10 + pick(49)}:${10 + pick(49)}.${pick(1000)}Z INFO  [worker-${pick(16)}] ` +
    `request ${pick(2 ** 31).toString(16)} GET /api/v1/items/${n} 200 in ${pick(900)}ms`,
);
const CODE = repeat(
  200,
  (n) =>
    `\tif (item${n}?.size !== ${
      pick(99)
    }) {\n\t\treturn await this.client.fetchAll('/v${n}', { retry: true });\n\t}\n`,
);
const JSON_TEXT = JSON.stringify(
  Array.from(
    { length: 120 },
    (_, id) => ({ id, name: `user ${id}`, tags: ["a", "ünï"], at: pick(1e9), ok: null }),
  ),
  null,
  2,
);
const MARKDOWN = repeat(
  100,
  (n) =>
    `## ${n}. A heading\n\nIt's the user's | table | don't |\n| --- | :-: | --- |\n\n* a [link](https://x.example/${n}#a) — \`code\`\n`,
);
const BASE64 = new Uint8Array(Array.from({ length: 2_000 }, () => pick(256))).toBase64();
const DIFF = repeat(
  300,
  (n) => `${"+- "[n % 3]}${" ".repeat(n % 9)}const value_${n} = ${pick(1000)}; // TODO\r`,
);
const TEXTS: Readonly<Record<string, string>> = {
  "a log": LOG,
  code: CODE,
  JSON: JSON_TEXT,
  "JSON on one line": JSON.stringify(JSON.parse(JSON_TEXT)),
  Markdown: MARKDOWN,
  base64: BASE64,
  "a diff with carriage returns": DIFF,
  "a traceback": repeat(
    50,
    (n) => `  File "/srv/app/mod_${n}.py", line ${pick(900)}, in handle\n    raise ValueError(msg)`,
  ),
  "terminal escapes": repeat(100, (n) => `\u001b[3${n % 8}m✓\u001b[0m test ${n} \u001b[2K\r`),
  "Chinese and Japanese": "上下文内核。テスト失敗しました（3件）".repeat(60),
  "Cyrillic, Arabic, Hindi": "Ошибка в строке 12 خطأ في السطر हिन्दी में त्रुटि ".repeat(60),
  "emoji with joiners": "👩‍👩‍👧‍👦🏳️‍🌈 👍🏽 ok ".repeat(80),
  "contractions in any case": "don't DON'T we'LL they'Re I'd it'ſ 'tis rock'n'roll '' 's\n".repeat(20),
  "names of special tokens": "<|endoftext|> <|endofprompt|>",
  "lone surrogates": "a\ud800b \udc00\udc00 \ud83d x",
  "odd spaces": "a\u0085b\u00a0c\u2028d\u3000e\ufefff  \u2003 \t \v\f g   ",
};

describe("the token counter", () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    test(`counts ${name} as tiktoken does`, () => {
      expect(count(text)).toEqual({ tokens: oracleTokens(text) ?? -1, exact: true });
    });
  }

  test("counts nothing in an empty text", () => {
    expect(count("")).toEqual({ tokens: 0, exact: true });
  });

  test("merges long pieces to the same count as the published program", () => {
    for (const unit of ["a", "ab", "A", "=", " ", "\n", "0aB", "é", "漢", "-=", "abcdefghij", "\u0301"]) {
      for (const length of [95, 96, 97, 98, 255, 1_500]) {
        const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        expect([unit, length, count(text).tokens]).toEqual([unit, length, oracleTokens(text) ?? -1]);
      }
    }
  });

  test("counts every assigned character of the basic plane as tiktoken does", () => {
    let text = "";
    for (let point = 0; point <= 0xffff; point += 1) text += `${String.fromCharCode(point)}a'S `;
    expect(count(text).tokens).toBe(oracleTokens(text) ?? -1);
  });

  test("says that a count above the limit is approximate, and comes close", () => {
    const exact = count(LOG).tokens;
    const sampled = count(LOG, 8_000);
    expect(sampled.exact).toBe(false);
    expect(Math.abs(sampled.tokens / exact - 1)).toBeLessThan(0.1);
  });

  test("counts one endless piece in parts and says so", () => {
    const sampled = count("a".repeat(3 * 2 ** 18));
    expect(sampled.exact).toBe(false);
    expect(sampled.tokens).toBe((3 * 2 ** 18) / 8);
  });

  test("refuses a table that is cut short or of another format", async () => {
    const table = await rankTable();
    expect(() => createCounter(table.slice(0, table.byteLength - 1))).toThrow("damaged");
    expect(() => createCounter(new ArrayBuffer(0))).toThrow("damaged");
    expect(() => createCounter(new ArrayBuffer(64))).toThrow("damaged");
  });
});
