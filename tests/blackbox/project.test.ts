/** Hooks and commands mean the same project, wherever a person stands; a key of another one is told where it is. */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ckBin, type Ran, type RunOptions, temporaryFolder } from "../support/binary.ts";
import { FAILURE, keysIn, logText } from "../support/hook-texts.ts";

const SESSION = "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69";

interface Place {
  readonly root: string;
  readonly state: string;
  readonly run: (cwd: string, args: readonly string[], env?: RunOptions["env"]) => Ran;
  /** A shrunk output of a session whose project the host calls `project`; its key. */
  readonly shrunk: (project: string, cwd?: string) => string;
}

function place(...folders: readonly string[]): Place {
  const root = temporaryFolder("ck-project-");
  for (const folder of ["home", ...folders]) mkdirSync(join(root, folder), { recursive: true });
  const run: Place["run"] = (cwd, args, env = {}) =>
    ckBin(args, { cwd: join(root, cwd), env: { HOME: join(root, "home"), ...env } });
  return {
    root,
    state: join(root, "home", ".context-kernel"),
    run,
    shrunk: (project, cwd = project) => {
      const ran = ckBin(["hook"], {
        cwd: join(root, cwd),
        env: { HOME: join(root, "home"), CLAUDE_PROJECT_DIR: join(root, project) },
        stdin: JSON.stringify({
          session_id: SESSION,
          transcript_path: join(root, "t.jsonl"),
          cwd: join(root, cwd),
          hook_event_name: "PostToolUse",
          tool_name: "Bash",
          tool_use_id: `toolu_${project}`,
          tool_input: { command: "npm test" },
          tool_response: { stdout: logText(400, project), stderr: "", interrupted: false },
        }),
      });
      return keysIn(ran.out)[0] ?? "";
    },
  };
}

interface Status {
  readonly project: { readonly path: string; readonly pending: { readonly rows: number } };
  readonly parked: { readonly originals: number };
}

const status = (at: Place, cwd: string, args: readonly string[] = [], env: RunOptions["env"] = {}): Status =>
  JSON.parse(at.run(cwd, ["status", "--json", ...args], env).out);

/** What `status` says where a person stands: folder of the project, its outputs, its originals. */
const figures = (at: Place, cwd: string, args: readonly string[] = []) => {
  const { project, parked } = status(at, cwd, args);
  return [project.path.slice(at.root.length + 1), project.pending.rows, parked.originals];
};

describe("`status` shows the project for which the hooks wrote", () => {
  test("of a session that was started in a subfolder of a git work tree", () => {
    const at = place("repo/.git", "repo/packages/app/src");
    const key = at.shrunk("repo/packages/app", "repo/packages/app/src");
    expect(figures(at, "repo/packages/app")).toEqual(["repo/packages/app", 1, 1]);
    expect(figures(at, "repo/packages/app/src")).toEqual(["repo/packages/app", 1, 1]);
    // From above it the work tree is meant, and there is nothing of it.
    expect(figures(at, "repo")).toEqual(["repo", 0, 0]);
    expect(figures(at, "repo", ["--project", "packages/app"])).toEqual(["repo/packages/app", 1, 1]);
    expect(at.run("repo/packages/app/src", ["recall", key, "--grep", "refused"]).out).toContain(FAILURE);
  });

  test("of a session that was started at its root, from a subfolder", () => {
    const at = place("repo/.git", "repo/src");
    at.shrunk("repo", "repo/src");
    expect(figures(at, "repo/src")).toEqual(["repo", 1, 1]);
  });

  test("of a session outside of git", () => {
    const at = place("work/notes/deep");
    at.shrunk("work/notes");
    expect(figures(at, "work/notes")).toEqual(["work/notes", 1, 1]);
    expect(figures(at, "work/notes/deep")).toEqual(["work/notes", 1, 1]);
    expect(figures(at, "work")).toEqual(["work", 0, 0]);
  });

  test("of a git worktree, apart from the tree that it belongs to", () => {
    const at = place("repo/.git/worktrees/b", "tree/src");
    writeFileSync(join(at.root, "tree", ".git"), `gitdir: ${join(at.root, "repo/.git/worktrees/b")}\n`);
    at.shrunk("repo");
    at.shrunk("tree");
    expect(figures(at, "tree/src")).toEqual(["tree", 1, 1]);
    expect(figures(at, "repo")).toEqual(["repo", 1, 1]);
    expect(status(at, "repo").project.pending.rows).toBe(1);
  });

  test("of the running session, wherever its shell has gone, and of CLAUDE_PROJECT_DIR", () => {
    const at = place("repo/.git", "elsewhere");
    at.shrunk("repo");
    const running = { CLAUDE_CODE_SESSION_ID: SESSION };
    expect(status(at, "elsewhere", [], running).project.path).toBe(join(at.root, "repo"));
    const given = { CLAUDE_PROJECT_DIR: join(at.root, "repo") };
    expect(status(at, "elsewhere", [], given).parked.originals).toBe(1);
    expect(status(at, "elsewhere").parked.originals).toBe(0);
  });
});

