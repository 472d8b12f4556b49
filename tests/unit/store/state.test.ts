import { expect, test } from "bun:test";
import { homeFolder, sessionName, stateRoot } from "../../../src/store/layout.ts";
import { hookProject, projectOf, projectsAbove } from "../../../src/store/project.ts";
import { openState } from "../../../src/store/state.ts";
import { type FakeOptions, fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";

const ROOT = "/home/u/.context-kernel";

function rootOf(env: FakeOptions["env"]): string {
  const root = stateRoot(fakeRuntime({ env: env ?? {} }).rt);
  return root.ok ? root.value : root.error.code;
}

test("stateRoot() takes CK_HOME, else the XDG folder, else the home folder", () => {
  const home = { HOME: "/home/u" };
  expect(rootOf({ ...home, CK_HOME: "/state/", XDG_STATE_HOME: "/xdg" })).toBe("/state");
  expect(rootOf({ ...home, XDG_STATE_HOME: "/xdg" })).toBe("/xdg/context-kernel");
  expect(rootOf(home)).toBe(ROOT);
  expect(rootOf({ ...home, CK_HOME: "" })).toBe(ROOT);
  expect(rootOf({ ...home, XDG_STATE_HOME: "relative" })).toBe(ROOT);
});

test("stateRoot() says no-state rather than guess a folder", () => {
  expect(rootOf({})).toBe("no-state");
  expect(rootOf({ HOME: "" })).toBe("no-state");
  expect(rootOf({ HOME: "relative" })).toBe("no-state");
  expect(rootOf({ HOME: "/home/u", CK_HOME: "state" })).toBe("no-state");
});

test("homes of Windows count on Windows only", () => {
  const { rt } = fakeRuntime({ env: { USERPROFILE: "C:\\Users\\u\\" } });
  expect(homeFolder(rt)).toBeNull();
  expect(homeFolder({ ...rt, platform: "windows" })).toBe("C:\\Users\\u");
  const root = stateRoot({ ...rt, platform: "windows", env: { CK_HOME: "\\\\server\\share\\ck\\" } });
  expect(root.ok && root.value).toBe("\\\\server\\share\\ck");
});

test("openState() makes a private root once and finds the same secret again", () => {
  const { rt, files } = fakeRuntime();
  const first = mustOpen(rt);
  const second = mustOpen(rt);
  expect(second.secret).toEqual(first.secret);
  expect(first.secret.length).toBe(32);
  expect(files.paths()).toEqual([`${ROOT}/secret`, `${ROOT}/version`]);
});

test("openState() makes the folders above CK_HOME, but never a home", () => {
  expect(openState(fakeRuntime({ env: { CK_HOME: "/deep/er/state" } }).rt).ok).toBe(true);
  const gone = openState(fakeRuntime({ env: { HOME: "/gone/user" } }).rt);
  expect(gone.ok ? "" : gone.error.code).toBe("io");
});

test("openState() leaves a newer state untouched and says so", () => {
  for (const version of ["2\n", "10\n", "1.5\n", "next\n", "x".repeat(500)]) {
    const { rt, files } = fakeRuntime();
    mustOpen(rt);
    files.overwrite(`${ROOT}/version`, new TextEncoder().encode(version));
    const before = JSON.stringify([...files.snapshot()]);
    const state = openState(rt);
    expect(state.ok ? "" : state.error.code, version.slice(0, 9)).toBe("state-newer");
    expect(JSON.stringify([...files.snapshot()])).toBe(before);
  }
});

test("openState() mends what a power failure left of version and secret", () => {
  for (const length of [0, 5, 32]) {
    const { rt, files, clock } = fakeRuntime();
    mustOpen(rt);
    files.overwrite(`${ROOT}/version`, new Uint8Array(Math.min(length, 2)));
    files.overwrite(`${ROOT}/secret`, new Uint8Array(length));
    const soon = openState(rt);
    expect(soon.ok, "it may still be in the making").toBe(false);
    clock.now += 10_000;
    const state = mustOpen(rt);
    expect(state.secret.some((byte) => byte !== 0)).toBe(true);
    expect(files.paths()).toEqual([`${ROOT}/secret`, `${ROOT}/version`]);
    expect(mustOpen(rt).secret).toEqual(state.secret);
  }
});

test("openState() works where files have no second names", () => {
  const fake = fakeRuntime({ wrap: (files) => ({ ...files, link: () => ({ ok: false, fault: "access" }) }) });
  const state = mustOpen(fake.rt);
  expect(mustOpen(fake.rt).secret).toEqual(state.secret);
  expect(fake.files.paths()).toEqual([`${ROOT}/secret`, `${ROOT}/version`]);
});

test("openState() refuses links and folders of others", () => {
  for (const name of ["", "/secret", "/version"]) {
    const { rt, files } = fakeRuntime();
    mustOpen(rt);
    files.vanish(`${ROOT}${name}`);
    files.plantLink(`${ROOT}${name}`, "/elsewhere");
    const state = openState(rt);
    expect(state.ok ? "" : state.error.code, name).toBe("state-unsafe");
  }
  const { rt } = fakeRuntime();
  mustOpen(rt);
  const state = openState({ ...rt, uid: 7 });
  expect(state.ok ? "" : state.error.code).toBe("state-unsafe");
});

test("an existing state opens with five operations", () => {
  let count = 0;
  const { rt } = fakeRuntime();
  mustOpen(rt);
  const files = new Proxy(rt.files, {
    get: (target, name, receiver) => {
      count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(openState({ ...rt, files }).ok).toBe(true);
  expect(count).toBeLessThanOrEqual(5);
});

test("sessionName() keeps ordinary ids and hashes everything else", () => {
  const { rt } = fakeRuntime();
  const id = "0a1b2c3d-0000-4000-8000-000000000001";
  expect(sessionName(rt, id)).toBe(id);
  const odd = [
    "",
    "..",
    "../../etc/passwd",
    "con",
    "A1B2C3D4-0000",
    "a/b",
    "terms-2026-03",
    "~x",
    "a".repeat(300),
    "\ud800",
    "nul",
  ];
  const names = odd.map((each) => sessionName(rt, each));
  for (const name of names) expect(name).toMatch(/^~[0-9a-f]{32}$/);
  expect(new Set(names).size).toBe(odd.length);
});

test("projectOf() is the nearest folder with .git, else the folder itself", () => {
  const { rt, files } = fakeRuntime({
    folders: ["/home/u/project/src", "/home/u/project/src/deep", "/home/u/loose"],
  });
  const state = mustOpen(rt);
  files.makeFolder("/home/u/project/.git");
  expect(projectOf(state, "/home/u/project/src/deep").path).toBe("/home/u/project");
  expect(projectOf(state, "/home/u/project").path).toBe("/home/u/project");
  expect(projectOf(state, "/home/u/loose").path).toBe("/home/u/loose");
  expect(projectOf(state, "/not/there").path).toBe("/not/there");
  expect(projectOf(state, "/").path).toBe("/");
  expect(projectOf(state, "/home/u/loose").id).toMatch(/^[0-9a-f]{16}$/);
});

test("a worktree's .git is a file and counts", () => {
  const { rt, files } = fakeRuntime({ folders: ["/home/u/tree", "/home/u/tree/a"] });
  const state = mustOpen(rt);
  files.create("/home/u/tree/.git", new TextEncoder().encode("gitdir: elsewhere"));
  expect(projectOf(state, "/home/u/tree/a").path).toBe("/home/u/tree");
});

test("hookProject() takes CLAUDE_PROJECT_DIR as it is", () => {
  const { rt, files } = fakeRuntime({ folders: ["/home/u/project/sub"] });
  files.makeFolder("/home/u/project/.git");
  const state = mustOpen(rt);
  const env = { ...rt.env, CLAUDE_PROJECT_DIR: "/home/u/project/sub" };
  expect(hookProject({ ...state, rt: { ...rt, env } }, "/home/u").path).toBe("/home/u/project/sub");
  expect(hookProject(state, "/home/u/project/sub").path).toBe("/home/u/project");
});

test("projectsAbove() lists a folder's project and those of the folders above it, nearest first", () => {
  const { rt, files } = fakeRuntime({ folders: ["/home/u/project/src"] });
  files.makeFolder("/home/u/project/.git");
  const state = mustOpen(rt);
  const paths = projectsAbove(state, "/home/u/project/src").map((project) => project.path);
  expect(paths).toEqual(["/home/u/project/src", "/home/u/project", "/home/u", "/home", "/"]);
});
