/** Exit codes of the command line. The hook has its own: always 0. */
export const EXIT = { ok: 0, failed: 1, usage: 2, bug: 70 } as const;

/** What each code means, for help and README. */
export const EXIT_SAYS: readonly (readonly [code: number, says: string])[] = [
  [EXIT.ok, "Done"],
  [EXIT.failed, "Failed; the message says why"],
  [EXIT.usage, "Wrong usage"],
  [EXIT.bug, "A bug in ck-bin; please report it"],
];
