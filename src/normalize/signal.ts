import { anyOf } from "../base/text.ts";

/**
 * What must never be elided: lines that report a fault or a verdict.
 * Pure predicates on one line; the caller caps the length of what it passes.
 */

// Hits anywhere in a line, as a tree by first letters: the engine tries the
// alternatives one by one at every character, so few of them is fast.
const ANYWHERE =
  /e(?:rror|xception)|(?:un|not )authori[sz]ed|forbidden|fa(?:il|tal)|t(?:raceback|imeout)|warn|de(?:precat|nied|adlock)|not(?:ice| found| permitted)|no such|s(?:trict|ig(?:segv|abrt|kill|term|bus|ill|fpe)|egfault)|co(?:nflict|re dumped)|c(?:annot|rashloopbackoff|aused by)|re(?:ject|fused)|un(?:handled|able|expected|defined|reachable)|in(?:valid)|out of memory|oomkilled|broken pipe|panic|missing|imagepullbackoff/i;
// Signs beyond ASCII, and how they look when they were wrongly decoded. Apart, and only asked of lines that
// have such characters: with them in one pattern the engine takes ten times as long for every line.
const NON_ASCII = /[^\0-\x7f]/;
const SIGNS = /[✗✘❌✖⨯✕⚠⛔❗]|\ud83d[\udd34\udea8\uded1]|Γ£[ûùÿò]|Γ¥î|ΓÜá|Ô£[ûùÿò]|ÔØî|ÔÜá|├ù |âœ[–—˜]|âŒ/i;

// Hits that count only at word boundaries. The boundaries are looked at by code:
// Unicode look-arounds cost more to compile than a whole small hook call.
const WORD_START = /fault|abort|assert/gi;
const WHOLE_WORD = /killed|oom|evicted|e\d{3,}/gi;
const UPPER_WORD = /E[A-Z]{3,}|CRITICAL|ALERT|SEVERE/g;
// Whether it is worth to look for them; most lines need no more.
const ANY_WORD = /fault|abort|assert|killed|oom|evicted|e\d{3}/i;
const ANY_UPPER = /E[A-Z]{3}|CRITICAL|ALERT|SEVERE/;

// The last three alternatives stand at the start of a line.
const ELSEWHERE =
  /timed\s?out|http\/[\d.]{1,5}"? [45]\d\d(?!\d)|(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S{1,300} [45]\d\d(?![\d.])|(?:status(?: code)?[:= ]{1,3}|-> ?)[45]\d\d(?![\d.a-z])|(?:exit(?:ed)?(?: with)?(?: code| status)?|returned)[:= ]{1,3}(?:a non-zero|code )?-?[1-9]|(?<![\w.])\d+ (?:passed|failed|failing|passing|skipped)\b|^\s{0,40}(?:not ok\b|(?:[+-] ?)?(?:expected|received|actual)(?![a-z])|(?:test suites|tests|snapshots)\s{0,3}:|ran \d+ tests?|# (?:tests|pass|fail|cancelled|skipped|todo) \d)|^E {2}|^> {2}/i;
const ELSEWHERE_SIGNS =
  /→ ?[45]\d\d(?![\d.a-z])|^\s{0,40}(?:ℹ (?:tests|pass|fail|cancelled|skipped|todo) \d|× )/i;

// Words that contain a hit but say nothing.
const HARMLESS =
  /strictly|restrict|terror|fail-?over|error-free|warned|(?<![\d.])0 (?:errors?|failures?|warnings?|failed|failing)|(?:failures?|errors?|failed|unreachable|warnings?) ?[:=] ?0(?![\d.])|no errors|-werror(?![=\w])/gi;

/** Log signal: the line reports an error, warning, verdict or count that an engineer looks for. */
export function isLogSignal(line: string): boolean {
  const isAscii = !NON_ASCII.test(line);
  if (!hasHit(line, isAscii)) return isBoundedSignal(line, isAscii);
  const rest = line.replace(HARMLESS, " ");
  return rest === line || hasHit(rest, isAscii) || isBoundedSignal(rest, isAscii);
}

function hasHit(line: string, isAscii: boolean): boolean {
  return ANYWHERE.test(line) || (!isAscii && SIGNS.test(line));
}

function isBoundedSignal(line: string, isAscii: boolean): boolean {
  return ELSEWHERE.test(line) || (!isAscii && ELSEWHERE_SIGNS.test(line)) ||
    (ANY_WORD.test(line) && (hasWord(line, WORD_START, false) || hasWord(line, WHOLE_WORD, true))) ||
    (ANY_UPPER.test(line) && hasWord(line, UPPER_WORD, true));
}

