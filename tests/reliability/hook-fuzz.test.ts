/** T7: no input breaks the host. Generated payloads of every event, and recorded ones with changed bytes. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { replyTo } from "../../src/hook/run.ts";
import { startCkBin, temporaryFolder } from "../support/binary.ts";
import { type Fake, fakeRuntime } from "../support/fake-runtime.ts";
import { anyPayload, EVENTS } from "../support/hook-generator.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { type Random, testRandom } from "../support/random.ts";
import { RECORDED } from "../support/recorded.ts";
import { runs } from "../support/texts.ts";

/** Payloads of one session before a new state begins. */
const SESSION_CALLS = 40;
const GENERATED = 10_000;
const MUTATED = 10_000;
const THROUGH_BINARY = runs(300, 2_000);

const encode = (text: string) => new TextEncoder().encode(text);
const said: string[] = [];
let quiet: ReturnType<typeof spyOn>;

beforeAll(() => {
  quiet = spyOn(console, "error").mockImplementation((line: string) => void said.push(line));
});
afterAll(() => quiet.mockRestore());

/** Feeds inputs to the hook in this process and checks every answer. */
async function feed(
  count: number,
  next: (n: number) => Uint8Array,
): Promise<{ bad: string[]; rewritten: number; failures: number }> {
  const bad: string[] = [];
  let rewritten = 0;
  let failures = 0;
  let fake: Fake = fakeRuntime();
  for (let n = 0; n < count; n += 1) {
    if (n % SESSION_CALLS === 0) {
      failures += failuresOf(fake);
      fake = fakeRuntime();
    }
    const input = next(n);
    const reply = await replyTo({ bytes: input, isWhole: true }, Date.now(), () => fake.rt);
    const problems = replyProblems(parsed(input), 0, reply);
    if (problems.length > 0) {
      bad.push(`${n}: ${problems.join(", ")}: ${new TextDecoder().decode(input).slice(0, 300)}`);
    }
    if (reply.includes("updatedToolOutput")) rewritten += 1;
  }
  return { bad, rewritten, failures: failures + failuresOf(fake) };
}

/** Bugs that a handler threw and the door swallowed. */
function failuresOf(fake: Fake): number {
  const path = fake.files.paths().find((name) => name.endsWith("/failures.log"));
  const bytes = path === undefined ? null : fake.files.read(path, 1 << 20);
  return bytes?.ok ? new TextDecoder().decode(bytes.value).split(`"where":"hook/`).length - 1 : 0;
}

/** What the client would have sent; of bytes that are no JSON the event, if it can still be told. */
function parsed(input: Uint8Array): unknown {
  const text = new TextDecoder().decode(input);
  try {
    return JSON.parse(text);
  } catch {
    const name = /"hook_event_name"\s*:\s*"(PreCompact|PostCompact)"/.exec(text)?.[1];
    return name === undefined ? undefined : { hook_event_name: name };
  }
}

describe("generated payloads in this process", () => {
  for (const event of EVENTS) {
    test(`of ${event}: ${GENERATED} of them, 0 bad`, async () => {
      const random = testRandom(`T7 ${event}`);
      const { bad, rewritten, failures } = await feed(
        GENERATED,
        (n) => encode(JSON.stringify(anyPayload(event, random, n % SESSION_CALLS))),
      );
      expect(bad.slice(0, 3)).toEqual([]);
      expect(failures).toBe(0);
      if (event === "PostToolUse") expect(rewritten).toBeGreaterThan(GENERATED / 5);
    }, 300_000);
  }
});

/** A recorded payload with some bytes turned, taken out, put in or doubled. */
function mutated(random: Random): Uint8Array {
  const bytes = [...encode(RECORDED[random.int(RECORDED.length)]?.text ?? "")];
  for (let k = 1 + random.int(4); k > 0; k -= 1) {
    const at = random.int(bytes.length);
    switch (random.int(5)) {
      case 0:
        bytes[at] = random.int(256);
        break;
      case 1:
        bytes.splice(at, 1 + random.int(20));
        break;
      case 2:
        bytes.splice(
          at,
          0,
          ...encode(random.pick(["\0", "\\ud800", "null", "{}", `"x":`, "[[", "1e999", "\u2028"])),
        );
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + random.int(200)));
        break;
      default:
        if (random.int(4) === 0) bytes.length = at;
        else bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    }
  }
  return Uint8Array.from(bytes);
}

test(`recorded payloads with changed bytes in this process: ${MUTATED} of them, 0 bad`, async () => {
  const random = testRandom("T7 bytes");
  const { bad, failures } = await feed(MUTATED, () => mutated(random));
  expect(bad.slice(0, 3)).toEqual([]);
  expect(failures).toBe(0);
}, 300_000);

test(`both kinds through the executable: ${THROUGH_BINARY} of them, 0 bad`, async () => {
  const random = testRandom("T7 executable");
  const home = temporaryFolder();
  const bad: string[] = [];
  for (let n = 0; n < THROUGH_BINARY; n += 4) {
    const inputs = Array.from(
      { length: 4 },
      (_, k) =>
        k === 0
          ? mutated(random)
          : encode(JSON.stringify(anyPayload(random.pick(EVENTS), random, n % SESSION_CALLS))),
    );
    const ran = await Promise.all(
      inputs.map((stdin) => startCkBin(["hook"], { stdin, env: { HOME: home }, cwd: home })),
    );
    ran.forEach(({ code, out }, k) => {
      const problems = replyProblems(parsed(inputs[k] as Uint8Array), code, out);
      if (problems.length > 0) {
        bad.push(`${problems.join(", ")}: ${new TextDecoder().decode(inputs[k]).slice(0, 300)}`);
      }
    });
  }
  expect(bad.slice(0, 3)).toEqual([]);
}, 600_000);
