/**
 * Every cap of the product, named once. Units are in the names.
 * Code never carries a bare size or time of its own.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** stdin of a hook that is kept; longer input is drained and the host's text passes. */
export const HOOK_STDIN_MAX_BYTES = 16 * MIB;
/** The host's status JSON; longer input counts as none. */
export const STATUS_STDIN_MAX_BYTES = 1 * MIB;
/** How long the status line waits for its input. */
export const STATUS_STDIN_MAX_MS = 1_500;
/** Wall clock of one hook call; past it the optional work stops. */
export const HOOK_DEADLINE_MS = 5_000;
/** What all features together may inject at one event (the host previews more than 10,000). */
export const CONTEXT_MAX_UNITS = 9_500;
/** Replacement of Bash, Grep, Glob and WebFetch; the host saves more than 30,000 to a file. */
export const REPLACEMENT_MAX_UNITS = 29_000;
/** Replacement of an MCP result; the host saves more than 50,000 to a file. */
export const REPLACEMENT_MCP_MAX_UNITS = 48_000;
/** The host itself shortens a Bash result above this … */
export const HOST_SAVES_BASH_UNITS = 30_000;
/** … and an MCP result above this. */
export const HOST_SAVES_MCP_UNITS = 50_000;
/** Raw text of one parked output. */
export const PARK_MAX_BYTES = 16 * MIB;
/** The file of one parked output; DEFLATE hardly grows what it cannot shrink. */
export const PARKED_FILE_MAX_BYTES = 17 * MIB;
/** Compressed parked outputs of one project. */
export const PARK_PROJECT_MAX_BYTES = 64 * MIB;
/** From this length of a text on compiled code pays for its compilation. */
export const LONG_WORK_UNITS = 2_000_000;
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
/** The journal of what a project has parked starts anew above this. */
export const USAGE_MAX_BYTES = 1 * MIB;
/** One step of reading a long journal. */
export const JOURNAL_CHUNK_BYTES = 4 * MIB;
/** A stored fold over the ledger; a larger one is not stored. */
export const LEDGER_CACHE_MAX_BYTES = 64 * MIB;
/** Growth of the ledger after which its fold is stored again. */
export const LEDGER_CACHE_STEP_BYTES = 256 * KIB;
/** Header of a blob with its description. */
export const BLOB_HEADER_MAX_BYTES = 8 * KIB;
/** DEFLATE cannot grow by more than a factor of 1,032: below this the output stays under 64 MiB. */
export const INFLATE_UNBOUNDED_MAX_BYTES = 60_000;
/** What a temporary file outlives before it counts as a leftover. */
export const LEFTOVER_MAX_AGE_MS = 3_600_000;
/** A session that was written to within this time is never counted out. */
export const SESSION_ACTIVE_MS = 3_600_000;
/** A lock older than this whose owner is gone is broken. */
export const LOCK_STALE_MS = 2_000;
/** The longest wait for a lock. */
export const LOCK_WAIT_MS = 5_000;
/** A lock this old is broken even if a process of that id runs: ids are reused, and nobody holds one for so long. */
export const LOCK_DEAD_MS = 30_000;
/** A line is cut above this length (code points). */
export const LONG_LINE_MAX_POINTS = 2_000;
/** JSON deeper than this is not projected. */
export const JSON_MAX_DEPTH = 200;
/** JSON longer than this is not projected. */
export const JSON_MAX_UNITS = 20 * MIB;
/** The end of a transcript that is searched for the last usage record. */
export const TRANSCRIPT_TAIL_BYTES = 400_000;
/** The end of a transcript that is searched for delivered results. */
export const TRANSCRIPT_RESULTS_BYTES = 4_000_000;
/** Steps of one diff before it gives up: counted, not timed, so that every machine gives the same answer. */
export const DIFF_MAX_STEPS = 250_000;
/** Lines printed by one `recall --grep` or `--search`. */
export const RECALL_MAX_LINES = 200;
/** Text shown of a parked command. */
export const COMMAND_SHOWN_UNITS = 200;
/** Largest file of a profile, settings or host configuration that is read. */
export const CONFIG_MAX_BYTES = 1 * MIB;
/** One evaluation of a user's search pattern over a whole text. */
export const SEARCH_MAX_MS = 2_000;
/** A text up to this length is counted exactly; a longer one in samples, and the number says so. */
export const COUNT_EXACT_MAX_UNITS = 8 * MIB;
/** One piece of a text (a run without a break) that is merged whole when tokens are counted. */
export const COUNT_PIECE_MAX_UNITS = 256 * KIB;
/** Parts counted of a text above COUNT_EXACT_MAX_UNITS. */
export const COUNT_SAMPLES = 64;
