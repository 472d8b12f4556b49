import { beforeEach, describe, expect, test } from "bun:test";
import { tryProfile } from "../../../src/normalize/profiles/try-profile.ts";
import { run as accept } from "../../../src/ops/accept-profile.ts";
import type { CommandContext } from "../../../src/ops/command.ts";
import { describeProfiles, loadAcceptedProfiles } from "../../../src/ops/user-profiles.ts";
import { openState, type State } from "../../../src/store/state.ts";
import { type Fake, fakeRuntime } from "../../support/fake-runtime.ts";

const ROOT = "/home/u/.context-kernel";

function profileText(name: string, extra: Record<string, unknown> = {}): string {
  return JSON.stringify({
    name,
    commands: [name],
    shape: ["^step \\d{1,9} "],
    keep: ["^step \\d{1,9} important"],
    noise: [],
    examples: [{ input: "step 1 important\nstep 2 dull\nstep 3 dull\n", must_survive: ["step 1 important"] }],
    ...extra,
  });
}

let fake: Fake;
let state: State;

beforeEach(() => {
  fake = fakeRuntime();
  const opened = openState(fake.rt);
  if (!opened.ok) throw new Error(opened.error.message);
  state = opened.value;
  fake.rt.files.makeFolder(`${ROOT}/profiles`);
});

function write(file: string, text: string): void {
  fake.rt.files.remove(`${ROOT}/profiles/${file}`);
  fake.rt.files.create(`${ROOT}/profiles/${file}`, new TextEncoder().encode(text));
}

async function acceptNamed(name: string): Promise<{ readonly code: number; readonly said: string }> {
  let said = "";
  const say = (text: string): void => {
    said += text;
  };
  const context = {
    args: { positionals: [], text: () => name, integer: () => undefined, has: () => true },
    runtime: fake.rt,
    terminal: { out: say, err: say, color: false },
  } as unknown as CommandContext;
  return { code: await accept(context), said };
}

const statuses = (): Record<string, string> =>
  Object.fromEntries(describeProfiles(fake.rt, ROOT, tryProfile).map((row) => [row.name, row.status]));

describe("profiles in the state root", () => {
  test("none is loaded before it was accepted", async () => {
    write("my-tool.json", profileText("my-tool"));
    expect(statuses()).toEqual({ "my-tool": "new" });
    expect(loadAcceptedProfiles(state)).toEqual([]);
    expect((await acceptNamed("my-tool")).code).toBe(0);
    expect(statuses()).toEqual({ "my-tool": "accepted" });
    expect(loadAcceptedProfiles(state).map((profile) => profile.id)).toEqual(["my-tool"]);
  });

  test("a changed file waits for the next acceptance", async () => {
    write("my-tool.json", profileText("my-tool"));
    await acceptNamed("my-tool");
    write("my-tool.json", profileText("my-tool", { noise: ["^step 9 "] }));
    expect(statuses()).toEqual({ "my-tool": "changed" });
    expect(loadAcceptedProfiles(state)).toEqual([]);
    await acceptNamed("my-tool");
    expect(loadAcceptedProfiles(state)).toHaveLength(1);
  });

  test("one whose example fails is not accepted, and says why", async () => {
    write("my-tool.json", profileText("my-tool", { shape: ["^other$"] }));
    const { code, said } = await acceptNamed("my-tool");
    expect(code).toBe(1);
    expect(said).toContain("not chosen");
    expect(statuses()).toEqual({ "my-tool": "refused" });
    expect(loadAcceptedProfiles(state)).toEqual([]);
  });

  test.each(["../my-tool", "/etc/passwd", "My Tool", ""])("the name %p reaches no file", async (name) => {
    expect((await acceptNamed(name)).code).toBe(1);
  });

  test("another name inside the file is refused", async () => {
    write("my-tool.json", profileText("your-tool"));
    expect((await acceptNamed("my-tool")).said).toContain("your-tool");
  });

  test("without accepted.json nothing else is looked at", () => {
    let looks = 0;
    const files = {
      ...fake.rt.files,
      stat: (path: string) => {
        looks += 1;
        return fake.rt.files.stat(path);
      },
      list: () => {
        throw new Error("listed");
      },
      read: () => {
        throw new Error("read");
      },
    };
    expect(loadAcceptedProfiles({ ...state, rt: { ...fake.rt, files } })).toEqual([]);
    expect(looks).toBe(1);
  });
});
