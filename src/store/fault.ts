/** File faults as errors of the product: one place decides which code a person sees. */

import type { CkError, ErrorCode } from "../base/errors.ts";
import type { FileFault } from "../base/runtime.ts";

const CODES: Readonly<Record<FileFault, ErrorCode>> = {
  missing: "io",
  exists: "io",
  link: "state-unsafe",
  "not-a-file": "state-unsafe",
  "not-a-folder": "state-unsafe",
  "not-ours": "state-unsafe",
  access: "state-unwritable",
  "read-only": "state-unwritable",
  "no-space": "io",
  "too-many-open": "io",
  "too-large": "too-large",
  "short-write": "io",
  io: "io",
};

/** An error from a fault; `what` names the step, never content. */
export function faultError(fault: FileFault, what: string): { readonly ok: false; readonly error: CkError } {
  return { ok: false, error: { code: CODES[fault], message: `${what}: ${fault}` } };
}

/** What is wrong with a file, after its path. */
const SAYS: Readonly<Record<FileFault, string>> = {
  missing: "is not there",
  exists: "is there already",
  link: "is a link, which is never followed",
  "not-a-file": "is no regular file",
  "not-a-folder": "lies below something that is no folder",
  "not-ours": "belongs to someone else",
  access: "may not be opened (permission denied)",
  "read-only": "lies on a read-only file system",
  "no-space": "cannot be written: no space is left",
  "too-many-open": "cannot be opened: too many files are open",
  "too-large": "is too large",
  "short-write": "was written only in part",
  io: "cannot be used: the system reports an input or output error",
};

/** A fault in words: "PATH is a link, which is never followed". */
export function faultSays(fault: FileFault, path: string): string {
  return `${path} ${SAYS[fault]}`;
}

/** An error about one file or folder of the state, with what to do about exactly that one. */
export function placeError(fault: FileFault, path: string): { readonly ok: false; readonly error: CkError } {
  return {
    ok: false,
    error: { code: CODES[fault], message: faultSays(fault, path), ...nextFor(fault, path) },
  };
}

function nextFor(fault: FileFault, path: string): { readonly next?: string } {
  switch (fault) {
    case "link":
    case "not-a-file":
    case "not-a-folder":
    case "not-ours":
      return { next: `Move ${path} away, or set CK_HOME to a private folder.` };
    case "access":
      return { next: `Give yourself access (chmod u+rwX ${path}), or set CK_HOME to another folder.` };
    case "read-only":
      return { next: "Set CK_HOME to a folder that can be written." };
    default:
      return {};
  }
}
