/** An in-memory `Files` with the rules of a real one: exclusive creation, links that are never followed, second names. */

import type { FileFault, FileResult, Files } from "../../src/base/runtime.ts";

interface FileNode {
  readonly kind: "file";
  bytes: Uint8Array;
  mode: number;
  mtimeMs: number;
}
interface FolderNode {
  readonly kind: "folder";
  mode: number;
  mtimeMs: number;
}
interface LinkNode {
  readonly kind: "link";
  readonly target: string;
  mode: number;
  mtimeMs: number;
}
type Node = FileNode | FolderNode | LinkNode;

export interface MemoryFiles extends Files {
  /** Every path and what is there. */
  readonly nodes: Map<string, Node>;
  /** Plants a link. */
  readonly plantLink: (path: string, target: string) => void;
  /** Removes a folder with everything in it, as if from outside. */
  readonly vanish: (path: string) => void;
  /** Replaces the content of a file, as damage does. */
  readonly overwrite: (path: string, bytes: Uint8Array) => void;
  /** Everything as it is, for `restore`. */
  readonly snapshot: () => Map<string, Node>;
  readonly restore: (snapshot: Map<string, Node>) => void;
  /** Paths of all files, sorted. */
  readonly paths: () => string[];
}

/** Nodes of their own; two names of one file stay two names of one file. Bytes are never changed in place. */
function copied(nodes: ReadonlyMap<string, Node>): Map<string, Node> {
  const twins = new Map<Node, Node>();
  const copy = new Map<string, Node>();
  for (const [path, node] of nodes) {
    const twin = twins.get(node) ?? { ...node };
    twins.set(node, twin);
    copy.set(path, twin);
  }
  return copy;
}

/** Appends into spare room behind the bytes, so that long journals do not cost their square. */
function joined(bytes: Uint8Array, more: Uint8Array): Uint8Array {
  const end = bytes.byteOffset + bytes.length;
  const length = bytes.length + more.length;
  if (end + more.length <= bytes.buffer.byteLength) {
    new Uint8Array(bytes.buffer).set(more, end);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
  }
  const grown = new Uint8Array(length * 2);
  grown.set(bytes, 0);
  grown.set(more, bytes.length);
  return grown.subarray(0, length);
}

const DONE: FileResult<void> = { ok: true, value: undefined };

function faulty<T>(fault: FileFault): FileResult<T> {
  return { ok: false, fault };
}

