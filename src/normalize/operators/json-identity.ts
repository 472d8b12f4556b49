import { keyNodes } from "./json-columns.ts";
import { KIND, kindOf, sizeOf, sourceOf, stringOf, type Tape } from "./json-spans.ts";

/**
 * The member that tells the records of a list apart, such as `name`, so that a
 * short list can go on naming the records whose other members are hidden.
 */

const NAMES: readonly string[] = [
  "name",
  "id",
  "key",
  "title",
  "path",
  "file",
  "filename",
  "slug",
  "number",
  "sha",
  "login",
  "email",
  "ref",
  "tag",
  "url",
];
const VALUE_UNITS = 80;
/** Names may repeat a little (the same name in two groups). */
const DISTINCT_SHARE = 0.6;
/** A stub that is not clearly shorter than its record is not worth it. */
const STUB_SHARE = 0.5;

export interface Member {
  readonly key: number;
  readonly value: number;
}

export interface Stub {
  /** At least one. */
  readonly members: readonly Member[];
  /** Members that are not shown. */
  readonly rest: number;
}

/** One stub per record, or null when no member tells them apart. */
export function stubsOf(tape: Tape, records: readonly number[]): ReadonlyMap<number, Stub> | null {
  for (const name of NAMES) {
    const stubs = new Map<number, Stub>();
    const values = new Set<string>();
    for (const record of records) {
      const stub = kindOf(tape, record) === KIND.object ? stubOf(tape, record, name) : null;
      if (!stub) break;
      stubs.set(record, stub);
      for (const { value } of stub.members) values.add(sourceOf(tape, value));
    }
    if (stubs.size === records.length && values.size >= DISTINCT_SHARE * records.length) return stubs;
  }
  return null;
}

/** Units of a stub without white space: `{"name":"x","…":7}`. */
export function stubSize(tape: Tape, stub: Stub): number {
  let size = String(stub.rest).length + 6;
  for (const { key, value } of stub.members) size += sizeOf(tape, key) + sizeOf(tape, value) + 2;
  return size;
}

function stubOf(tape: Tape, record: number, name: string): Stub | null {
  const keys = keyNodes(tape, record);
  const key = keys.find((node) => stringOf(tape, node).toLowerCase() === name);
  if (key === undefined) return null;
  const kind = kindOf(tape, key + 1);
  if ((kind !== KIND.string && kind !== KIND.number) || sizeOf(tape, key + 1) > VALUE_UNITS) return null;
  const stub = { members: [{ key, value: key + 1 }], rest: keys.length - 1 };
  return stubSize(tape, stub) < STUB_SHARE * sizeOf(tape, record) ? stub : null;
}
