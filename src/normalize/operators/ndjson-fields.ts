import { KIND, kindOf, nextOf, sourceOf, startOf, stringOf, type Tape } from "./json-spans.ts";

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

export function levelOf(tape: Tape, item: number): "error" | null {
  const node = memberOf(tape, item, "level");
  if (node < 0 || kindOf(tape, node) !== KIND.number) return null;
  const level = Number(sourceOf(tape, node));
  return level >= FAULT_LEVEL && level < FAULT_LEVEL_MAX ? "error" : null;
}
