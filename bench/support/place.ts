/** A throw-away home, project and session for one run of the program. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment } from "../../tests/support/binary.ts";
import type { EventPlace } from "./events.ts";

export interface RunPlace extends EventPlace {
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

let made = 0;

/** Makes a place that no other run has used: empty state, new session, new transcript. */
export function runPlace(): RunPlace {
  made += 1;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ck-bench-")));
  const home = join(folder, "home");
  const project = join(folder, "project");
  const sessionId = `0b6c1f0e-5a3d-4c55-9e0e-${String(made).padStart(12, "0")}`;
  const transcripts = join(home, ".claude", "projects", "-home-dev-project");
  mkdirSync(transcripts, { recursive: true });
  mkdirSync(join(project, ".git"), { recursive: true });
  const transcriptPath = join(transcripts, `${sessionId}.jsonl`);
  writeFileSync(transcriptPath, "");
  return {
    folder,
    home,
    project,
    sessionId,
    transcriptPath,
    env: cleanEnvironment(home, { CK_HOME: join(folder, "state"), CLAUDE_PROJECT_DIR: project }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
