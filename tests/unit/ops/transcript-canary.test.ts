import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resultsInTranscript } from "../../../src/harness/claude-code/transcript.ts";
import { createRuntime } from "../../../src/runtime.ts";

test("results are found by their exact id, in blocks of user messages only", () => {
  const folder = mkdtempSync(join(tmpdir(), "ck-transcript-"));
  try {
    const file = join(folder, "t.jsonl");
    const line = (content: unknown): string =>
      JSON.stringify({ type: "user", message: { role: "user", content } });
    writeFileSync(
      file,
      [
        line('text that quotes "tool_result" and toolu_1'),
        line([{ type: "tool_use", id: "toolu_1" }]),
        line([{ type: "tool_result", tool_use_id: "toolu_12", content: "other" }]),
        line([{ type: "tool_result", tool_use_id: "toolu_1", content: "first" }]),
        line([{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "last" }] }]),
        '{"torn": "tool_result',
      ].join("\n"),
    );
    const found = resultsInTranscript(createRuntime(), file, new Set(["toolu_1", "toolu_9"]), 1_000_000);
    expect(found).toEqual([{ name: "Read", id: "toolu_1", response: [{ type: "text", text: "last" }] }]);
    expect(resultsInTranscript(createRuntime(), join(folder, "none"), new Set(["toolu_1"]), 1_000)).toEqual(
      [],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
