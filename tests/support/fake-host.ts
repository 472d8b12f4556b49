/** Events of a host for a hook that runs in this process, on a disk in memory. */
import { replyTo } from "../../src/hook/run.ts";
import type { Fake } from "./fake-runtime.ts";
import type { Payload } from "./recorded.ts";

/** Session and folder of an event. */
export interface Where {
  readonly session: string;
  readonly cwd: string;
}

/** One event in this process; what the hook specifically says. */
export async function send(fake: Fake, where: Where, event: string, more: Payload): Promise<Payload> {
  const payload = {
    session_id: where.session,
    transcript_path: "/home/u/t.jsonl",
    cwd: where.cwd,
    hook_event_name: event,
    ...more,
  };
  const reply = await replyTo(
    { bytes: new TextEncoder().encode(JSON.stringify(payload)), isWhole: true },
    Date.now(),
    () => fake.rt,
  );
  return reply === "" ? {} : JSON.parse(reply).hookSpecificOutput ?? {};
}

/** The replacement of a Bash output, or null when it passes. */
export async function bash(
  fake: Fake,
  where: Where,
  id: string,
  stdout: string,
  command = id,
): Promise<string | null> {
  const { updatedToolOutput } = await send(fake, where, "PostToolUse", {
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command },
    tool_response: { stdout, stderr: "", interrupted: false },
  });
  return updatedToolOutput === undefined ? null : String((updatedToolOutput as Payload).stdout);
}

/** The host shows a result as the model will read it. */
export async function show(fake: Fake, where: Where, id: string, text: string): Promise<void> {
  await send(fake, where, "PostToolBatch", {
    tool_calls: [{ tool_name: "Bash", tool_use_id: id, tool_input: {}, tool_response: text }],
  });
}