/** Builds an empty file system that holds "/" and the given folders. */
export function memoryFiles(
  now: () => number,
  uid: number | null,
  folders: readonly string[] = [],
): MemoryFiles {
  const nodes = new Map<string, Node>([["/", { kind: "folder", mode: 0o755, mtimeMs: 0 }]]);
  for (const folder of folders) nodes.set(folder, { kind: "folder", mode: 0o755, mtimeMs: 0 });

  const parentFault = (path: string): FileFault | null => {
    const cut = path.lastIndexOf("/");
    const parent = nodes.get(cut <= 0 ? "/" : path.slice(0, cut));
    return parent === undefined ? "missing" : parent.kind === "folder" ? null : "not-a-folder";
  };
  const fileAt = (path: string): FileResult<FileNode> => {
    const fault = parentFault(path);
    if (fault !== null) return faulty(fault);
    const node = nodes.get(path);
    if (node === undefined) return faulty("missing");
    if (node.kind === "link") return faulty("link");
    return node.kind === "file" ? { ok: true, value: node } : faulty("not-a-file");
  };
  const children = (path: string): string[] => {
    const prefix = path === "/" ? "/" : `${path}/`;
    return [...nodes.keys()].filter((each) =>
      each !== "/" && each.startsWith(prefix) && !each.slice(prefix.length).includes("/")
    );
  };

  return {
    nodes,
    plantLink: (path, target) => void nodes.set(path, { kind: "link", target, mode: 0o777, mtimeMs: now() }),
    vanish: (path) => {
      for (const each of [...nodes.keys()]) {
        if (each === path || each.startsWith(`${path}/`)) nodes.delete(each);
      }
    },
    overwrite: (path, bytes) => {
      const node = nodes.get(path);
      if (node?.kind === "file") node.bytes = bytes;
    },
    snapshot: () => copied(nodes),
    restore: (snapshot) => {
      nodes.clear();
      for (const [path, node] of copied(snapshot)) nodes.set(path, node);
    },
    paths: () => [...nodes].filter(([, node]) => node.kind === "file").map(([path]) => path).sort(),

    stat: (path) => {
      const fault = path === "/" ? null : parentFault(path);
      const node = nodes.get(path);
      if (fault !== null) return faulty(fault);
      if (node === undefined) return faulty("missing");
      const bytes = node.kind === "file" ? node.bytes.length : 0;
      return { ok: true, value: { kind: node.kind, bytes, mtimeMs: node.mtimeMs, uid, mode: node.mode } };
    },
    read: (path, maxBytes) => {
      const node = fileAt(path);
      if (!node.ok) return node;
      return node.value.bytes.length > maxBytes
        ? faulty("too-large")
        : { ok: true, value: node.value.bytes.slice() };
    },
    readRange: (path, offset, bytes) => {
      const node = fileAt(path);
      if (!node.ok) return node;
      const start = offset < 0 ? Math.max(0, node.value.bytes.length + offset) : offset;
      return { ok: true, value: node.value.bytes.slice(start, start + bytes) };
    },
    create: (path, bytes, mode = 0o600) => {
      const fault = parentFault(path);
      if (fault !== null) return faulty(fault);
      if (nodes.has(path)) return faulty("exists");
      nodes.set(path, { kind: "file", bytes: bytes.slice(), mode, mtimeMs: now() });
      return DONE;
    },
    append: (path, bytes) => {
      const node = fileAt(path);
      if (!node.ok && node.fault !== "missing") return node;
      if (!node.ok) {
        const fault = parentFault(path);
        if (fault !== null) return faulty(fault);
        nodes.set(path, { kind: "file", bytes: bytes.slice(), mode: 0o600, mtimeMs: now() });
        return DONE;
      }
      node.value.bytes = joined(node.value.bytes, bytes);
      node.value.mtimeMs = now();
      return DONE;
    },
    link: (from, to) => {
      const node = nodes.get(from);
      const fault = parentFault(to);
      if (node === undefined || fault !== null) return faulty(fault ?? "missing");
      if (nodes.has(to)) return faulty("exists");
      nodes.set(to, node);
      return DONE;
    },
    rename: (from, to) => {
      const node = nodes.get(from);
      const fault = parentFault(to);
      if (node === undefined || fault !== null) return faulty(fault ?? "missing");
      if (nodes.get(to)?.kind === "folder") return faulty("not-a-file");
      nodes.delete(from);
      nodes.set(to, node);
      return DONE;
    },
    remove: (path) => {
      const node = nodes.get(path);
      if (node === undefined) return faulty(parentFault(path) ?? "missing");
      if (node.kind === "folder") return faulty("not-a-file");
      nodes.delete(path);
      return DONE;
    },
    makeFolder: (path) => {
      const fault = parentFault(path);
      if (fault !== null) return faulty(fault);
      if (!nodes.has(path)) nodes.set(path, { kind: "folder", mode: 0o700, mtimeMs: now() });
      return DONE;
    },
    list: (path) => {
      const node = nodes.get(path);
      if (node === undefined) return faulty("missing");
      if (node.kind !== "folder") return faulty("not-a-folder");
      return { ok: true, value: children(path).map((each) => each.slice(each.lastIndexOf("/") + 1)) };
    },
    protect: (path) => {
      const node = nodes.get(path);
      if (node === undefined) return faulty("missing");
      if (node.kind === "link") return faulty("link");
      node.mode = node.kind === "folder" ? 0o700 : 0o600;
      return DONE;
    },
    realpath: (path) => (nodes.has(path) ? { ok: true, value: path } : faulty("missing")),
    removeFolder: (path) => {
      if (nodes.get(path)?.kind !== "folder") return faulty("missing");
      if (children(path).length > 0) return faulty("exists");
      nodes.delete(path);
      return DONE;
    },
    sync: (path) => (nodes.has(path) ? DONE : faulty("missing")),
  };
}
