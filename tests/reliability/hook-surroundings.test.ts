/**
 * T11: poor surroundings are normal ones. Every kind of home with every kind
 * of descriptors, stdout, stderr and stdin: the host is never broken, and
 * nothing is hidden that was not parked.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ckBin, temporaryFolder, TESTED } from "../support/binary.ts";
import { replyProblems } from "../support/hook-replies.ts";
import { FAILURE, keysIn, logText } from "../support/hook-texts.ts";
import { CAN_MOUNT, type Home, poorHomes } from "../support/poor-homes.ts";
import { type Payload, recorded } from "../support/recorded.ts";
import { IS_LONG } from "../support/random.ts";

const isLinux = process.platform === "linux";
const root = temporaryFolder("ck-poor-");
const LOG = logText(900);
/** Repeats that can be counted without hiding anything, so that a lossless answer is seen as well. */
const REPEATED = `${"waiting for the service\n".repeat(600)}${FAILURE}`;
const { homes: HOMES, folder, mount, place, unmount } = poorHomes(root);

afterAll(unmount);

const DESCRIPTORS = { "all descriptors": "", "16 descriptors": "ulimit -n 16;" };
const OUT = { "a pipe for stdout": "", "a full stdout": ">/dev/full", "a closed stdout": ">&-" };
const ERR = { "a pipe for stderr": "", "a closed stderr": "2>&-" };
const IN = { "a payload on stdin": `<"$PAYLOAD"`, "a closed stdin": "<&-", "a folder on stdin": "</" };

function bash(stdout: string): Payload {
  return {
    ...recorded("PostToolUse.Bash"),
    cwd: root,
    tool_response: { stdout, stderr: "", interrupted: false },
  };
}

const PAYLOADS: Readonly<Record<string, Payload>> = {
  log: bash(LOG),
  repeated: bash(REPEATED),
  compact: recorded("PreCompact.auto"),
  start: { ...recorded("SessionStart.startup"), cwd: root },
};
for (const [name, payload] of Object.entries(PAYLOADS)) {
  writeFileSync(join(root, `${name}.json`), JSON.stringify(payload));
}

function run(home: string | null, payload: string, shell: string): { code: number; out: string } {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    CK: TESTED,
    PAYLOAD: join(root, `${payload}.json`),
  };
  if (home !== null) env.HOME = home;
  const child = Bun.spawnSync(["bash", "-c", shell], {
    cwd: root,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 30_000,
  });
  return { code: child.exitCode ?? -1, out: child.stdout.toString() };
}

/** Homes that every kind of stdin is tried with, in every share. */
const ALWAYS = ["a good home", "no HOME"];
let combinations = 0;

for (const home of HOMES) {
  describe.skipIf(!isLinux || (home.needsMount === true && !CAN_MOUNT))(home.name, () => {
    for (const [descriptors, limit] of Object.entries(DESCRIPTORS)) {
      for (const [stdout, to] of Object.entries(OUT)) {
        test(`with ${descriptors} and ${stdout}`, () => {
          for (const [stderr, errors] of Object.entries(ERR)) {
            for (const [stdin, from] of Object.entries(IN)) {
              // Without a payload no home is looked at: the normal share tries two of them.
              if (!IS_LONG && !stdin.startsWith("a payload") && !ALWAYS.includes(home.name)) continue;
              combinations += 1;
              const path = home.path();
              const name = stdin.startsWith("a payload")
                ? ["log", "repeated", "compact"][combinations % 3] ?? "log"
                : "log";
              const { code, out } = run(path, name, `${limit} exec "$CK" hook ${from} ${to} ${errors}`);
              const payload = stdin.startsWith("a payload") ? PAYLOADS[name] : undefined;
              const where = `${stderr}, ${stdin}`;
              if (to === "") expect(replyProblems(payload, code, out), where).toEqual([]);
              else expect({ code, out }, where).toEqual({ code: 0, out: "" });
              checkElision(home, path, out);
            }
          }
        });
      }
    }
  });
}

