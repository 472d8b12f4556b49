/**
 * The closed list of error codes. A code carries a message and a hint that
 * names the next step; it never carries content of the user.
 */

export const ERROR_HINTS = {
  usage: "Run the command with --help to see its arguments.",
  "no-state": "Set HOME or CK_HOME to a writable folder.",
  "state-unsafe": "The state folder is a link or belongs to someone else; set CK_HOME to a private folder.",
  "state-unwritable": "Make the state folder writable, or set CK_HOME to another one.",
  "state-newer":
    "This state was written by a newer ck-bin; upgrade this one or set CK_HOME to another folder.",
  "store-full": "Run `ck-bin gc`, or wait until parked outputs expire.",
  "too-large": "The text is above the parking limit (CK_PARK_MAX).",
  "not-found": "Run `ck-bin recall --list` to see what is there.",
  "other-secret":
    "The file `secret` in the state folder was deleted or replaced. Put the old one back, or run the original command again.",
  damaged: "The stored bytes do not match their hash; run the original command again.",
  "bad-pattern": "Use JavaScript regular-expression syntax.",
  "slow-pattern": "Use a simpler pattern; nested or adjacent unbounded repeats are refused.",
  "bad-input": "See what is expected with --help.",
  io: "Check space, permissions and open files; `ck-bin doctor` shows details.",
  locked: "Another process holds the file; try again in a moment.",
  foreign: "Mend the file or move it away first; nothing was changed.",
} as const;

export type ErrorCode = keyof typeof ERROR_HINTS;

/** An expected failure: what happened, in one sentence, and its code. */
export interface CkError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The next step where it is known better than the code's hint says. */
  readonly next?: string;
}

export type Result<T, E = CkError> = { readonly ok: true; readonly value: T } | {
  readonly ok: false;
  readonly error: E;
};

/** Wraps a value. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Builds an expected failure. */
export function fail(
  code: ErrorCode,
  message: string,
  next?: string,
): { readonly ok: false; readonly error: CkError } {
  return { ok: false, error: next === undefined ? { code, message } : { code, message, next } };
}

/** What to do next about a failure. */
export function nextStep({ code, next }: CkError): string {
  return next ?? ERROR_HINTS[code];
}
