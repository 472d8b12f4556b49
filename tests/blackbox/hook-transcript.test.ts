/** A host without PostToolBatch: when a session ends, its transcript says what the model read. */
import { describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { largeFile, logText } from "../support/hook-texts.ts";
import { type Delivered, hookWorld, type World } from "../support/hook-world.ts";

function totals(world: World): [verified: number, pending: number, refused: number] {
  const { session } = JSON.parse(world.run(["status", "--json", "--session", world.sessionId]).out);
  return [session.verified.rows, session.pending.rows, session.refused.rows];
}

/** The transcript gets the result of a call in the client's own form. */
function noted(world: World, { id, text }: Delivered, shown = text): void {
  const line = (type: string, content: unknown) =>
    JSON.stringify({ type, sessionId: world.sessionId, message: { role: type, content } });
  appendFileSync(
    world.transcript,
    `${line("assistant", [{ type: "tool_use", id, name: "Bash", input: {} }])}\n${
      line("user", [{ type: "tool_result", tool_use_id: id, content: shown, is_error: false }])
    }\n`,
  );
}

function shrunk(world: World, n: number): Delivered {
  const done = world.bash(`make target${n}`, logText(400, `w${n}`));
  expect(done.updated).toBeDefined();
  return done;
}

const end = (world: World) => expect(world.event("SessionEnd", { reason: "other" }).document).toEqual({});

describe("at the end of a session what is pending", () => {
  test("is verified when the transcript holds it as it was handed over, in any tool", () => {
    const world = hookWorld();
    noted(world, shrunk(world, 1));
    noted(world, world.read("/p/a.ts", largeFile()));
    noted(world, world.mcp(logText(400), { input: { n: 1 } }));
    expect(totals(world)).toEqual([0, 3, 0]);
    end(world);
    expect(totals(world)).toEqual([3, 0, 0]);
    end(world);
    expect(totals(world)).toEqual([3, 0, 0]);
  });

  test("is refused when the transcript holds another text, and `status` raises the alarm", () => {
    const world = hookWorld();
    noted(world, shrunk(world, 1), logText(400, "w1"));
    noted(world, shrunk(world, 2));
    end(world);
    expect(totals(world)).toEqual([1, 0, 1]);
    const { alarms } = JSON.parse(world.run(["status", "--json"]).out);
    expect(alarms).toEqual([{ session: world.sessionId, refused: 1, degraded: false }]);
  });

  test("stays pending when the transcript does not hold it, or only in another call's words", () => {
    const world = hookWorld();
    const done = shrunk(world, 1);
    noted(world, { ...done, id: `${done.id}0` });
    appendFileSync(
      world.transcript,
      `${JSON.stringify({ type: "user", message: { role: "user", content: `"tool_result" ${done.id}` } })}\n`,
    );
    end(world);
    expect(totals(world)).toEqual([0, 1, 0]);
  });

  test("stays as PostToolBatch settled it", () => {
    const world = hookWorld();
    const done = shrunk(world, 1);
    world.batch([done]);
    noted(world, done, "another text");
    end(world);
    expect(totals(world)).toEqual([1, 0, 0]);
  });

  test("stays pending with CK_CANARY=0", () => {
    const world = hookWorld({ env: { CK_CANARY: "0" } });
    noted(world, shrunk(world, 1));
    end(world);
    expect(totals(world)).toEqual([0, 1, 0]);
  });
});
