import { keyNodes } from "./json-columns.ts";
import { type Member, type Stub, stubSize } from "./json-identity.ts";
import { KIND, kindOf, sizeOf, sourceOf, stringOf, type Tape } from "./json-spans.ts";
import { templateOf } from "./template.ts";

/**
 * Lists of findings, as linters and scanners print them: a rule's code with a
 * message or a file. Where the records themselves are hidden, one line each
 * goes on saying what was found where. Linear in the list.
 */

const FILES: readonly string[] = ["filename", "file", "path", "filepath", "file_path", "file_name", "uri"];
const CODES: readonly string[] = [
  "code",
  "rule",
  "ruleid",
  "rule_id",
  "test_id",
  "check_id",
  "symbol",
  "message-id",
  "messageid",
  "cop_name",
  "fromlinter",
  "vulnerabilityid",
];
const MESSAGES: readonly string[] = ["message", "issue_text", "text", "msg", "description", "title"];
const LINES: readonly string[] = ["line", "line_number", "lineno", "startline", "start_line", "row"];
const ROLES: readonly (readonly string[])[] = [FILES, LINES, CODES, MESSAGES];
const VALUE_UNITS = 160;
const CODE_UNITS = 80;
/** A line that is not clearly shorter than its record is not worth it. */
const STUB_SHARE = 0.6;
/** Records looked at to tell whether the list is one of findings. */
const PROBE = 5;

/** What a record says: its file, line, code and message; -1 for what it does not say. */
type Finding = readonly [file: number, line: number, code: number, message: number];

/**
 * One line for hidden findings, as many as fit into `room` units: the first of
 * every code, of every file and of every kind of message, then the others.
 * @returns null when these are no findings
 */
export function findingStubs(
  tape: Tape,
  records: readonly number[],
  shown: (index: number) => boolean,
  room: number,
): ReadonlyMap<number, Stub> | null {
  if (!records.slice(0, PROBE).every((record) => isFinding(readFinding(tape, record)))) return null;
  const ranks: number[][] = [[], [], [], []];
  const seen = new Set<string>();
  const findings = records.map((record) => readFinding(tape, record));
  // What is shown in full needs no line.
  findings.forEach((finding, index) => shown(index) && rankOf(tape, finding, seen));
  findings.forEach((finding, index) => {
    if (!shown(index)) ranks[rankOf(tape, finding, seen)]?.push(index);
  });
  const stubs = new Map<number, Stub>();
  let left = room;
  for (const index of ranks.flat()) {
    const record = records[index] ?? 0;
    const stub = lineOf(tape, record, findings[index]);
    if (!stub) continue;
    left -= stubSize(tape, stub);
    if (left < 0) break;
    stubs.set(record, stub);
  }
  return stubs;
}

function readFinding(tape: Tape, record: number): Finding | null {
  if (kindOf(tape, record) !== KIND.object) return null;
  const keys = keyNodes(tape, record).filter((key) => isShort(tape, key + 1));
  const names = keys.map((key) => stringOf(tape, key).toLowerCase());
  const [file, line, code, message] = ROLES.map((role) => {
    for (const name of role) {
      const key = keys[names.indexOf(name)];
      if (key !== undefined && (role !== CODES || isToken(tape, key + 1))) return key;
    }
    return -1;
  });
  return [file ?? -1, line ?? -1, code ?? -1, message ?? -1];
}

/** Some tools call the source text `code`. */
function isToken(tape: Tape, node: number): boolean {
  return sizeOf(tape, node) <= CODE_UNITS && !/[\s\\]/.test(sourceOf(tape, node));
}

function isShort(tape: Tape, node: number): boolean {
  const kind = kindOf(tape, node);
  return (kind === KIND.string || kind === KIND.number) && sizeOf(tape, node) <= VALUE_UNITS;
}

function isFinding(finding: Finding | null): boolean {
  if (!finding) return false;
  const [file, , code, message] = finding;
  return code >= 0 && (file >= 0 || message >= 0);
}

/** 0: a new code, 1: a new file, 2: a new kind of message, 3: nothing new. */
function rankOf(tape: Tape, finding: Finding | null, seen: Set<string>): number {
  if (!finding) return 3;
  const [file, , code, message] = finding;
  const told: readonly string[] = [
    code < 0 ? "" : `code ${sourceOf(tape, code + 1)}`,
    file < 0 ? "" : `file ${sourceOf(tape, file + 1)}`,
    message < 0 ? "" : `says ${templateOf(sourceOf(tape, message + 1))}`,
  ];
  let rank = 3;
  told.forEach((text, index) => {
    if (text === "" || seen.has(text)) return;
    seen.add(text);
    rank = Math.min(rank, index);
  });
  return rank;
}

function lineOf(tape: Tape, record: number, finding: Finding | null | undefined): Stub | null {
  const members: Member[] = (finding ?? []).filter((key) => key >= 0).map((key) => ({ key, value: key + 1 }));
  if (members.length === 0) return null;
  const stub = { members, rest: keyNodes(tape, record).length - members.length };
  return stub.rest > 0 && stubSize(tape, stub) < STUB_SHARE * sizeOf(tape, record) ? stub : null;
}
