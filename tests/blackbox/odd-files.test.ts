/** Settings and version files as people and accidents leave them: each message says what, where and what next. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ckBin, cleanEnvironment, type Ran, temporaryFolder, TESTED } from "../support/binary.ts";

const SETTINGS = "settings.json";
const isRoot = process.getuid?.() === 0;

/** A state folder in which one thing is odd. */
function place(
  odd: (path: (name: string) => string) => void,
): { state: string; run: (...args: string[]) => Ran } {
  const home = temporaryFolder("ck-odd-");
  const state = join(home, "state");
  const run = (...args: string[]) => ckBin(args, { env: { HOME: home, CK_HOME: state }, cwd: home });
  expect(run("status").code).toBe(0);
  odd((name) => join(state, name));
  return { state, run };
}

const put = (name: string, text: string | Uint8Array) => (path: (name: string) => string) => {
  writeFileSync(path(name), text);
};

describe("a settings file", () => {
  const HEAD = '{"CK_HEAD": 60}';
  const FINE: readonly (readonly [what: string, text: string])[] = [
    ["with a byte order mark", `\ufeff${HEAD}`],
    ["with CRLF", HEAD.replace(" ", "\r\n") + "\r\n"],
    ["with blanks around", `\n\t ${HEAD}\n\n`],
    ["whose value is a text", '{"CK_HEAD": "60"}'],
  ];
  test.each(FINE)("%s is read", (_what, text) => {
    const at = place(put(SETTINGS, text));
    expect(at.run("settings").out).toContain("CK_HEAD = 60 (settings.json");
    expect(at.run("settings").out).not.toContain("problem:");
  });

  const ODD: readonly (readonly [what: string, text: string | Uint8Array, says: RegExp, head?: number])[] = [
    ["of no bytes", "", /it is empty; write/],
    ["that is cut", '{"CK_HEAD": 6', /it is no JSON; write/],
    ["with comments", '// mine\n{"CK_HEAD": 60}', /take the comments out/],
    ["with a comma too much", '{"CK_HEAD": 60,}', /take the comma before a closing bracket out/],
    ["in UTF-16", Buffer.from(HEAD, "utf16le"), /it is not UTF-8; save it as UTF-8/],
    ["that is a list", "[1]", /it holds no JSON object; write/],
    [
      "with an unknown name",
      '{"CK_HAED": 60}',
      /"CK_HAED" is no setting; `ck-bin settings` lists their names/,
    ],
    [
      "with a wrong type",
      '{"CK_HEAD": []}',
      /CK_HEAD: expected a whole number from \d+ to \d+; what settings\.json says is ignored/,
    ],
    [
      "with a name twice",
      '{"CK_HEAD": 50, "CK_HEAD": 60}',
      /CK_HEAD stands there twice; the last one holds/,
      60,
    ],
    ["with a colour that is none", '{"CK_STATUSLINE_BRAND": "purple"}', /expected one of red, green/],
    [
      "with a tool that is none",
      '{"CK_TOOLS": ["bash"]}',
      /CK_TOOLS: "bash" stands for nothing here \(known: Bash/,
    ],
    ["with the folder of the state", '{"CK_HOME": "/x"}', /CK_HOME can be set in the environment only/],
  ];
  test.each(ODD)(
    "%s is reported by `settings` and `doctor`, and nothing fails",
    (_what, text, says, head = 45) => {
      const at = place(put(SETTINGS, text));
      const { code, out } = at.run("settings");
      expect(code).toBe(0);
      expect(out).toMatch(says);
      expect(out.match(/^problem: /gm)).toHaveLength(1);
      expect(out).toContain(`CK_HEAD = ${head} `);
      const doctor = at.run("doctor").out;
      expect(doctor).toMatch(says);
      expect(doctor).toContain(`-> mend ${at.state}/settings.json`);
      expect(JSON.parse(at.run("settings", "--json").out).problems).toHaveLength(1);
      expect(at.run("status").code).toBe(0);
    },
  );

  const PLACES: readonly (readonly [what: string, odd: Parameters<typeof place>[0], says: string])[] = [
    ["that is a folder", (path) => mkdirSync(path(SETTINGS)), "is no regular file"],
    [
      "that is a link",
      (path) => symlinkSync("/etc/hostname", path(SETTINGS)),
      "is a link, which is never followed",
    ],
    ["of two megabytes", put(SETTINGS, " ".repeat(2_000_000)), "is larger than 1048576 bytes"],
    ...isRoot ? [] : [
      ["that may not be read", (path: (name: string) => string) => {
        writeFileSync(path(SETTINGS), HEAD);
        chmodSync(path(SETTINGS), 0);
      }, "may not be opened (permission denied)"] as const,
    ],
  ];
  test.each(PLACES)("%s is named with its path", (_what, odd, says) => {
    const at = place(odd);
    expect(at.run("settings").out).toContain(`settings.json is ignored: ${at.state}/settings.json ${says}`);
  });

  test("what the environment says wrongly is told apart from what the file says", () => {
    const at = place(put(SETTINGS, '{"CK_HEAD": 60}'));
    const { out } = ckBin(["settings"], {
      env: { CK_HOME: at.state, CK_HEAD: "many", HOME: dirname(at.state) },
    });
    expect(out).toContain("CK_HEAD = 60 (settings.json");
    expect(out).toMatch(/problem: CK_HEAD: .*; what the environment says is ignored/);
  });
});

describe("a version file", () => {
  test.each([["1\n"], ["1\r\n"], ["\ufeff1\n"], ["1 \n\n"]])(
    "%j is the layout that this build knows",
    (text) => {
      expect(place(put("version", text)).run("status").code).toBe(0);
    },
  );

  const ODD:
    readonly (readonly [what: string, odd: Parameters<typeof place>[0], says: string, next: string])[] = [
      [
        "of a newer build",
        put("version", "7\n"),
        "says layout 7; this build knows layout 1",
        "Upgrade this ck-bin",
      ],
      ["of letters", put("version", "one\n"), "holds no layout number", "mend it: echo 1 > "],
      ["that is cut", put("version", "1"), "holds no layout number", "mend it: echo 1 > "],
      [
        "that is a folder",
        (path) => {
          rmSync(path("version"));
          mkdirSync(path("version"));
        },
        "is no regular file",
        "Move ",
      ],
      [
        "that is a link",
        (path) => {
          rmSync(path("version"));
          symlinkSync("/etc/hostname", path("version"));
        },
        "is a link, which is never followed",
        "Move ",
      ],
      ...isRoot ? [] : [
        [
          "that may not be read",
          (path: (name: string) => string) => chmodSync(path("version"), 0),
          "may not be opened (permission denied)",
          "chmod u+rwX",
        ] as const,
      ],
    ];
  test.each(ODD)("%s is named, with the next step; the hook passes", (_what, odd, says, next) => {
    const at = place(odd);
    for (const command of ["status", "gc", "recall"]) {
      const { code, out, err } = at.run(command);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain(`ck-bin: ${at.state}/version ${says}`);
      expect(err).toContain(next);
    }
    const doctor = at.run("doctor");
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/\[ko\] +state/);
    expect(doctor.out).toContain(says);
    expect(doctor.out).toContain(next);
    const hook = ckBin(["hook"], { env: { CK_HOME: at.state }, stdin: '{"hook_event_name":"SessionEnd"}' });
    expect(hook).toMatchObject({ code: 0, out: "{}\n" });
  });

  test("the command that mends it does", () => {
    const at = place(put("version", "one"));
    const next = /mend it: (.*); else/.exec(at.run("status").err)?.[1] ?? "";
    expect(Bun.spawnSync(["sh", "-c", next]).exitCode).toBe(0);
    expect(at.run("status").code).toBe(0);
  });
});

