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
