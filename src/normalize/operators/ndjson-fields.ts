import { KIND, kindOf, nextOf, sizeOf, sourceOf, startOf, stringOf, type Tape } from "./json-spans.ts";

/** Single fields of a record, read without building the record. */

/** Value node of a member of the object, or -1. */
export function memberOf(tape: Tape, item: number, name: string): number {
  if (kindOf(tape, item) !== KIND.object) return -1;
  const end = nextOf(tape, item);
  for (let key = item + 1; key < end; key = nextOf(tape, key + 1)) {
    if (tape.text.startsWith(`"${name}"`, startOf(tape, key))) return key + 1;
  }
  return -1;
}

/** A member's string. */
export function fieldOf(tape: Tape, item: number, name: string): string | undefined {
  const node = memberOf(tape, item, name);
  return node >= 0 && kindOf(tape, node) === KIND.string ? stringOf(tape, node) : undefined;
}

/** Loggers that write levels as numbers use 50 and 60 for faults. */
const FAULT_LEVEL = 50;
const FAULT_LEVEL_MAX = 100;

const LEVELS: readonly string[] = ["level", "severity", "lvl", "levelname"];
const FAULT_WORD = /^(?:err|error|fatal|crit|critical|panic|alert|emerg|emergency|severe)$/i;
const WORD_UNITS = 12;

/** Whether the level of a record says that something failed. */
export function levelOf(tape: Tape, item: number): "error" | null {
  for (const name of LEVELS) {
    const node = memberOf(tape, item, name);
    if (node < 0) continue;
    const kind = kindOf(tape, node);
    if (kind === KIND.string && sizeOf(tape, node) <= WORD_UNITS) {
      return FAULT_WORD.test(stringOf(tape, node)) ? "error" : null;
    }
    if (kind !== KIND.number) continue;
    const level = Number(sourceOf(tape, node));
    return level >= FAULT_LEVEL && level < FAULT_LEVEL_MAX ? "error" : null;
  }
  return null;
}
