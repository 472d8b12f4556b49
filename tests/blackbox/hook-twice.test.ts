/** The same hook registered twice, as a plugin and in the settings: both see the host's original, the last one wins. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { logText, smallFile } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";

const FILE = "/home/dev/project/src/a.ts";
const SMALL = smallFile(1);
const LARGE = logText(400);

/** Both answers to one call, one process after the other. */
function twice(run: (id: string) => Delivered): [Delivered, Delivered] {
  const id = `toolu_twice_${twice.count += 1}`;
  return [run(id), run(id)];
}
twice.count = 0;

function session(world: World) {
  return JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out).session;
}

describe("two registrations", () => {
  test("give the same bytes for every kind of answer, one after the other", () => {
    const world = hookWorld();
    const changed = SMALL.replace("answer = 1", "answer = 2");
    const steps: readonly ((id: string) => Delivered)[] = [
      (id) => world.read(FILE, SMALL, { id }),
      (id) => world.read(FILE, SMALL, { id }),
      (id) => world.read(FILE, SMALL, { id }),
      (id) => world.read(FILE, changed, { id }),
      (id) => world.read("/p/log.txt", LARGE, { id }),
      (id) => world.read("/p/log.txt", LARGE, { id }),
      (id) => world.read("/p/log.txt", LARGE, { id }),
      (id) => world.bash("npm test", LARGE, { id }),
      (id) => world.bash("npm test", LARGE, { id }),
      (id) => world.bash("npm test", LARGE, { id }),
      (id) => world.mcp([{ type: "text", text: LARGE }], { id }),
      (id) => world.read(FILE, "short now", { id }),
    ];
    const kinds = steps.map((step) => {
      const [one, two] = twice(step);
      expect(two.ran.out).toBe(one.ran.out);
      world.batch([two]);
      return one.updated === undefined ? "full" : "rewritten";
    });
    expect(kinds).toEqual([
      "full",
      "rewritten",
      "full",
      "rewritten",
      "rewritten",
      "full",
      "rewritten",
      "rewritten",
      "full",
      "rewritten",
      "rewritten",
      "full",
    ]);
  });

  test("count once: rows, page faults, and both words of the host", () => {
    const world = hookWorld();
    const [one] = twice((id) => world.bash("npm test", LARGE, { id }));
    twice((id) => world.bash("npm test", LARGE, { id }));
    expect(session(world)).toMatchObject({
      pending: { rows: 1 },
      faults: { count: 1, byKind: { recmd: 1 } },
    });
    world.batch([one]);
    world.batch([one]);
    expect(session(world)).toMatchObject({
      verified: { rows: 1 },
      pending: { rows: 0 },
      refused: { rows: 0 },
    });
  });

  test("park one original", () => {
    const world = hookWorld();
    twice((id) => world.bash("npm test", LARGE, { id }));
    expect([...new Bun.Glob("projects/*/parked/*").scanSync({ cwd: world.state })].length).toBe(1);
  });

  test("degrade after three refused calls, not after two, and try again at the same call", () => {
    const world = hookWorld({ env: { CK_CANARY_PROBE_K: "3" } });
    for (let n = 0; n < 3; n += 1) {
      const [one, two] = twice((id) => world.bash(`make ${n}`, LARGE, { id }));
      expect(one.updated).toBeDefined();
      world.batch([two], "the original");
      world.batch([two], "the original");
    }
    const tried = Array.from({ length: 6 }, (_, n) => {
      const [one, two] = twice((id) => world.bash(`make again ${n}`, LARGE, { id }));
      expect(two.ran.out).toBe(one.ran.out);
      return one.updated !== undefined;
    });
    expect(tried).toEqual([false, false, true, false, false, true]);
  });

  test("give the same bytes when they run at the same time", async () => {
    const world = hookWorld();
    world.read(FILE, SMALL);
    for (let round = 0; round < 5; round += 1) {
      const payload = JSON.stringify({
        session_id: world.sessionId,
        transcript_path: world.transcript,
        cwd: world.project,
        hook_event_name: "PostToolUse",
        tool_name: round % 2 ? "Read" : "Bash",
        tool_use_id: `toolu_parallel_${round}`,
        tool_input: round % 2 ? { file_path: FILE } : { command: `make ${round}` },
        tool_response: round % 2
          ? {
            type: "text",
            file: { filePath: FILE, content: SMALL, numLines: 27, startLine: 1, totalLines: 27 },
          }
          : { stdout: LARGE, stderr: "", interrupted: false },
      });
      const [one, two] = await Promise.all([world.start(payload), world.start(payload)]);
      expect(one.out).toBe(two.out);
      expect(one.code + two.code).toBe(0);
    }
  });

  test("leave no temporary file behind", () => {
    const world = hookWorld();
    twice((id) => world.read(FILE, SMALL, { id }));
    twice((id) => world.bash("npm test", LARGE, { id }));
    const files = readdirSync(world.state, { recursive: true }).map(String).filter((name) =>
      statSync(join(world.state, name)).isFile()
    );
    expect(files.filter((name) => name.includes(".tmp-"))).toEqual([]);
    expect(files.every((name) => readFileSync(join(world.state, name)).length > 0)).toBe(true);
  });
});