describe("a state folder", () => {
  test("that is a file, a link or lies below one is named, with the next step", () => {
    const home = temporaryFolder("ck-odd-");
    writeFileSync(join(home, "file"), "");
    symlinkSync(home, join(home, "link"));
    const CASES: readonly (readonly [state: string, says: string])[] = [
      ["file", "is a file, not a folder"],
      ["link", "is a link, not a folder"],
      ["file/below", "lies below something that is no folder"],
    ];
    for (const [state, says] of CASES) {
      const { code, err } = ckBin(["status"], { env: { HOME: home, CK_HOME: join(home, state) } });
      expect(code).toBe(1);
      expect(err).toContain(`ck-bin: ${join(home, state)} ${says}`);
      expect(err).toContain(`Move ${join(home, state)} away, or set CK_HOME to a private folder.`);
    }
  });
});

describe.skipIf(process.platform === "win32")("a folder on standard input", () => {
  test("is said to be no text, and not called a bug", () => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", "-c", `exec "$0" normalize </`, TESTED], {
      env: cleanEnvironment(temporaryFolder()),
    });
    expect([exitCode, stdout.toString()]).toEqual([1, ""]);
    expect(stderr.toString()).toContain("standard input cannot be read");
    expect(stderr.toString()).toContain("ck-bin normalize < FILE");
  });
});

