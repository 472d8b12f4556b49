/** T15: the same sessions in two places, locales, time zones and orders of files give the same bytes. */
import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startCkBin, temporaryFolder } from "../support/binary.ts";
import { sessionEvents } from "../support/hook-sessions.ts";
import { runs } from "../support/texts.ts";

const SESSIONS = runs(20, 200);
const TOOLS = 5;
const MEMORY_DISK = "/dev/shm";

interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A home on an ordinary disk, and one with everything else, on another file system where there is one. */
function places(): [Place, Place, () => void] {
  const plain = temporaryFolder("ck-a-");
  const odd = existsSync(MEMORY_DISK) ? mkdtempSync(join(MEMORY_DISK, "ck-b ")) : temporaryFolder("ck-b ");
  mkdirSync(join(odd, "home"));
  return [
    { home: plain, env: { LANG: "C", LC_ALL: "C", TZ: "UTC", COLUMNS: "80" } },
    {
      home: join(odd, "home"),
      env: {
        LANG: "tr_TR.UTF-8",
        LC_ALL: "tr_TR.UTF-8",
        TZ: "Pacific/Kiritimati",
        COLUMNS: "200",
        NO_COLOR: "1",
        OTHER: "x",
      },
    },
    () => rmSync(odd, { recursive: true, force: true }),
  ];
}

/** Recall keys depend on the secret, so both places get the same one. */
function giveSecret(home: string, secret: Uint8Array): void {
  const state = join(home, ".context-kernel");
  mkdirSync(state, { mode: 0o700 });
  writeFileSync(join(state, "secret"), secret, { mode: 0o600 });
}

/** Records of all journals of a folder, without times. */
function records(home: string, folder: string): unknown[] {
  const state = join(home, ".context-kernel", folder);
  if (!existsSync(state)) return [];
  return readdirSync(state).sort().filter((name) => name.endsWith(".log")).map((name) =>
    readFileSync(join(state, name), "utf8").split("\n").filter((line) => line !== "").map((line) => {
      const { at: _at, ts: _ts, ...rest } = JSON.parse(
        line.slice(0, line.lastIndexOf("~")),
      );
      return rest;
    })
  );
}

/** Names of parked originals and copies of reads, with their projects. */
function parkedIn(home: string): string[] {
  return [...new Bun.Glob("projects/*/{parked,reads}/*").scanSync({ cwd: join(home, ".context-kernel") })]
    .sort();
}

test(`${SESSIONS} sessions in two places`, async () => {
  const shared = temporaryFolder();
  const [one, two, clean] = places();
  for (const { home } of [one, two]) giveSecret(home, new Uint8Array(32).fill(7));
  const usage = { input_tokens: 150_000, cache_read_input_tokens: 4_000, cache_creation_input_tokens: 10 };
  let compared = 0;
  let rewritten = 0;
  try {
    for (let number = 0; number < SESSIONS; number += 1) {
      const transcript = join(shared, `${number}.jsonl`);
      // Half of the sessions have a context that fills up.
      writeFileSync(
        transcript,
        number % 2
          ? `${JSON.stringify({ type: "assistant", message: { model: "claude-opus-5-5", usage } })}\n`
          : "",
      );
      for (const event of sessionEvents(number, TOOLS, transcript)) {
        const stdin = JSON.stringify(event);
        const [a, b] = await Promise.all(
          [one, two].map(({ home, env }) =>
            startCkBin(["hook"], { stdin, cwd: home, env: { HOME: home, ...env } })
          ),
        );
        const what = `session ${number}, ${event.hook_event_name} ${event.tool_name ?? ""}`;
        expect(b, what).toEqual(a);
        compared += 1;
        if (a?.out.includes("updatedToolOutput")) rewritten += 1;
      }
    }
    expect(records(two.home, "sessions")).toEqual(records(one.home, "sessions"));
    expect(records(two.home, "ledger")).toEqual(records(one.home, "ledger"));
    expect(parkedIn(two.home)).toEqual(parkedIn(one.home));
    expect(parkedIn(one.home).length).toBeGreaterThan(10);
    expect(rewritten).toBeGreaterThan(compared / 4);
    console.log(
      `T15: ${compared} answers and both states are the same in two places, ${rewritten} of them replacements`,
    );
  } finally {
    clean();
  }
}, 600_000);
