/**
 * Every cap of the product, named once. Units are in the names.
 * Code never carries a bare size or time of its own.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** stdin of a hook that is kept; longer input is drained and the host's text passes. */
export const HOOK_STDIN_MAX_BYTES = 16 * MIB;
/** Wall clock of one hook call; past it the optional work stops. */
export const HOOK_DEADLINE_MS = 5_000;
/** What all features together may inject at one event (the host previews more than 10,000). */
export const CONTEXT_MAX_UNITS = 9_500;
/** Replacement of Bash, Grep, Glob and WebFetch; the host saves more than 30,000 to a file. */
export const REPLACEMENT_MAX_UNITS = 29_000;
/** Replacement of an MCP result; the host saves more than 50,000 to a file. */
export const REPLACEMENT_MCP_MAX_UNITS = 48_000;
/** Raw text of one parked output. */
export const PARK_MAX_BYTES = 16 * MIB;
/** Compressed parked outputs of one project. */
export const PARK_PROJECT_MAX_BYTES = 64 * MIB;
/** One remembered read, for diffs. */
export const READ_COPY_MAX_UNITS = 32 * KIB;
/** All remembered reads of one project. */
export const READ_COPIES_MAX_BYTES = 16 * MIB;
/** Journals of a session are kept this long. */
export const SESSION_MAX_AGE_MS = 7 * 86_400_000;
/** Newest sessions kept for one project. */
export const SESSIONS_PER_PROJECT = 8;
/** Months of the ledger that are kept. */
export const LEDGER_MONTHS = 12;
/** The journal of swallowed failures. */
export const FAILURES_MAX_BYTES = 1 * MIB;
/** One record of a journal. */
export const JOURNAL_RECORD_MAX_BYTES = 256 * KIB;
/** What a reader takes of one journal. */
export const JOURNAL_READ_MAX_BYTES = 64 * MIB;
/** A line is cut above this length (code points). */
export const LONG_LINE_MAX_POINTS = 2_000;
/** JSON deeper than this is not projected. */
export const JSON_MAX_DEPTH = 200;
/** JSON longer than this is not projected. */
export const JSON_MAX_UNITS = 20 * MIB;
/** The end of a transcript that is searched for the last usage record. */
export const TRANSCRIPT_TAIL_BYTES = 400_000;
/** Work of one diff before it gives up. */
export const DIFF_MAX_MS = 50;
/** Lines printed by one `recall --grep` or `--search`. */
export const RECALL_MAX_LINES = 200;
/** Text shown of a parked command. */
export const COMMAND_SHOWN_UNITS = 200;
/** Largest file of a profile, settings or host configuration that is read. */
export const CONFIG_MAX_BYTES = 1 * MIB;
/** A pattern sees one line of at most this length. */
export const PATTERN_LINE_MAX_UNITS = 2_000;
/** One evaluation of a user's search pattern over a whole text. */
export const SEARCH_MAX_MS = 2_000;
