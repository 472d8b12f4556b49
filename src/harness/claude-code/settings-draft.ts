/**
 * A settings text while it is edited: each edit reads the text anew, so paths
 * always mean what is there. Shapes that the host would not understand either
 * are refused before the first edit.
 */
import { type CkError, fail, ok, type Result } from "../../base/errors.ts";
import { isRecord } from "../../base/value.ts";
import type { Ours } from "./ownership.ts";
import {
  doubledName,
  insertAt,
  isBare,
  type JsonPath,
  type JsonText,
  parseJson,
  removeAt,
  replaceAt,
  valueAt,
} from "./jsonc-edit.ts";

/** A text together with the edits made so far, and which of its entries are ours. */
export class Draft {
  text: string;
  readonly ours: Ours;
  constructor(text: string, ours: Ours) {
    this.text = text;
    this.ours = ours;
  }
  at(path: JsonPath): unknown {
    return valueAt(this.#json(), path);
  }
  insert(path: JsonPath, name: string | null, value: unknown): void {
    this.text = insertAt(this.#json(), path, name, value);
  }
  replace(path: JsonPath, value: unknown): void {
    this.text = replaceAt(this.#json(), path, value);
  }
  remove(path: JsonPath): void {
    this.text = removeAt(this.#json(), path);
  }
  isBare(path: JsonPath): boolean {
    return isBare(this.#json(), path);
  }
  /** Takes a container out that is empty by now. */
  removeBare(path: JsonPath): void {
    if (this.isBare(path)) this.remove(path);
  }
  #json(): JsonText {
    const parsed = parseJson(this.text);
    if (!parsed.ok) throw new Error(`an edit broke the settings text: ${parsed.error.message}`);
    return parsed.value;
  }
}

/** Parses and refuses shapes that the host would not understand either. */
export function openSettings(text: string): Result<JsonText> {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const json = parsed.value;
  for (const path of [[], ["hooks"], ["permissions"]]) {
    const value = valueAt(json, path);
    if (value !== undefined && !isRecord(value)) return shape(path, "an object");
    const doubled = doubledName(json, path);
    if (doubled !== null) return fail("foreign", `the name ${JSON.stringify(doubled)} stands there twice`);
  }
  for (const [event, groups] of Object.entries(record(valueAt(json, ["hooks"])))) {
    if (!Array.isArray(groups)) return shape(["hooks", event], "a list");
  }
  const allow = valueAt(json, ["permissions", "allow"]);
  return allow === undefined || Array.isArray(allow) ? ok(json) : shape(["permissions", "allow"], "a list");
}

function shape(path: JsonPath, wanted: string): { readonly ok: false; readonly error: CkError } {
  return fail("foreign", `${path.join(".")} is not ${wanted}`);
}

/** An object as it is, anything else as an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
