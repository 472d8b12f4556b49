/** The C library and `node:fs` must say the same of the same files. */

import { afterAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import { openCLibrary } from "../../../src/store/c-library.ts";
import { nativeCalls } from "../../../src/store/native-calls.ts";
import { nodeCalls, type SystemCalls } from "../../../src/store/system-calls.ts";
import { nativeOnly } from "../../support/native-calls.ts";

const folder = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/ck-native-`);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** What a call says: a value, or the code of its failure, returned or thrown. */
function said(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}

const onLinux = process.platform === "linux" ? describe : describe.skip;

onLinux("the calls through the C library", () => {
  const native = nativeOnly();
  const node = nodeCalls();
  const both = (run: (calls: SystemCalls) => unknown): void =>
    expect(said(() => run(native))).toEqual(said(() => run(node)));

  fs.writeFileSync(`${folder}/plain`, "0123456789");
  fs.writeFileSync(`${folder}/ünïcödé \u{1f600} name`, "x");
  fs.writeFileSync(`${folder}/empty`, "");
  fs.writeFileSync(`${folder}/sparse`, "");
  fs.truncateSync(`${folder}/sparse`, 6_000_000_000);
  fs.mkdirSync(`${folder}/inner`);
  fs.symlinkSync("plain", `${folder}/link`);
  fs.symlinkSync("loop", `${folder}/loop`);
  fs.symlinkSync("inner/../link", `${folder}/far`);
  fs.writeFileSync(`${folder}/old`, "old");
  fs.utimesSync(`${folder}/old`, -1.5, -86_400.25);
  fs.chmodSync(`${folder}/old`, 0o4751);
  const PATHS = [
    ...fs.readdirSync(folder).map((name) => `${folder}/${name}`),
    folder,
    `${folder}/none`,
    `${folder}/plain/below`,
    `${folder}/none/below`,
    `${folder}/${"x".repeat(300)}`,
    `${folder}/${"y/".repeat(3_000)}`,
    `${folder}/a\0b`,
    `${folder}/\ud800`,
    "",
    "/dev/null",
    "/proc/self/status",
  ];

  test("say of every path what it is", () => {
    for (const path of PATHS) {
      both((calls) => calls.stat(path));
      both((calls) => calls.realpath(path));
      both((calls) => {
        const file = calls.open(path, "read", 0o600);
        if (typeof file === "string") return file;
        try {
          return calls.statOpen(file);
        } finally {
          calls.close(file);
        }
      });
    }
  });

  test("read what is there, also beyond 4 GiB and at the end", () => {
    for (
      const [name, at, units] of [["plain", 3, 4], ["plain", 8, 9], ["plain", 10, 1], ["sparse", 5e9, 5], [
        "empty",
        0,
        3,
      ]] as const
    ) {
      both((calls) => {
        const file = calls.open(`${folder}/${name}`, "read", 0o600) as number;
        const into = new Uint8Array(units).fill(7);
        const bytes = calls.read(file, into, at);
        calls.close(file);
        return [bytes, [...into]];
      });
    }
    both((calls) => calls.read(9_999, new Uint8Array(3), 0));
    both((calls) => calls.write(9_999, new Uint8Array(3)));
  });

  test("write all of a large buffer, and of a part of one", () => {
    const large = new Uint8Array(3_000_000).map((_, at) => at % 251);
    const file = native.open(`${folder}/written`, "create", 0o640) as number;
    expect(native.write(file, large)).toBe(large.length);
    native.close(file);
    const more = native.open(`${folder}/written`, "append", 0o640) as number;
    expect(native.write(more, large.subarray(250, 260))).toBe(10);
    native.close(more);
    const whole = fs.readFileSync(`${folder}/written`);
    expect(Bun.hash(whole)).toBe(Bun.hash(Buffer.concat([large, large.subarray(250, 260)])));
    expect(fs.statSync(`${folder}/written`).mode & 0o777).toBe(0o640);
  });

  test("leave no file open", () => {
    const open = (): number => fs.readdirSync("/proc/self/fd").length;
    const before = open();
    for (let n = 0; n < 50; n += 1) {
      const file = native.open(`${folder}/plain`, "read", 0o600) as number;
      native.close(file);
      native.open(`${folder}/none`, "read", 0o600);
    }
    expect(open()).toBe(before);
  });

  test("make, link and unlink, or say why not", () => {
    for (const [name, calls] of [["a", native], ["b", node]] as const) {
      const at = `${folder}/made-${name}`;
      expect([
        said(() => calls.makeFolder(at, 0o700)),
        said(() => calls.makeFolder(at, 0o700)),
        said(() => calls.makeFolder(`${at}/no/such`, 0o700)),
        said(() => calls.makeFolder(`${folder}/plain/x`, 0o700)),
        said(() => calls.link(`${folder}/plain`, `${at}/plain`)),
        said(() => calls.link(`${folder}/plain`, `${at}/plain`)),
        said(() => calls.link(`${folder}/none`, `${at}/none`)),
        said(() => calls.link(`${folder}/plain`, "a\0b")),
        said(() => calls.unlink(`${at}/plain`)),
        said(() => calls.unlink(`${at}/plain`)),
        said(() => calls.unlink(at) === undefined),
      ]).toEqual([
        undefined,
        "EEXIST",
        "ENOENT",
        "ENOTDIR",
        undefined,
        "EEXIST",
        "ENOENT",
        "ERR_INVALID_ARG_VALUE",
        undefined,
        "ENOENT",
        expect.stringMatching(/^E(?:ISDIR|PERM)$/),
      ]);
    }
  });

  test("are not to be had without the library or one of its functions", () => {
    expect(nativeCalls("", node)).toBeNull();
    expect(nativeCalls("no-such-library.so", node)).toBeNull();
    expect(openCLibrary("libc.so.6", { no_such_function: { args: [], returns: "i32" } })).toBeNull();
  });
});