/** A match that no letter, digit or underscore precedes (and, for whole words, follows). */
function hasWord(line: string, pattern: RegExp, whole: boolean): boolean {
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(line); hit; hit = pattern.exec(line)) {
    const end = hit.index + hit[0].length;
    if (!isWordUnit(line, hit.index - 1) && !(whole && isWordUnit(line, end))) return true;
  }
  return false;
}

/** Letters and digits of any script, and the underscore. */
function isWordUnit(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  if (Number.isNaN(unit)) return false;
  if (unit < 128) {
    return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) ||
      unit === 95;
  }
  return /[\p{L}\p{N}]/u.test(line.charAt(at));
}

const NOTABLE =
  /terminat|roll(?:ed|ing)?[- ]?back|throttl|truncat|vulnerab|leak|overflow|skipp|retr(?:y|ies)|disconnect|stopped|crash|corrupt|mismatch|exceed|insufficient|unavailable|un(?:known|supported|resolved|used|safe|healthy)|malformed|blocked|cancel|discard|dropped|violat|degraded|\bstale\b|\bslow|no space|not (?:allowed|supported|installed)|disabled|ignor(?:ed|ing)|fall(?:ing|s)? ?back|outdated|obsolete|insecure|== \S.{0,80} ==+$|^-{3,} \S.{0,80} -{3,}$/i;

/** Weaker than signal: words of trouble that are often ordinary, and headings; a few of each kind are worth their room. */
export function isNotable(line: string): boolean {
  return NOTABLE.test(line);
}

const ERROR_CLASS =
  /error|fatal|exception|panic|traceback|fail|sig(?:segv|abrt)|segfault|out of memory|unhandled|not ok/i;
const ERROR_SIGNS = /[✗✘❌✖✕]/;
const ERROR_START = /^(?:E {2})|\b(?:abort|assert|killed)/i;

// Flags, functions, crates and files that only carry the word in their name.
const NAMES =
  /-D\w{1,80}|\b(?:str|this|lib[\w-]{0,20}|p)error\w{0,20}|\w{0,40}(?:error|fail|panic|exception|fatal)\w{0,40}\.(?:c|cc|cpp|h|hpp|rs|py|m?[jt]sx?|go|java|kt|rb|php|cs|o|lo|obj|class)\b/gi;

/** The stronger half of the signal: lines of class error, which are dropped after warnings. */
export function isErrorClass(line: string): boolean {
  if (!isError(line)) return ERROR_START.test(line);
  return isError(line.replace(HARMLESS, " ").replace(NAMES, " "));
}

function isError(line: string): boolean {
  return ERROR_CLASS.test(line) || (NON_ASCII.test(line) && ERROR_SIGNS.test(line));
}

const CODE_KEYWORD =
  /^\s*(?:async|def|class|import|function|export|const|interface|enum|func|fn|impl|struct|trait|pub|package|module|mod|use|using|namespace|object|extension|protocol|fun|final|abstract|static|sealed|override|source|typedef|public|private|protected)\s/;
const CODE_OTHER =
  /^\s*(?:from \S+ import|type [A-Za-z_]|@[A-Za-z_][\w.]{0,80}(?:[^\w.\/-]|$)|case class|data class|template ?<|(?:require|include)(?:_\w+)?(?!\w)|#\s?(?:include|define|pragma|ifdef|ifndef|endif)|macro_rules!|CREATE [A-Z])/;
const TOP_LEVEL = /^(?:let|var) /;
// Functions that are assigned, and the errors that a function raises.
const CODE_ASSIGNED =
  /^\s{0,12}(?:[\w$]{1,80}\.){0,6}[\w$]{1,80} ?[:=] ?(?:async )?(?:function\b|\([^()]{0,200}\)(?: ?: ?[\w<>[\]|. ]{1,100})? ?=>|[\w$]{1,80} =>)/;
// Constants of a module stand in capitals at column 0.
const CODE_CONSTANT = /^[A-Z][A-Z0-9_]{2,80}(?: ?: ?[\w[\], .]{1,120})? ?=(?!=)/;
const CODE_RAISED =
  /^\s{0,40}(?:(?:if|else|case|default|when|unless)\b.{0,200} )?(?:throw new [A-Z]|raise [A-Z])/;
const C_FUNCTION = /^[A-Za-z_][\w:<>*&, ]* [*&]?[\w:~]+\([^;]{0,300}\{?$/;

let isCode: ((line: string) => boolean) | undefined;

/** Code signal: the line declares or imports something. */
export function isCodeSignal(line: string): boolean {
  isCode ??= anyOf([CODE_KEYWORD, CODE_OTHER, TOP_LEVEL, CODE_ASSIGNED, CODE_RAISED]);
  return isCode(line);
}

/** A constant of a module; in a log the same form is any setting, so only reads of code ask. */
export function isModuleConstant(line: string): boolean {
  return CODE_CONSTANT.test(line);
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
