import { describe, expect, test } from "bun:test";
import {
  HANDLED_EVENTS,
  hookRows,
  permissionRule,
  ruleProgram,
  statusLineEntry,
  statusLineProgram,
} from "../../../src/harness/claude-code/entries.ts";
import { type InstallWishes, planInstall, planUninstall } from "../../../src/harness/claude-code/install.ts";
import { oursByName } from "../../../src/harness/claude-code/ownership.ts";
import { parkedHint } from "../../../src/marker/grammar.ts";
import { survey } from "../../../src/harness/claude-code/survey.ts";
import { IS_LONG, testRandom } from "../../support/random.ts";
import { anySettings } from "../../support/settings-texts.ts";

const PROGRAM = "/opt/ck/ck-bin";
const WISHES: InstallWishes = {
  program: PROGRAM,
  hooks: hookRows(HANDLED_EVENTS),
  statusLine: "keep",
  permission: true,
};
const RUNS = IS_LONG ? 5_000 : 200;

function planned(text: string | null, wishes: Partial<InstallWishes> = {}) {
  const plan = planInstall(text, { ...WISHES, ...wishes });
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

function taken(text: string, statusLine?: unknown) {
  const plan = planUninstall(text, statusLine);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

const ours = (program: string) => ({ type: "command", command: program, args: ["hook"], timeout: 30 });

describe("planInstall()", () => {
  test("writes exec-form entries with timeouts, and a matcher only for tools", () => {
    const { text, changed } = planned(null);
    const { hooks, statusLine, permissions } = JSON.parse(text);
    expect(changed).toBe(true);
    expect(Object.keys(hooks)).toEqual([...HANDLED_EVENTS]);
    expect(hooks.PostToolUse).toEqual([{
      matcher: "^(Bash|Read|Grep|Glob|WebFetch|mcp__.*)$",
      hooks: [ours(PROGRAM)],
    }]);
    expect(hooks.SessionEnd).toEqual([{ hooks: [ours(PROGRAM)] }]);
    expect(statusLine).toEqual({ type: "command", command: `${PROGRAM} status --statusline` });
    expect(permissions).toEqual({ allow: [`Bash(${PROGRAM} recall:*)`] });
  });

  test("the second time there is nothing to do", () => {
    const { text } = planned('{"a": 1}');
    expect(planned(text)).toMatchObject({
      text,
      changed: false,
      hooks: "present",
      statusLine: "present",
      permission: "present",
    });
  });

  test("entries of an older place are renewed where they stand", () => {
    const before = planned(
      '{\n  "hooks": {\n    "PostToolUse": [\n      {"hooks": [{"type": "command", "command": "x"}]}\n    ]\n  }\n}\n',
      {
        program: "/old/ck-bin",
      },
    ).text;
    const after = planned(before);
    expect(after).toMatchObject({ hooks: "renewed", statusLine: "renewed", permission: "renewed" });
    expect(after.text).toBe(before.replaceAll("/old/ck-bin", PROGRAM));
  });

  test.each(["C:\\Program Files\\ck\\ck-bin.exe", "/home/o'neil/my tools/ck-bin", "/srv/ck-bin-linux-x64"])(
    "a program at %p is named, recognised and renewed",
    (program) => {
      const { text } = planned(null, { program });
      const { hooks, permissions, statusLine } = JSON.parse(text);
      expect(hooks.PostToolUse[0].hooks[0].command).toBe(program);
      expect(permissions.allow).toEqual([permissionRule(program)]);
      expect(statusLineProgram(statusLine, oursByName)).toBe(program);
      expect(planned(text).text).toBe(planned(null).text);
      expect(taken(text)).toMatchObject({ text: "{}\n", empty: true });
    },
  );

  test("the permission names the program in the words of the footer's hint", () => {
    for (
      const program of [
        "/opt/ck-bin",
        "/opt/my tools/ck-bin",
        "/opt/tools (x)/ck-bin",
        "C:\\Program Files\\ck-bin.exe",
        "C:\\tools\\ck-bin.exe",
        '/opt/a "b" $HOME `x`/ck-bin',
      ]
    ) {
      const words =
        parkedHint(program, "0123456789", "24h").slice("[parked 24h: ".length + 1).split(" 0123456789")[0];
      expect(permissionRule(program)).toBe(`Bash(${words}:*)`);
      expect(ruleProgram(permissionRule(program), oursByName)).toBe(program);
    }
  });

  test("a shell reads the status line's program back", () => {
    for (const program of ["/plain/ck-bin", "/home/o'neil/my tools/$x `y`/ck-bin"]) {
      const { command } = statusLineEntry(program);
      const shell = Bun.spawnSync([
        "sh",
        "-c",
        `printf %s ${String(command).replace(" status --statusline", "")}`,
      ]);
      expect(shell.stdout.toString()).toBe(program);
    }
  });

  test("a foreign status line stays unless it is to be replaced", () => {
    const text = '{"statusLine": {"type": "command", "command": "mine"}}';
    expect(planned(text)).toMatchObject({ statusLine: "foreign" });
    expect(JSON.parse(planned(text).text).statusLine.command).toBe("mine");
    const replaced = planned(text, { statusLine: "replace" });
    expect(replaced.statusLine).toBe("replaced");
    expect(JSON.parse(replaced.text).statusLine.command).toContain("status --statusline");
  });

  test("padding that a person gave to our status line stays", () => {
    const text = planned(null, { program: "/old/ck-bin" }).text.replace(
      '"type": "command",\n    "command": "/old/ck-bin status',
      '"padding": 3,\n    "type": "command",\n    "command": "/old/ck-bin status',
    );
    expect(JSON.parse(planned(text).text).statusLine).toMatchObject({
      padding: 3,
      command: `${PROGRAM} status --statusline`,
    });
  });

  test("without the permission there is no rule, and an older one of ours goes", () => {
    expect(planned(null, { permission: false }).text).not.toContain("permissions");
    const after = planned(planned('{"permissions": {"allow": ["Read"]}}').text, { permission: false });
    expect(JSON.parse(after.text).permissions).toEqual({ allow: ["Read"] });
    expect(after.permission).toBe("removed");
  });

  test("doubled entries of ours become one; others in the same group stay", () => {
    const foreign = { type: "command", command: "x" };
    const hooks = {
      PostToolUse: [{ matcher: "Bash", hooks: [foreign, ours("/a/ck-bin")] }, { hooks: [ours("/b/ck-bin")] }],
    };
    const after = JSON.parse(planned(JSON.stringify({ hooks })).text).hooks.PostToolUse;
    expect(after).toEqual([{ matcher: "Bash", hooks: [foreign] }, {
      matcher: expect.any(String),
      hooks: [ours(PROGRAM)],
    }]);
  });

  test("a hook of ours for an event that is no longer answered goes", () => {
    const text = JSON.stringify({ hooks: { Notification: [{ hooks: [ours("/a/ck-bin")] }] } });
    expect(JSON.parse(planned(text).text).hooks.Notification).toBeUndefined();
  });

  test("programs of others are never taken for ours", () => {
    const others = ["/usr/bin/check-bin", "/opt/ck-bin/other", "/opt/ck-binary", "ck"];
    const hooks = {
      Stop: others.map((command) => ({ hooks: [{ type: "command", command, args: ["hook"] }] })),
    };
    const shell = { PostToolUse: [{ hooks: [{ type: "command", command: "/opt/ck-bin" }] }] };
    const text = JSON.stringify({ hooks: { ...hooks, ...shell } });
    expect(taken(text).changed).toBe(false);
  });

  test.each([
    ['{"hooks": []}', "hooks is not an object"],
    ['{"hooks": {"Stop": {}}}', "hooks.Stop is not a list"],
    ['{"permissions": {"allow": "Read"}}', "permissions.allow is not a list"],
    ['{"permissions": 1}', "permissions is not an object"],
    ['{"hooks": {}, "hooks": {}}', 'the name "hooks" stands there twice'],
    ['{"a": 1,,}', "line 1 does not parse as JSON"],
  ])("refuses %p", (text, says) => {
    const plan = planInstall(text, WISHES);
    expect(plan.ok).toBe(false);
    if (!plan.ok) expect(plan.error).toMatchObject({ code: "foreign", message: says });
  });
});

describe("laws over generated settings", () => {
  const random = testRandom("install");
  for (const withComments of [false, true]) {
    test(`install keeps everything of others, uninstall takes only ours (${withComments ? "with" : "without"} comments)`, () => {
      let same = 0;
      for (let i = 0; i < RUNS; i += 1) {
        const { text, value, comments } = anySettings(random, withComments);
        // A comment inside a status line that is replaced goes with it.
        const statusLine = withComments ? "keep" : random.pick(["keep", "replace"] as const);
        const wishes = { statusLine, permission: random.int(3) > 0 };
        const plan = planned(text, wishes);
        expect(planned(plan.text, wishes).changed).toBe(false);
        for (const comment of comments) expect(plan.text).toContain(comment);
        expect(foreignPart(plan.text)).toEqual(foreignPart(text));
        const lineEnds = (of: string) => [of.includes("\r\n"), /[^\r]\n/.test(of)];
        if (text.includes("\n")) expect(lineEnds(plan.text)).toEqual(lineEnds(text));
        const back = taken(plan.text, value.statusLine);
        for (const comment of comments) expect(back.text).toContain(comment);
        if (back.text === text) same += 1;
        else expect(foreignPart(back.text)).toEqual(foreignPart(text));
      }
      // The rest had empty lists or objects that went with our entries.
      expect(same).toBeGreaterThan(RUNS / 2);
    });
  }
});

/** What a settings text holds besides us: values, without emptied containers. */
function foreignPart(text: string): unknown {
  const plan = taken(text);
  const found = survey(plan.text);
  expect(found?.hooks).toEqual({});
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).map(([name, item]) => [name, strip(item)] as const);
    return Object.fromEntries(
      kept.filter(([, item]) => JSON.stringify(item) !== "{}" && JSON.stringify(item) !== "[]"),
    );
  };
  const { statusLine: _, ...rest } = Bun.JSON5.parse(plan.text.replace(/^\ufeff/, "")) as Record<
    string,
    unknown
  >;
  return strip(rest);
}
