/** Tool outputs of the shapes that the operators on whole texts look for; the same bytes in every run. */
import { type Random, randomFrom } from "../../tests/support/random.ts";
import { noisyLog } from "./payloads.ts";

export const SHAPES = ["log", "json", "ndjson", "grep", "paths", "table", "links", "long-line"] as const;
export type Shape = (typeof SHAPES)[number];

const WORDS = ["invoice", "session", "parser", "cache", "worker", "report", "handler", "schema"] as const;
const STATES = ["Running", "Running", "Running", "Pending", "Completed", "CrashLoopBackOff"] as const;

/** A text of about `units` UTF-16 units. */
export function shaped(shape: Shape, units: number): string {
  const random = randomFrom(3);
  switch (shape) {
    case "log":
      return noisyLog(units).text;
    case "json":
      return `[\n${filled(units, ",\n", () => `  ${record(random)}`)}\n]\n`;
    case "ndjson":
      return `${filled(units, "\n", () => record(random))}\n`;
    case "grep":
      return grepped(units, random);
    case "paths":
      return `${filled(units, "\n", () => path(random))}\n`;
    case "table":
      return `NAME                    READY   STATUS              RESTARTS   AGE\n${
        filled(units, "\n", () => tableRow(random))
      }\n`;
    case "links":
      return `# Documentation\n\n${filled(units, "\n", () => link(random))}\n\nThe text begins here.\n`;
    case "long-line":
      return `var bundle="${
        filled(units, ";", () => `${random.pick(WORDS)}_${random.int(9_999)}=${random.int(99)}`)
      }"\n`;
  }
}

/** Parts with a separator between them until `units` are reached. */
function filled(units: number, separator: string, part: () => string): string {
  const parts: string[] = [];
  for (let length = 0; length < units;) {
    const next = part();
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}

function record(random: Random): string {
  const failed = random.int(200) === 0;
  return JSON.stringify({
    id: random.int(1_000_000),
    name: `${random.pick(WORDS)}-${random.int(900)}`,
    status: failed ? "failed" : "ok",
    duration_ms: random.int(5_000),
    tags: [random.pick(WORDS), random.pick(WORDS)],
    ...(failed ? { error: "connection reset by peer" } : {}),
  });
}

function path(random: Random): string {
  return `src/${random.pick(WORDS)}/${random.pick(WORDS)}/${random.pick(WORDS)}_${random.int(900)}.ts`;
}

/** Matches come in clusters of one file. */
function grepped(units: number, random: Random): string {
  return `${
    filled(units, "\n", () => {
      const file = path(random);
      const matches = 1 + random.int(12);
      return Array.from({ length: matches }, (_, n) => {
        return `${file}:${10 + n * 7}:  const ${random.pick(WORDS)} = await load${random.int(90)}(options);`;
      }).join("\n");
    })
  }\n`;
}

function tableRow(random: Random): string {
  const name = `${random.pick(WORDS)}-${random.int(0xffff).toString(16)}`.padEnd(24);
  return `${name}1/1     ${random.pick(STATES).padEnd(20)}${String(random.int(9)).padEnd(11)}${
    1 + random.int(90)
  }d`;
}

function link(random: Random): string {
  return `* [${random.pick(WORDS)} ${random.pick(WORDS)}](https://docs.example.com/${random.pick(WORDS)}/${
    random.int(900)
  })`;
}
