import type { ToolCall, ToolOutput } from "../types.ts";
import { isRecord } from "../../base/value.ts";

/**
 * Where the text of a tool result stands, and the replacement in the same
 * shape. A shape that is not known gives null: the host's own text passes.
 */

const TEXT_FIELDS = ["stdout", "output", "content", "result", "text"] as const;
const SAVED_BY_HOST =
  /^Error: result \([\d,]{1,20} characters[^)]{0,80}\) exceeds maximum allowed tokens\. Output has been saved to ([^\n]{1,4000}?)\.\n/;

/** The texts of a result, or null when there is none that may be replaced. */
export function toolOutput(call: ToolCall): ToolOutput | null {
  const response = call.response;
  if (typeof response === "string") return stringOutput(response, call.name);
  if (Array.isArray(response)) return blocksOutput(response, (blocks) => blocks);
  if (!isRecord(response)) return null;
  if (isRecord(response.file)) return readOutput(response, response.file);
  if (response.isImage === true || response.structuredContent !== undefined) return null;
  if (isStrings(response.filenames) && !hasText(response)) return namesOutput(response, response.filenames);
  if (Array.isArray(response.content)) {
    return blocksOutput(response.content, (content) => ({ ...response, content }));
  }
  return fieldOutput(response);
}

function stringOutput(response: string, tool: string): ToolOutput | null {
  if (response.trim() === "") return null;
  const saved = tool.startsWith("mcp__") ? SAVED_BY_HOST.exec(response)?.[1] : undefined;
  return {
    parts: [response],
    form: "text",
    ...(saved === undefined ? {} : { savedFile: saved }),
    rebuild: (parts) => parts[0] ?? "",
  };
}

function readOutput(response: Record<string, unknown>, file: Record<string, unknown>): ToolOutput | null {
  // An empty file is a result too: it says that earlier copies are no longer what stands there.
  if (response.type !== "text" || typeof file.content !== "string") return null;
  return {
    parts: [file.content],
    form: "text",
    rebuild: (parts) => ({ ...response, file: { ...file, content: parts[0] ?? "" } }),
  };
}

function hasText(response: Record<string, unknown>): boolean {
  return TEXT_FIELDS.some((field) => typeof response[field] === "string" && response[field] !== "");
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 &&
    value.every((item) => typeof item === "string" && !item.includes("\n"));
}

function namesOutput(response: Record<string, unknown>, names: readonly string[]): ToolOutput {
  return {
    parts: [names.join("\n")],
    form: "paths",
    rebuild: (parts) => ({ ...response, filenames: (parts[0] ?? "").split("\n") }),
  };
}

function blocksOutput(blocks: readonly unknown[], wrap: (blocks: unknown[]) => unknown): ToolOutput | null {
  const places: number[] = [];
  const parts: string[] = [];
  blocks.forEach((block, at) => {
    if (
      !isRecord(block) || block.type !== "text" || typeof block.text !== "string" || block.text.trim() === ""
    ) return;
    places.push(at);
    parts.push(block.text);
  });
  if (parts.length === 0) return null;
  return {
    parts,
    form: "text",
    rebuild: (texts) => {
      const out = [...blocks];
      places.forEach((at, n) => {
        out[at] = { ...(blocks[at] as Record<string, unknown>), text: texts[n] ?? "" };
      });
      return wrap(out);
    },
  };
}

/** Objects with one text field; stderr is merged behind it, as the model reads it. */
function fieldOutput(response: Record<string, unknown>): ToolOutput | null {
  const field = TEXT_FIELDS.find((name) => typeof response[name] === "string" && response[name] !== "");
  const stderr = typeof response.stderr === "string" ? response.stderr : "";
  const main = field === undefined ? "" : (response[field] as string);
  if (main.startsWith("data:image/")) return null;
  if (field === undefined && stderr.trim() === "") return null;
  const text = stderr.trim() === "" ? main : main === "" ? stderr : `${main}\n${stderr}`;
  if (text.trim() === "") return null;
  const saved = typeof response.persistedOutputPath === "string" ? response.persistedOutputPath : undefined;
  return {
    parts: [text],
    form: "text",
    ...(saved === undefined ? {} : { savedFile: saved }),
    rebuild: (parts) => {
      const { persistedOutputPath: _path, persistedOutputSize: _size, ...rest } = response;
      const out: Record<string, unknown> = { ...rest, [field ?? "stdout"]: parts[0] ?? "" };
      if (typeof response.stderr === "string") out.stderr = "";
      return out;
    },
  };
}

/** Object keys only, for the log of shapes that gave no text. */
export function shapeOf(response: unknown): readonly string[] {
  if (Array.isArray(response)) return ["[]"];
  return isRecord(response) ? Object.keys(response).sort().slice(0, 40) : [typeof response];
}

/** True when a long text hides somewhere in a response that we could not read. */
export function holdsLongText(value: unknown, depth = 2): boolean {
  if (typeof value === "string") return value.length >= 200 && value.trim().length >= 200;
  if (depth < 0 || typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => holdsLongText(inner, depth - 1));
}
