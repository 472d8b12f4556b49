/** One contract for every `Files`: the real one, the one of a system without users, the one in memory. */

import { afterAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import type { FileFault, FileResult, Files } from "../../../src/base/runtime.ts";
import { systemFiles } from "../../../src/store/fs.ts";
import { nodeCalls, type SystemCalls } from "../../../src/store/system-calls.ts";
import { nativeOnly } from "../../support/native-calls.ts";
import { memoryFiles } from "../../support/memory-files.ts";

interface Place {
  readonly files: Files;
  readonly folder: string;
  readonly link: (path: string, target: string) => void;
  readonly hasModes: boolean;
}

const made: string[] = [];
afterAll(() => made.forEach((path) => fs.rmSync(path, { recursive: true, force: true })));

function realPlace(uid: number | null, calls: () => SystemCalls = nodeCalls): Place {
  const folder = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/ck-files-`);
  made.push(folder);
  return {
    files: systemFiles(uid, calls),
    folder,
    link: (path, target) => fs.symlinkSync(target, path),
    hasModes: uid !== null,
  };
}

function memoryPlace(): Place {
  const files = memoryFiles(() => 1_000, 1, ["/place"]);
  return { files, folder: "/place", link: files.plantLink, hasModes: true };
}

const uid = process.geteuid?.() ?? null;
const PLACES: readonly (readonly [string, () => Place])[] = [
  ["the system's files", () => realPlace(uid)],
  ["files of a system without users", () => realPlace(null)],
  ["files in memory", memoryPlace],
  // Where there is no such library the product has no such way either.
  ...(process.platform === "linux"
    ? [["the system's files by the C library", () => realPlace(uid, nativeOnly)] as const]
    : []),
];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const done: FileResult<void> = { ok: true, value: undefined };
const faulty = (fault: FileFault) => ({ ok: false, fault } as const);

function text(result: FileResult<Uint8Array>): string {
  return result.ok ? new TextDecoder().decode(result.value) : result.fault;
}

for (const [name, build] of PLACES) {
  describe(name, () => {
    test("create() makes a private file once and never replaces", () => {
      const { files, folder, link, hasModes } = build();
      expect(files.create(`${folder}/a`, bytes("one"))).toEqual(done);
      expect(files.create(`${folder}/a`, bytes("two"))).toEqual(faulty("exists"));
      expect(text(files.read(`${folder}/a`, 99))).toBe("one");
      link(`${folder}/l`, `${folder}/elsewhere`);
      expect(files.create(`${folder}/l`, bytes("x"))).toEqual(faulty("exists"));
      expect(files.create(`${folder}/no/a`, bytes("x"))).toEqual(faulty("missing"));
      expect(files.create(`${folder}/a/a`, bytes("x"))).toEqual(faulty("not-a-folder"));
      expect(files.create(`${folder}/open`, bytes("x"), 0o644)).toEqual(done);
      const stat = files.stat(`${folder}/open`);
      if (hasModes) expect(stat.ok && stat.value.mode).toBe(0o644);
      else expect(stat.ok && [stat.value.mode, stat.value.uid]).toEqual([0, null]);
    });

    test("append() adds at the end, makes what is missing, and follows no link", () => {
      const { files, folder, link } = build();
      expect(files.append(`${folder}/a`, bytes("one"))).toEqual(done);
      expect(files.append(`${folder}/a`, bytes("two"))).toEqual(done);
      expect(text(files.read(`${folder}/a`, 99))).toBe("onetwo");
      link(`${folder}/l`, `${folder}/a`);
      expect(files.append(`${folder}/l`, bytes("x"))).toEqual(faulty("link"));
      expect(files.append(folder, bytes("x"))).toEqual(faulty("not-a-file"));
      expect(files.append(`${folder}/no/a`, bytes("x"))).toEqual(faulty("missing"));
      expect(text(files.read(`${folder}/a`, 99))).toBe("onetwo");
    });

    test("read() takes a whole file up to a size, and follows no link", () => {
      const { files, folder, link } = build();
      files.create(`${folder}/a`, bytes("12345"));
      link(`${folder}/l`, `${folder}/a`);
      expect(text(files.read(`${folder}/a`, 5))).toBe("12345");
      expect(files.read(`${folder}/a`, 4)).toEqual(faulty("too-large"));
      expect(files.read(`${folder}/l`, 9)).toEqual(faulty("link"));
      expect(files.read(folder, 9)).toEqual(faulty("not-a-file"));
      expect(files.read(`${folder}/none`, 9)).toEqual(faulty("missing"));
    });

    test("readRange() takes a part from the beginning or the end", () => {
      const { files, folder } = build();
      files.create(`${folder}/a`, bytes("0123456789"));
      const part = (offset: number, length: number): string =>
        text(files.readRange(`${folder}/a`, offset, length));
      expect([part(0, 3), part(8, 9), part(10, 5), part(99, 5), part(-3, 9), part(-99, 4), part(4, 0)])
        .toEqual(["012", "89", "", "", "789", "0123", ""]);
      expect(files.readRange(`${folder}/none`, 0, 1)).toEqual(faulty("missing"));
    });

    test("stat() tells kinds apart and follows no link", () => {
      const { files, folder, link } = build();
      files.create(`${folder}/a`, bytes("123"));
      link(`${folder}/l`, `${folder}/a`);
      const kind = (path: string): string => {
        const stat = files.stat(path);
        return stat.ok
          ? `${stat.value.kind} ${stat.value.kind === "file" ? stat.value.bytes : ""}`
          : stat.fault;
      };
      expect([
        kind(`${folder}/a`),
        kind(folder),
        kind(`${folder}/l`),
        kind(`${folder}/none`),
        kind(`${folder}/a/b`),
      ])
        .toEqual(["file 3", "folder ", "link ", "missing", "not-a-folder"]);
    });

    test("rename() replaces, link() does not", () => {
      const { files, folder } = build();
      files.create(`${folder}/a`, bytes("a"));
      files.create(`${folder}/b`, bytes("b"));
      expect(files.link(`${folder}/a`, `${folder}/b`)).toEqual(faulty("exists"));
      expect(files.link(`${folder}/a`, `${folder}/c`)).toEqual(done);
      expect(files.rename(`${folder}/a`, `${folder}/b`)).toEqual(done);
      expect([text(files.read(`${folder}/b`, 9)), text(files.read(`${folder}/c`, 9))]).toEqual(["a", "a"]);
      expect(files.rename(`${folder}/a`, `${folder}/d`)).toEqual(faulty("missing"));
      expect(files.link(`${folder}/a`, `${folder}/d`)).toEqual(faulty("missing"));
    });

    test("rename() onto a link replaces the link, not what it points at", () => {
      const { files, folder, link } = build();
      files.create(`${folder}/target`, bytes("target"));
      files.create(`${folder}/a`, bytes("a"));
      link(`${folder}/l`, `${folder}/target`);
      expect(files.rename(`${folder}/a`, `${folder}/l`)).toEqual(done);
      expect([text(files.read(`${folder}/l`, 9)), text(files.read(`${folder}/target`, 9))]).toEqual([
        "a",
        "target",
      ]);
    });

    test("folders are made, listed, and removed when they are empty", () => {
      const { files, folder } = build();
      expect(files.makeFolder(`${folder}/f`)).toEqual(done);
      expect(files.makeFolder(`${folder}/f`)).toEqual(done);
      expect(files.makeFolder(`${folder}/no/f`)).toEqual(faulty("missing"));
      files.create(`${folder}/f/a`, bytes("a"));
      const names = files.list(folder);
      expect(names.ok && names.value).toEqual(["f"]);
      expect(files.removeFolder(`${folder}/f`)).toEqual(faulty("exists"));
      expect(files.remove(`${folder}/f/a`)).toEqual(done);
      expect(files.remove(`${folder}/f/a`)).toEqual(faulty("missing"));
      expect(files.removeFolder(`${folder}/f`)).toEqual(done);
      expect(files.list(`${folder}/f`)).toEqual(faulty("missing"));
    });

    test("protect() shuts others out, and does not touch what a link points at", () => {
      const { files, folder, link, hasModes } = build();
      files.create(`${folder}/a`, bytes("a"), 0o644);
      link(`${folder}/l`, `${folder}/a`);
      expect(files.protect(`${folder}/l`)).toEqual(faulty("link"));
      expect(files.protect(`${folder}/a`)).toEqual(done);
      const stat = files.stat(`${folder}/a`);
      expect(stat.ok && stat.value.mode).toBe(hasModes ? 0o600 : 0);
      expect(files.protect(`${folder}/none`)).toEqual(faulty("missing"));
    });

    test("sync() and realpath() know what is there", () => {
      const { files, folder } = build();
      files.create(`${folder}/a`, bytes("a"));
      expect(files.sync(`${folder}/a`)).toEqual(done);
      expect(files.sync(folder)).toEqual(done);
      expect(files.sync(`${folder}/none`)).toEqual(faulty("missing"));
      expect(files.realpath(folder)).toEqual({ ok: true, value: folder });
      expect(files.realpath(`${folder}/none`)).toEqual(faulty("missing"));
    });
  });
}

test("paths that no system takes are faults, not exceptions", () => {
  const { files, folder } = realPlace(uid);
  for (const path of [`${folder}/a\0b`, `${folder}/${"x".repeat(5_000)}`, ""]) {
    for (
      const result of [
        files.stat(path),
        files.read(path, 1),
        files.append(path, bytes("x")),
        files.list(path),
      ]
    ) {
      expect(result.ok).toBe(false);
    }
  }
});