describe("a home that cannot hold a state", () => {
  const doctor = (home: string | undefined, cwd: string) => {
    const { code, out } = ckBin(["doctor"], { env: { HOME: home }, cwd });
    return { code, out };
  };

  test("that is not there: doctor and every command say what is missing and what to set", () => {
    const place = temporaryFolder("ck-odd-");
    const home = join(place, "no", "home");
    const says = `${home}/.context-kernel cannot be made: ${home} is not there`;
    const next = "Set HOME to your home folder, or CK_HOME to a folder that can be written.";
    for (const command of [["status"], ["gc"], ["recall", "--list"], ["install", "claude-code"]]) {
      const { code, err } = ckBin(command, { env: { HOME: home }, cwd: place });
      expect([code, err]).toEqual([1, `ck-bin: ${says}\n  ${next}\n`]);
    }
    const { code, out } = doctor(home, place);
    expect(code).toBe(1);
    expect(out).toMatch(/\[ko\] +state +/);
    expect(out).toContain(`${says}\n`);
    expect(out).toContain(`-> ${next}`);
    expect(readdirSync(place)).toEqual([]);
  });

  test.skipIf(isRoot)("that may not be written: the folder above is named, not one that is not there", () => {
    const home = temporaryFolder("ck-odd-");
    chmodSync(home, 0o500);
    const says = `${home}/.context-kernel cannot be made: you may not write in ${home}`;
    expect(ckBin(["status"], { env: { HOME: home }, cwd: "/" }).err).toContain(says);
    expect(doctor(home, "/").out).toContain(says);
    chmodSync(home, 0o700);
  });

  test("a good one is left empty by doctor", () => {
    const home = temporaryFolder("ck-odd-");
    expect(doctor(home, home).out).toContain(`nothing stored yet; it will be ${home}/.context-kernel`);
    expect(readdirSync(home)).toEqual([]);
    const deep = join(home, "a", "b");
    expect(ckBin(["doctor"], { env: { HOME: home, CK_HOME: deep }, cwd: home }).out).toContain(deep);
    expect(readdirSync(home)).toEqual([]);
  });

  test("a relative one is none: install writes nowhere and says why", () => {
    const cwd = temporaryFolder("ck-odd-");
    for (const more of [[], ["--dry-run"]]) {
      const { code, out, err } = ckBin(["install", "claude-code", ...more], { env: { HOME: "rel" }, cwd });
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("HOME is no absolute path");
      expect(err).toContain("Set HOME to your home folder");
    }
    expect(ckBin(["status"], { env: { CK_HOME: "rel" }, cwd }).err).toContain(
      "Set CK_HOME to an absolute path",
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("a state folder that cannot be used: its settings file is not what has to be mended", () => {
    const home = temporaryFolder("ck-odd-");
    writeFileSync(join(home, ".context-kernel"), "mine");
    const { out } = doctor(home, home);
    expect(out).toMatch(/settings.json is ignored: .*\n +-> mend the state folder first\n/);
    expect(out).not.toContain("-> mend /");
  });
});