describe.skipIf(!isLinux)("what is said and done follows from whether the home can hold a state", () => {
  test.each(HOMES.filter(({ needsMount }) => needsMount !== true))("$name", ({ path, parks }) => {
    const log = run(path(), "log", `exec "$CK" hook <"$PAYLOAD"`);
    expect(keysIn(log.out).length > 0).toBe(parks);
    // Who shrinks nothing must not tell the model that outputs arrive shrunk.
    const start = run(path(), "start", `exec "$CK" hook <"$PAYLOAD"`);
    if (parks) expect(start.out).toContain("arrive shrunk");
    else expect(start.out).toBe("{}\n");
  });
});

/** Where parking failed nothing is hidden; where it did not, the original is there. */
function checkElision(home: Home, path: string | null, out: string): void {
  const keys = keysIn(out);
  if (!home.parks) {
    expect(keys).toEqual([]);
    expect(out).not.toContain("[context-kernel: elided");
    return;
  }
  for (const key of keys) {
    const recalled = ckBin(["recall", key, "--all"], { cwd: root, env: { HOME: path ?? undefined } });
    expect(recalled.out).toBe(LOG);
  }
}

describe.skipIf(process.platform === "win32")("whoever reads stdout", () => {
  // Declarations all stay, so that the reply is far longer than the buffer of a pipe.
  const lines = Array.from(
    { length: 12_000 },
    (_, i) => i % 3 ? `  call_${i * 7919}(${i});` : `export function name${i * 31}of${i * 7919}(a: number) {`,
  );
  const file = {
    filePath: "/p/a.ts",
    content: lines.join("\n"),
    numLines: 12_000,
    startLine: 1,
    totalLines: 12_000,
  };
  const read = { ...recorded("PostToolUse.Read"), tool_response: { type: "text", file } };
  writeFileSync(join(root, "read.json"), JSON.stringify(read));

  test("gets the whole reply, however long it is and however slowly it is read", () => {
    const { out } = run(folder("good"), "read", `"$CK" hook <"$PAYLOAD" | (sleep 1; cat)`);
    expect(out.length).toBeGreaterThan(2 * 65_536);
    expect(replyProblems(read, 0, out)).toEqual([]);
  });

  test("may go away in the middle, or before", () => {
    for (const reader of ["head -c 9 >/dev/null", "true"]) {
      const { out } = run(
        folder("good"),
        "read",
        `"$CK" hook <"$PAYLOAD" | ${reader}; echo "\${PIPESTATUS[0]}"`,
      );
      expect(out).toBe("0\n");
    }
  });
});

describe("the matrix", () => {
  test("has all its cells, and shrinks where it can", () => {
    const homes = HOMES.filter((home) => isLinux && (CAN_MOUNT || home.needsMount !== true)).length;
    expect(combinations).toBe(2 * 3 * 2 * (IS_LONG ? homes * 3 : homes + ALWAYS.length * 2));
    console.log(`T11: ${combinations} combinations, 0 bad; ${HOMES.length - homes} kinds of home skipped`);
    const { out } = run(folder("good"), "log", `exec "$CK" hook <"$PAYLOAD"`);
    expect(keysIn(out).length).toBe(1);
  });

  test("lossless operators work without any home", () => {
    const { out } = run(null, "repeated", `exec "$CK" hook <"$PAYLOAD"`);
    expect(out).toContain("[x 600]");
    expect(out).toContain(FAILURE);
    expect(keysIn(out)).toEqual([]);
  });

  test.skipIf(!isLinux || !CAN_MOUNT)(
    "control: a parking that does not look whether it could write would have hidden something",
    () => {
      const path = mount(place("control"), "size=64k");
      writeFileSync(join(path, "ballast"), new Uint8Array(60 * 1024));
      const naive = Bun.spawnSync([
        "sh",
        "-c",
        `cat > "${path}/parked" 2>/dev/null; echo "[context-kernel: elided lines 1-900]"`,
      ], {
        stdin: new TextEncoder().encode(LOG),
      });
      expect(naive.stdout.toString()).toContain("elided");
      expect(existsSync(join(path, "parked"))).toBe(true);
      expect(Bun.file(join(path, "parked")).size).toBeLessThan(LOG.length);
    },
  );

  test("nothing was written beside the homes", () => {
    const known = /^(good|missing|file|linked|target|filed|read-only|full|inodes|control)-\d+$|\.json$/;
    expect(readdirSync(root).filter((name) => !known.test(name))).toEqual([]);
  });
});
