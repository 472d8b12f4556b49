import fc from "fast-check";

/** Generated texts of the structured kinds: JSON, JSON lines, search output, file lists, tables, pages. */

const word = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "Größe",
  "данные",
  "項目",
  "😀 ok",
  'a"b',
  "c\\d",
  "tab\there",
  "",
);
const sentence = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const fault = fc.constantFrom(
  "ERROR connection refused",
  "deprecated call",
  "Traceback: boom",
  "timeout after 3 s",
);
const message = fc.oneof({ arbitrary: sentence, weight: 12 }, { arbitrary: fault, weight: 1 });

/** Numbers as they are written, among them those that a double cannot hold. */
const numberToken = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom("1.0", "1e400", "-0", "12345678901234567890", "0.1000", "9007199254740993", "-19.99"),
);

const NUMBER = /"@@([^@"]{1,40})@@"/g;

/** JSON of a value in which `@@…@@` stands for a number token. */
function jsonText(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replace(NUMBER, "$1");
}

const number = numberToken.map((token) => `@@${token}@@`);

const record = fc.record({
  id: number,
  name: fc.nat(9_999).map((n) => `item ${n}`),
  status: fc.constantFrom("up", "up", "up", "up", "down", "degraded"),
  message,
  size: fc.oneof(number, fc.constant(null)),
  tags: fc.array(word, { maxLength: 4 }),
}, { requiredKeys: ["id", "name", "status", "message"] });

const longString = fc.tuple(fc.integer({ min: 1_500, max: 6_000 }), sentence).map(([length, text]) =>
  `${text} 😀 line\n`.repeat(Math.ceil(length / (text.length + 8)))
);

const list: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.array(record, { maxLength: 120 }), weight: 5 },
  { arbitrary: fc.array(number, { maxLength: 400 }), weight: 1 },
  {
    arbitrary: fc.array(fc.oneof(record, record, record, record, record, word), { maxLength: 60 }),
    weight: 1,
  },
  { arbitrary: fc.array(fc.tuple(number, word, number), { maxLength: 90 }), weight: 1 },
  {
    arbitrary: fc.array(fc.record({ id: number, children: fc.array(record, { maxLength: 30 }) }), {
      maxLength: 20,
    }),
    weight: 1,
  },
  { arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), record, { maxKeys: 90 }), weight: 1 },
  { arbitrary: longString, weight: 1 },
);

export const jsonValueText: fc.Arbitrary<string> = fc.tuple(
  fc.oneof(
    list.filter((value) => typeof value === "object"),
    fc.record({ count: number, items: list, more: list, note: sentence }),
  ),
  fc.constantFrom(0, 0, 1, 2, 4),
).map(([value, indent]) => jsonText(value, indent));

export const jsonInText: fc.Arbitrary<string> = fc.tuple(
  fc.array(fc.constantFrom("HTTP/1.1 200 OK", "  % Total    % Received", "", "done"), { maxLength: 3 }),
  jsonValueText,
  fc.array(fc.constantFrom("real 0m1.0s", "", "exit"), { maxLength: 2 }),
).map(([before, value, after]) => [...before, value, ...after].join("\n"));

export const ndjsonText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    { arbitrary: record.map((value) => jsonText(value, 0)), weight: 20 },
    { arbitrary: fc.constantFrom("plain line", "Error: boom", "", "{broken"), weight: 1 },
  ),
  { minLength: 1, maxLength: 150 },
).map((lines) => lines.join("\n"));

const folder = fc.constantFrom(
  "src",
  "src/core",
  "src/core/deep/er",
  "C:\\work\\app",
  "lib",
  "./pkg/[id]",
  "tests",
);
const fileName = fc.tuple(
  fc.constantFrom("main", "util", "a-1-b", "Größe", "x"),
  fc.nat(30),
  fc.constantFrom(".ts", ".py", ".ts", ""),
)
  .map(([name, n, ending]) => `${name}${n}${ending === "" ? ".md" : ending}`);

function joinPath(dir: string, name: string): string {
  return dir.includes("\\") ? `${dir}\\${name}` : `${dir}/${name}`;
}

