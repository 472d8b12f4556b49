/**
 * The contract of a reply, checked from outside: one JSON document that the
 * client would honour, a replacement in exactly the shape of the result, never
 * longer, never the same.
 */
import { CONTEXT_MAX_UNITS } from "../../src/base/limits.ts";
import { codePoints } from "../../src/base/text.ts";

type Fields = { readonly [name: string]: unknown };

/** Fields that carry the text of a result; the first one that holds some is replaced. */
const TEXT_FIELDS = ["stdout", "output", "content", "result", "text"];
const DROPPED = ["persistedOutputPath", "persistedOutputSize"];

/** What is wrong with the answer to a payload (any JSON value); empty when nothing is. */
export function replyProblems(payload: unknown, code: number, out: string): string[] {
  const problems = code === 0 ? [] : [`exit code ${code}`];
  const event = isFields(payload) ? payload.hook_event_name : undefined;
  if (event === "PreCompact" || event === "PostCompact") {
    // The client hands this stdout on as it is: to the summariser, into the record of /compact.
    return out === "" ? problems : [...problems, `${event} printed ${JSON.stringify(out.slice(0, 80))}`];
  }
  let reply: unknown;
  try {
    reply = JSON.parse(out);
  } catch {
    return [...problems, `not one JSON document: ${JSON.stringify(out.slice(0, 120))}`];
  }
  if (!isFields(reply)) return [...problems, "the reply is no object"];
  const keys = Object.keys(reply);
  if (keys.length === 0) return problems;
  const specific = reply.hookSpecificOutput;
  if (keys.join() !== "hookSpecificOutput" || !isFields(specific)) return [...problems, `reply keys ${keys}`];
  if (specific.hookEventName !== event) problems.push(`hookEventName ${String(specific.hookEventName)}`);
  for (const key of Object.keys(specific)) {
    if (!["hookEventName", "updatedToolOutput", "additionalContext"].includes(key)) {
      problems.push(`key ${key}`);
    }
  }
  const context = specific.additionalContext;
  if (context !== undefined && (typeof context !== "string" || context === "")) {
    problems.push("empty context");
  }
  if (typeof context === "string" && context.length > CONTEXT_MAX_UNITS) problems.push("too much context");
  if ("updatedToolOutput" in specific) {
    if (event !== "PostToolUse") problems.push(`a replacement on ${String(event)}`);
    else {
      const fields = payload as Fields;
      const before = fields.tool_response === undefined ? fields.tool_output : fields.tool_response;
      problems.push(...shapeProblems(before, specific.updatedToolOutput));
    }
  }
  return problems;
}

/** What a client would not accept in a replacement, or what it should not have to. */
export function shapeProblems(before: unknown, after: unknown): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return ["an identity rewrite"];
  if (typeof before === "string") {
    return typeof after === "string" ? textProblems(before, after) : ["no string"];
  }
  if (Array.isArray(before)) return Array.isArray(after) ? blockProblems(before, after) : ["no array"];
  if (!isFields(before) || !isFields(after)) return ["no object"];
  const expected = Object.keys(before).filter((key) => !DROPPED.includes(key));
  const isNamed = expected.includes("stdout") || typeof before.stderr !== "string";
  const problems = keyProblems(isNamed ? expected : [...expected, "stdout"], Object.keys(after));
  if (isFields(before.file) && isFields(after.file)) {
    const { content, ...rest } = before.file;
    const { content: shown, ...others } = after.file;
    problems.push(...sameProblems(rest, others), ...textProblems(String(content), String(shown)));
    return problems;
  }
  const field = TEXT_FIELDS.find((name) => typeof before[name] === "string" && before[name] !== "") ??
    (before.stderr ? "stdout" : undefined);
  for (const key of expected) {
    const [was, is] = [before[key], after[key]];
    if (key === "stderr" && typeof was === "string") {
      if (is !== "") problems.push("stderr is not empty");
    } else if (key === field && typeof is !== "string") problems.push(`${key} is no text`);
    else if (Array.isArray(was) && Array.isArray(is) && field === undefined) {
      if (key === "filenames") problems.push(...nameProblems(is));
      else problems.push(...blockProblems(was, is));
    } else if (key !== field && JSON.stringify(was) !== JSON.stringify(is)) {
      problems.push(`${key} was changed`);
    }
  }
  if (!DROPPED.some((key) => key in before) && size(before) < size(after)) {
    problems.push("longer than before");
  }
  return problems;
}

function blockProblems(before: readonly unknown[], after: readonly unknown[]): string[] {
  if (before.length !== after.length) return [`${before.length} blocks became ${after.length}`];
  return before.flatMap((block, n) => {
    const other = after[n];
    if (JSON.stringify(block) === JSON.stringify(other)) return [];
    if (!isFields(block) || !isFields(other) || typeof other.text !== "string" || block.type !== "text") {
      return [`block ${n} was changed`];
    }
    if (other.text.trim() === "") return [`block ${n} is empty`];
    const { text, ...rest } = block;
    const { text: shown, ...others } = other;
    return [...sameProblems(rest, others), ...textProblems(String(text), shown)];
  });
}

function nameProblems(names: readonly unknown[]): string[] {
  return names.every((name) => typeof name === "string") ? [] : ["a file name is no text"];
}

/** A string that names a file of the host may be replaced by a projection of that file. */
function textProblems(before: string, after: string): string[] {
  if (after === "") return ["an empty text"];
  const isSaved = before.startsWith("Error: result (");
  return !isSaved && codePoints(after) > codePoints(before) ? ["longer than before"] : [];
}

function keyProblems(before: readonly string[], after: readonly string[]): string[] {
  return [...before].sort().join() === [...after].sort().join() ? [] : [`keys ${before} became ${after}`];
}

function sameProblems(before: Fields, after: Fields): string[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : ["other fields were changed"];
}

function size(value: unknown): number {
  return codePoints(JSON.stringify(value));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
