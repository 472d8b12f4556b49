/** Sessions as sequences of payloads in the recorded shapes: the same for the same number, wherever they are replayed. */
import { FAILURE, largeFile, logText, smallFile } from "./hook-texts.ts";
import { type Random, randomFrom } from "./random.ts";
import { type Payload, recorded } from "./recorded.ts";

const AGENTS = [undefined, undefined, undefined, "abee359b0bef51c01"] as const;

/** A session of some events; the host's results depend on nothing but the number. */
export function sessionEvents(number: number, tools: number, transcript: string): Payload[] {
  const random = randomFrom(number + 1);
  const base = {
    session_id: `0b6c1f0e-5a3d-4c55-9e0e-${String(number).padStart(12, "0")}`,
    transcript_path: transcript,
    cwd: "/home/dev/project",
  };
  const events: Payload[] = [{ ...recorded("SessionStart.startup"), ...base }];
  for (let n = 0; n < tools; n += 1) {
    const agent = random.pick(AGENTS);
    const id = `toolu_${String(number * 100 + n).padStart(24, "0")}`;
    events.push({
      ...toolEvent(random, n),
      ...base,
      ...(agent ? { agent_id: agent, agent_type: "Explore" } : {}),
      tool_use_id: id,
    });
  }
  const compaction = random.pick(["PreCompact.auto", "SessionStart.compact", "PreCompact.manual"]);
  events.splice(2 + random.int(tools - 1), 0, { ...recorded(compaction), ...base });
  events.push({ ...recorded("SessionEnd"), ...base });
  return events;
}

function toolEvent(random: Random, n: number): Payload {
  switch (random.int(7)) {
    case 0: {
      const content = random.int(2) ? smallFile(random.int(2)) : largeFile();
      return read(`/home/dev/project/src/${content.length}.ts`, content);
    }
    case 1:
      return read("/home/dev/project/src/a.ts", smallFile(random.int(2)));
    case 2: {
      const lines = Array.from(
        { length: 400 },
        (_, i) => `src/${"äöüıİß"[i % 6]}/f${i % 7}.ts:${i + 1}:  uses the value ${i}`,
      );
      return bash(`rg value`, lines.join("\n"));
    }
    case 3: {
      const items = Array.from(
        { length: 120 },
        (_, i) => ({ id: i, name: `Größe ${i}`, at: 1.5 * i, state: i === 60 ? "failed" : "ok" }),
      );
      return {
        ...recorded("PostToolUse.mcp.text"),
        tool_response: [{ type: "text", text: JSON.stringify(items) }],
      };
    }
    case 4: {
      const names = Array.from(
        { length: 300 },
        (_, i) => `src/${["İ", "ı", "z", "Z", "é"][i % 5]}/file-${(i * 7919) % 1009}.ts`,
      );
      return {
        ...recorded("PostToolUse.Glob"),
        tool_response: { filenames: names, durationMs: 3, numFiles: 300, truncated: false },
      };
    }
    case 5:
      return bash(
        "npm test",
        `${logText(300)}\nTITLE: ILIK ıIiİ ${FAILURE}\nDone in ${n}.2s at 2026-03-04 05:06:0${n % 10}`,
      );
    default:
      return bash("make", logText(150 + 50 * random.int(3), `w${random.int(2)}`));
  }
}

function bash(command: string, stdout: string): Payload {
  return {
    ...recorded("PostToolUse.Bash"),
    tool_input: { command },
    tool_response: { stdout, stderr: "", interrupted: false },
  };
}

function read(path: string, content: string): Payload {
  const lines = content.split("\n").length;
  const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines };
  return {
    ...recorded("PostToolUse.Read"),
    tool_input: { file_path: path },
    tool_response: { type: "text", file },
  };
}
