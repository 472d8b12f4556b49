/** Kinds of home folders, good ones and bad ones, each made afresh for a run. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./binary.ts";

const isRoot = process.geteuid?.() === 0;

/** Whether this process may mount file systems; not every root may. */
export const CAN_MOUNT = isRoot && mayMount();

function mayMount(): boolean {
  const path = temporaryFolder("ck-mount-");
  const done = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path]);
  if (done.exitCode === 0) Bun.spawnSync(["umount", path]);
  return done.exitCode === 0;
}

export interface Home {
  readonly name: string;
  /** HOME of the run; null takes the variable out. */
  readonly path: () => string | null;
  /** Whether originals can be parked there. */
  readonly parks: boolean;
  readonly needsMount?: boolean;
}

export interface PoorHomes {
  readonly homes: readonly Home[];
  /** A name in the root that is not taken. */
  readonly place: (name: string) => string;
  readonly folder: (name: string) => string;
  /** Mounts an empty file system. */
  readonly mount: (place: string, options: string) => string;
  readonly unmount: () => void;
}

/** @param root folder in which all of them lie */
export function poorHomes(root: string): PoorHomes {
  const mounts: string[] = [];
  let fresh = 0;
  const place = (name: string) => join(root, `${name}-${fresh += 1}`);
  const folder = (name: string) => {
    const path = place(name);
    mkdirSync(path);
    return path;
  };
  const file = (path: string) => {
    writeFileSync(path, "mine");
    return path;
  };
  const mount = (path: string, options: string) => {
    mkdirSync(path, { recursive: true });
    const done = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]);
    if (done.exitCode !== 0) throw new Error(`mount: ${done.stderr.toString()}`);
    mounts.push(path);
    return path;
  };
  const homes: readonly Home[] = [
    { name: "a good home", path: () => folder("good"), parks: true },
    { name: "no HOME", path: () => null, parks: false },
    { name: "an empty HOME", path: () => "", parks: false },
    { name: "a relative HOME", path: () => "home", parks: false },
    // Its parent is there, but nobody makes a home for somebody.
    { name: "a missing home", path: () => place("missing"), parks: false },
    {
      name: "a home below a file",
      path: () => join(file(place("file")), "home"),
      parks: false,
    },
    {
      name: "a home that is a file",
      path: () => file(place("file")),
      parks: false,
    },
    {
      name: "a state root that is a link",
      path: () => {
        const path = folder("linked");
        symlinkSync(folder("target"), join(path, ".context-kernel"));
        return path;
      },
      parks: false,
    },
    {
      name: "a state root that is a file",
      path: () => {
        const path = folder("filed");
        file(join(path, ".context-kernel"));
        return path;
      },
      parks: false,
    },
    {
      name: "a home that may not be written",
      path: () => {
        if (isRoot) return mount(place("read-only"), "ro,size=64k");
        const path = folder("read-only");
        chmodSync(path, 0o500);
        return path;
      },
      parks: false,
      needsMount: isRoot,
    },
    {
      name: "a home on a full file system of 64 KiB",
      path: () => {
        const path = mount(place("full"), "size=64k");
        writeFileSync(join(path, "ballast"), new Uint8Array(60 * 1024));
        return path;
      },
      parks: false,
      needsMount: true,
    },
    {
      name: "a home without inodes",
      path: () => mount(place("inodes"), "size=1m,nr_inodes=3"),
      parks: false,
      needsMount: true,
    },
  ];
  const unmount = () => mounts.forEach((path) => Bun.spawnSync(["umount", path]));
  return { homes, place, folder, mount, unmount };
}
