/**
 * Edits of a settings text that a person owns: every byte that is not part of
 * the edit stays, comments included. The package's own `modify` deletes the
 * comment before a removed property, moves the one behind the last property
 * and lays whole arrays out anew, so ranges are computed here.
 * The only file that knows `jsonc-parser`.
 */
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import { fail, ok, type Result } from "../../base/errors.ts";
import { print, styleOf } from "./jsonc-style.ts";

export type JsonPath = readonly (string | number)[];

/** A parsed settings text. Comments and trailing commas are read; `strict` says that there are none. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
  readonly strict: boolean;
}

const BYTE_ORDER_MARK = "\ufeff";

/** A text whose root is an object, or why it is none. */
export function parseJson(text: string): Result<JsonText> {
  const errors: ParseError[] = [];
  const body = withoutMark(text);
  const root = treeOf(body, errors);
  if (root === null) return fail("foreign", "it is nested too deeply");
  if (root === undefined || errors.length > 0) {
    const line = body.slice(0, errors[0]?.offset ?? body.length).split("\n").length;
    return fail("foreign", `line ${line} does not parse as JSON`);
  }
  if (root.type !== "object") return fail("foreign", "it holds no JSON object");
  return ok({ text, root, strict: isStrict(body) });
}

/** Null for a text that is nested more deeply than the parser's recursion reaches. */
function treeOf(body: string, errors: ParseError[]): Node | undefined | null {
  try {
    return parseTree(body, errors, { allowTrailingComma: true, disallowComments: false });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The value at a path, or undefined. */
export function valueAt(json: JsonText, path: JsonPath): unknown {
  const node = findNodeAtLocation(json.root, [...path]);
  return node === undefined ? undefined : getNodeValue(node);
}

/** True when there is an object or array at `path` with nothing in it, not even a comment. */
export function isBare(json: JsonText, path: JsonPath): boolean {
  const node = path.length === 0 ? json.root : findNodeAtLocation(json.root, [...path]);
  if (node === undefined || (node.type !== "object" && node.type !== "array")) return false;
  return withoutMark(json.text).slice(node.offset + 1, node.offset + node.length - 1).trim() === "";
}

/** A name that stands twice in the object at `path`; the host and we could mean different ones. */
export function doubledName(json: JsonText, path: JsonPath): string | null {
  const node = path.length === 0 ? json.root : findNodeAtLocation(json.root, [...path]);
  const seen = new Set<string>();
  for (const property of node?.type === "object" ? node.children ?? [] : []) {
    const name = String(property.children?.[0]?.value);
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/** Adds a property (`name`) at the end of the object at `path`, or an item (`null`) at the end of the array there. */
export function insertAt(json: JsonText, path: JsonPath, name: string | null, value: unknown): string {
  const body = withoutMark(json.text);
  const container = path.length === 0 ? json.root : findNodeAtLocation(json.root, [...path]);
  if (container === undefined) throw new Error("no container at that path");
  const style = styleOf(body);
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const inner = body.slice(open, close);
  const last = container.children?.at(-1);
  const outer = lineIndent(body, container.offset);
  const onLines = inner.includes("\n") || (last === undefined && (style.onLines || container === json.root));
  const key = (indent: string) =>
    (name === null ? "" : JSON.stringify(name) + (style.spaced ? ": " : ":")) +
    print(value, style, onLines, indent);
  const edits: Edit[] = [];
  const end = last === undefined ? open : last.offset + last.length;
  const comma = last !== undefined && commaAfter(body, end, close) === null ? "," : "";
  const at = open + inner.trimEnd().length;
  if (comma !== "" && at > end) edits.push({ offset: end, length: 0, content: comma });
  const glued = comma !== "" && at === end ? comma : "";
  if (onLines) {
    const indent = last === undefined
      ? outer + style.unit
      : ownIndent(body, last.offset) ?? outer + style.unit;
    const member = style.eol + indent + key(indent);
    const rest = body.slice(at, close);
    const closing = rest.includes("\n") ? "" : style.eol + outer;
    edits.push({ offset: at, length: closing === "" ? 0 : rest.length, content: glued + member + closing });
  } else {
    const gap = last === undefined ? "" : style.spaced ? " " : "";
    edits.push({ offset: at, length: 0, content: glued + gap + key(outer) });
  }
  return withMark(json.text, applyEdits(body, edits));
}

/** Puts another value in the place of the one at `path`. */
export function replaceAt(json: JsonText, path: JsonPath, value: unknown): string {
  const body = withoutMark(json.text);
  const node = findNodeAtLocation(json.root, [...path]);
  if (node === undefined) throw new Error("no value at that path");
  const style = styleOf(body);
  const old = body.slice(node.offset, node.offset + node.length);
  const flat = old.length > 2 && /^[[{]/.test(old) && !old.includes("\n");
  const onLines = style.onLines && !flat;
  const content = print(value, style, onLines, lineIndent(body, node.offset));
  return withMark(json.text, applyEdits(body, [{ offset: node.offset, length: node.length, content }]));
}

/** Takes the property or item at `path` out, with its comma; comments of others stay. */
export function removeAt(json: JsonText, path: JsonPath): string {
  const body = withoutMark(json.text);
  const value = findNodeAtLocation(json.root, [...path]);
  const member = value?.parent?.type === "property" ? value.parent : value;
  const container = member?.parent;
  if (member === undefined || container === undefined) throw new Error("nothing at that path");
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  let from = member.offset;
  let to = from + member.length;
  const edits: Edit[] = [];
  const next = commaAfter(body, to, close);
  const index = container.children?.indexOf(member) ?? 0;
  const before = container.children?.[index - 1];
  if (next !== null) {
    to = next + 1;
  } else if (before !== undefined) {
    const comma = commaAfter(body, before.offset + before.length, member.offset);
    if (comma !== null) edits.push({ offset: comma, length: 1, content: "" });
  }
  const isLast = index === (container.children?.length ?? 0) - 1;
  [from, to] = widen(body, from, to, isLast, next === null && edits[0] ? edits[0].offset + 1 : open, close);
  edits.push({ offset: from, length: to - from, content: "" });
  const out = applyEdits(body, edits);
  return withMark(json.text, container.children?.length === 1 ? collapse(out, container.offset) : out);
}

/** Takes the white space that belonged to a removed member along. */
function widen(
  body: string,
  start: number,
  stop: number,
  isLast: boolean,
  low: number,
  high: number,
): [number, number] {
  let from = start;
  let to = stop;
  while (from > low && (body[from - 1] === " " || body[from - 1] === "\t")) from -= 1;
  const ownLine = body[from - 1] === "\n";
  const endOfLine = /^[ \t]*(?:\r?\n|$)/.exec(body.slice(to, Math.min(high, to + 4_096)));
  if (ownLine && endOfLine !== null) {
    // A last member goes with the line break before it, another one with its own.
    if (!isLast) return [from, to + endOfLine[0].length];
    from -= body[from - 2] === "\r" ? 2 : 1;
    return [from, to];
  }
  if (ownLine) return [start, to];
  if (isLast) return [from, to];
  while (to < high && body[to] === " ") to += 1;
  return [start, to];
}

/** `{   }` becomes `{}` once nothing but white space is left between the brackets. */
function collapse(text: string, offset: number): string {
  const blank = /^[ \t\r\n]*/.exec(text.slice(offset + 1))?.[0] ?? "";
  const closing = text[offset + 1 + blank.length];
  return closing === "}" || closing === "]"
    ? text.slice(0, offset + 1) + text.slice(offset + 1 + blank.length)
    : text;
}

/** Where the comma stands that follows a value, white space and comments skipped. */
function commaAfter(body: string, from: number, limit: number): number | null {
  for (let at = from; at < limit;) {
    const end = body.startsWith("//", at)
      ? body.indexOf("\n", at)
      : body.startsWith("/*", at)
      ? body.indexOf("*/", at + 2) + 1
      : at;
    if (end < at) return null;
    if (end === at && body[at] === ",") return at;
    if (end === at && body[at]?.trim() !== "") return null;
    at = end + 1;
  }
  return null;
}

function isStrict(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** White space at the beginning of the line that holds `offset`. */
function lineIndent(body: string, offset: number): string {
  const start = body.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(body.slice(start, offset))?.[0] ?? "";
}

/** The same, when nothing else stands before `offset`. */
function ownIndent(body: string, offset: number): string | null {
  const start = body.lastIndexOf("\n", offset - 1) + 1;
  const before = body.slice(start, offset);
  return before.trim() === "" && start > 0 ? before : null;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function withMark(original: string, body: string): string {
  return original.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + body : body;
}
