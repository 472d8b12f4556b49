/**
 * What must never be elided: lines that report a fault or a verdict.
 * Pure predicates on one line; the caller caps the length of what it passes.
 */

// Hits anywhere in a line, as a tree by first letters: the engine tries the
// alternatives one by one at every character, so few of them is fast.
const ANYWHERE =
  /e(?:rror|xception)|fa(?:il|tal)|t(?:raceback|imeout)|warn|de(?:precat|nied|adlock)|not(?:ice| found| permitted)|no such|s(?:trict|ig(?:segv|abrt|kill|term|bus|ill|fpe)|egfault)|co(?:nflict|re dumped)|c(?:annot|rashloopbackoff|aused by)|re(?:ject|fused)|un(?:handled|able|expected|defined|reachable)|in(?:valid)|out of memory|oomkilled|broken pipe|panic|missing|imagepullbackoff|[✗✘❌✖⨯]/i;

// Hits that need a look at their neighbours.
const MAYBE =
  /fault|killed|oom|abort|timed ?out|evicted|assert|http\/\d|status(?: code)?[:= ]+[45]|[>→] ?[45]\d\d|exit|returned|not ok|expected|received|actual|test|\d (?:passed|failed|failing|passing|skipped)|snapshots/i;
const MAYBE_UPPER = /[Ee]\d{3}|E[A-Z]{3}|CRITICAL|ALERT|EMERG|SEVERE/;

const BOUNDED = [
  /(?<![\p{L}\p{N}_])fault/iu,
  /(?<![\p{L}\p{N}_])(?:killed|oom)(?![\p{L}\p{N}_])/iu,
  /(?<![\p{L}\p{N}_])(?:abort|assert)/iu,
  /timed\s?out/iu,
  /(?<![\p{L}\p{N}_])E\p{Nd}{3,}(?![\p{L}\p{N}_])/iu,
  /(?<![\p{L}\p{N}_])E(?!RROR\b)[A-Z]{3,}(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}_])(?:CRITICAL|ALERT|EMERG|SEVERE)(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}_])Evicted(?![\p{L}\p{N}_])/u,
  /HTTP\/[\d.]+"? [45]\d\d(?!\d)/u,
  /(?:status(?: code)?[:= ]+|[-→]>? ?)[45]\d\d(?![\d.\p{L}])/iu,
  /(?:exit(?:ed)?(?: with)?(?: code| status)?|returned)[:= ]+(?:a non-zero|code )?-?[1-9]\d*/iu,
  /^\s*not ok(?![\p{L}\p{N}_])/u,
  /^\s*(?:[+-] ?)?(?:expected|received|actual)(?![\p{L}])/iu,
  /(?<![\p{L}\p{N}_.])\d+ (?:passed|failed|failing|passing|skipped)(?![\p{L}\p{N}_])/iu,
  /^\s*(?:test suites|tests|snapshots)\s*:/iu,
  /^Ran \d+ tests?/u,
];

const AT_START = /^(?:E {2,}|> {2,}|\s*× )/;

// Words that contain a hit but say nothing.
const HARMLESS =
  /strictly|restrict|terror|fail-?over|error-free|warned|(?<![\d.])0 (?:errors?|failures?|warnings?)|no errors|-werror(?![=\w])/gi;

/** Log signal: the line reports an error, warning, verdict or count that an engineer looks for. */
export function isLogSignal(line: string): boolean {
  if (ANYWHERE.test(line)) {
    if (!HARMLESS.test(line)) return true;
    HARMLESS.lastIndex = 0;
    const rest = line.replace(HARMLESS, " ");
    return ANYWHERE.test(rest) || isBoundedSignal(rest);
  }
  return isBoundedSignal(line);
}

function isBoundedSignal(line: string): boolean {
  if (AT_START.test(line)) return true;
  return (MAYBE.test(line) || MAYBE_UPPER.test(line)) && BOUNDED.some((pattern) => pattern.test(line));
}

const ERROR_CLASS =
  /error|fatal|exception|panic|traceback|fail|sigsegv|sigabrt|segfault|out of memory|unhandled|✗|✘|❌|✖|not ok|(?<![\p{L}\p{N}_])(?:E {2,}|abort|assert|killed)/iu;

/** The stronger half of the signal: lines of class error, which are dropped after warnings. */
export function isErrorClass(line: string): boolean {
  if (!ERROR_CLASS.test(line)) return false;
  const rest = line.replace(HARMLESS, " ");
  HARMLESS.lastIndex = 0;
  return ERROR_CLASS.test(rest);
}

const CODE_KEYWORD =
  /^\s*(?:async|def|class|import|function|export|const|interface|enum|func|fn|impl|struct|trait|pub|package|module|mod|use|using|namespace|object|extension|protocol|fun|final|abstract|static|sealed|override|source|typedef|public|private|protected)\s/;
const CODE_OTHER =
  /^\s*(?:from \S+ import|type [\p{L}_]|@[\p{L}_]|case class|data class|template ?<|(?:require|include)(?:_\w+)?(?!\w)|#\s?(?:include|define|pragma|ifdef|ifndef|endif)|macro_rules!|CREATE [A-Z])/u;
const TOP_LEVEL = /^(?:let|var) /;
const C_FUNCTION = /^[A-Za-z_][\w:<>*&, ]* [*&]?[\w:~]+\([^;]{0,300}\{?$/;

/** Code signal: the line declares or imports something. */
export function isCodeSignal(line: string): boolean {
  return CODE_KEYWORD.test(line) || CODE_OTHER.test(line) || TOP_LEVEL.test(line);
}

/** C-family declarations begin with a return type at column 0. */
export function isCFunction(line: string): boolean {
  return C_FUNCTION.test(line) && !/^(?:return|else|if|for|while|switch)\b/.test(line);
}

const GREP_PREFIX = /^(?:[^\s:]{1,300}:)?\d+[:-]/;
const NUMBER_PREFIX = /^ {0,8}\d{1,7}(?:\t|→| ?[|│] ?)/;

/** The line without the number that `cat -n`, `nl` or a viewer put before it. */
export function withoutLineNumber(line: string): string {
  return NUMBER_PREFIX.test(line) ? line.replace(NUMBER_PREFIX, "") : line;
}

/** Code signal behind one optional prefix: `[file:]N:`, `[file:]N-`, or a line number of a viewer. */
export function isListedCodeSignal(line: string): boolean {
  if (isCodeSignal(line)) return true;
  const code = line.charCodeAt(0);
  if (code > 64 && !GREP_PREFIX.test(line)) return false;
  const bare = withoutLineNumber(line).replace(GREP_PREFIX, "");
  return bare !== line && isCodeSignal(bare);
}

/** Start of a line that structures a diff. */
export function isDiffStructure(line: string): boolean {
  return line.startsWith("@@")
    ? /^@@@* /.test(line)
    : line.startsWith("diff --") || line.startsWith("+++ ") || line.startsWith("--- ");
}