test("`doctor` looks at the settings of the folder in which the hooks were installed", () => {
  const at = place("repo/.git", "repo/app/src");
  expect(at.run("repo/app", ["install", "claude-code", "--scope", "project"]).code).toBe(0);
  for (const cwd of ["repo/app", "repo/app/src"]) {
    expect(at.run(cwd, ["doctor"]).out, cwd).toMatch(/\[ok\] +hooks +5 events in .*\/repo\/app\/\.claude\//);
  }
  expect(at.run("repo", ["doctor"]).out).toMatch(/\[ko\] +hooks/);
  expect(at.run("repo", ["doctor", "--project", "app"]).out).toMatch(/\[ok\] +hooks/);
});

test("`normalize --park` parks where `recall` looks, in a subfolder that is a project too", () => {
  const at = place("repo/.git", "repo/app");
  at.shrunk("repo/app");
  const ran = ckBin(["normalize", "--park"], {
    cwd: join(at.root, "repo/app"),
    env: { HOME: join(at.root, "home") },
    stdin: logText(400, "other"),
  });
  expect(figures(at, "repo/app")[2]).toBe(2);
  expect(at.run("repo/app", ["recall", keysIn(ran.out)[0] ?? "", "--grep", "refused"]).out).toContain(
    FAILURE,
  );
});

describe("a key of another project", () => {
  test("is told where it is, with the command that brings it back", () => {
    const at = place("repo/.git", "other one/.git");
    const key = at.shrunk("repo");
    const ran = at.run("other one", ["recall", key, "--grep", "refused|it's", "-C", "0"]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    const [says = "", next = ""] = ran.err.split("\n");
    expect(says).toBe(`ck-bin: key '${key}' belongs to another project: ${join(at.root, "repo")}`);
    const again = Bun.spawnSync(["sh", "-c", next], {
      cwd: join(at.root, "other one"),
      env: { HOME: join(at.root, "home") },
    });
    expect(again.stderr.toString()).toBe("");
    expect(again.stdout.toString()).toMatch(/^\d+\t.*refused/);
    expect(again.stdout.toString()).toContain(FAILURE);
  });

  test("is named with its folder in an empty list too, quoted where it must be", () => {
    const at = place("repo/.git", "it's here/.git");
    at.shrunk("it's here");
    const { out } = at.run("repo", ["recall", "--list"]);
    expect(out).toStartWith("nothing is parked for this project\n");
    const [, project = ""] = /(--project .*)\n/.exec(out) ?? [];
    const again = Bun.spawnSync(["sh", "-c", `"$CK" recall --list ${project}`], {
      cwd: join(at.root, "repo"),
      env: {
        HOME: join(at.root, "home"),
        CK: process.env.TEST_BINARY ?? join(import.meta.dir, "../../dist/ck-bin"),
      },
    });
    expect(again.stdout.toString()).toContain("npm test");
  });

  test("control: a key that nobody gave is missing", () => {
    const at = place("repo/.git");
    at.shrunk("repo");
    expect(at.run("repo", ["recall", "0123456789"]).err).toContain("key '0123456789' is missing or expired");
    const odd = at.run("repo", ["recall", "../../secret"]);
    expect(odd).toMatchObject({ code: 2, out: "" });
    expect(odd.err).toContain("'../../secret' is no recall key");
  });
});

describe("when the file `secret` is gone", () => {
  test("`recall` and `doctor` say so, nothing crashes, and the old one brings everything back", () => {
    const at = place("repo/.git");
    const key = at.shrunk("repo");
    const secret = join(at.state, "secret");
    renameSync(secret, `${at.root}/kept`);
    for (const env of [{}, { CLAUDE_CODE_SESSION_ID: SESSION }]) {
      const ran = at.run("repo", ["recall", key], env);
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toMatch(/was given under another state secret/);
      expect(ran.err).toMatch(/`secret` in the state folder was deleted or replaced/);
    }
    expect(at.run("repo", ["recall", "--list"]).out).toContain("its secret is gone");
    expect(at.run("repo", ["doctor"]).out).toMatch(/\[warn\] secret +1 parked outputs of 1 projects/);
    for (const args of [["status"], ["gc"], ["settings"], ["recall", "--search", "x"]]) {
      expect(at.run("repo", args).code, args.join(" ")).toBe(0);
    }
    // The hooks go on under the new secret.
    expect(at.shrunk("repo")).toMatch(/^[0-9a-f]{10}$/);
    rmSync(secret);
    cpSync(`${at.root}/kept`, secret);
    expect(at.run("repo", ["recall", key, "--grep", "refused"]).out).toContain(FAILURE);
  });

  test("control: with its own secret nothing is said of it", () => {
    const at = place("repo/.git");
    at.shrunk("repo");
    expect(at.run("repo", ["doctor"]).out).not.toMatch(/\[warn\] secret/);
  });
});