const matchText = fc.oneof(
  { arbitrary: fc.nat(99).map((n) => `  const value${n} = call(${n});`), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      "throw new Error('x')",
      "export function run() {",
      "",
      "12:34",
      "x".repeat(2_500),
    ),
    weight: 1,
  },
);

interface Hit {
  readonly step: number;
  readonly isMatch: boolean;
  readonly text: string;
}

const hit: fc.Arbitrary<Hit> = fc.record({
  step: fc.integer({ min: 1, max: 3 }),
  isMatch: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, {
    arbitrary: fc.constant(false),
    weight: 1,
  }),
  text: matchText,
});

/** What a search printed, and what it holds. */
export interface SearchText {
  readonly text: string;
  readonly matches: ReadonlyMap<string, number>;
}

export const grepText: fc.Arbitrary<SearchText> = fc.array(
  fc.tuple(folder, fileName, fc.array(hit, { minLength: 1, maxLength: 60 })),
  { minLength: 1, maxLength: 14 },
).map((blocks) => {
  const lines: string[] = [];
  const matches = new Map<string, number>();
  for (const [dir, name, hits] of blocks) {
    const file = joinPath(dir, name);
    if (matches.has(file)) continue;
    let line = 1;
    matches.set(file, 0);
    hits.forEach((found, index) => {
      line += found.step;
      const isMatch = found.isMatch || index === 0;
      if (isMatch) matches.set(file, (matches.get(file) ?? 0) + 1);
      lines.push(isMatch ? `${file}:${line}:${found.text}` : `${file}-${line}-${found.text}`);
      if (found.step === 3) lines.push("--");
    });
  }
  return { text: lines.join("\n"), matches };
});

/** Matches below the names of their files, as a search prints them to a terminal; many files have only one. */
export const headedGrepText: fc.Arbitrary<string> = fc.uniqueArray(
  fc.tuple(folder, fileName, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })), matchText),
  { minLength: 10, maxLength: 60, selector: ([dir, name]) => joinPath(dir, name) },
).map((blocks) =>
  blocks.map(([dir, name, count, text]) =>
    [joinPath(dir, name), ...Array.from({ length: count }, (_, n) => `${2 * n + 1}:${text}`)].join("\n")
  ).join("\n\n")
);

export const pathList: fc.Arbitrary<string[]> = fc.array(
  fc.tuple(folder, fc.nat(40), fileName, fc.nat(9_999)),
  { minLength: 150, maxLength: 500 },
).map((
  rows,
) => [...new Set(rows.map(([dir, deep, name, n]) => joinPath(`${dir}/d${deep % 12}`, `${n}${name}`)))]);

export const tableText: fc.Arbitrary<string> = fc.tuple(
  fc.array(
    fc.tuple(
      fc.nat(99_999),
      fc.constantFrom("Running", "Running", "Running", "Pending", "CrashLoopBackOff"),
      fc.nat(9),
    ),
    { minLength: 50, maxLength: 200 },
  ),
  fc.constantFrom<"aligned" | "bars" | "csv">("aligned", "bars", "csv"),
).map(([rows, form]) => {
  if (form === "csv") {
    return ["id,status,restarts,age", ...rows.map((row) => `${row.join(",")},5d`)].join("\n");
  }
  if (form === "bars") {
    return [
      " id | status | restarts ",
      "----+--------+----------",
      ...rows.map(([id, status, n]) => ` ${String(id).padEnd(5)} | ${status} | ${n}`),
    ].join("\n");
  }
  return [
    "NAME        STATUS             RESTARTS   AGE",
    ...rows.map(([id, status, n]) =>
      `pod-${String(id).padEnd(7)} ${status.padEnd(18)} ${String(n).padEnd(10)} 5d`
    ),
  ].join("\n");
});

export const pageText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    { arbitrary: fc.nat(99).map((n) => `* [Menu ${n}](https://example.org/${n})`), weight: 6 },
    { arbitrary: fc.nat(99).map((n) => `https://example.org/page/${n}`), weight: 2 },
    {
      arbitrary: fc.constantFrom("", "Some prose about [a link](https://example.org) in it.", "## Heading"),
      weight: 1,
    },
  ),
  { minLength: 5, maxLength: 120 },
).map((lines) => lines.join("\n"));
