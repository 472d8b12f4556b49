import { isRecord } from "../../base/value.ts";

/**
 * The text that the model reads, in one form for what we hand over and for
 * what PostToolBatch shows, so that both can be compared by hash.
 */

/** A replacement or an original as the model will read it. */
export function expectedDelivery(tool: string, parts: readonly string[], startLine: number): string {
  if (tool === "Read") return numbered(parts[0] ?? "", startLine);
  return parts.map(trimmed).join("\0");
}

/** `tool_response` of PostToolBatch in the same form, or null for a shape that is not known. */
export function actualDelivery(response: unknown): string | null {
  if (typeof response === "string") return trimmed(response);
  if (!Array.isArray(response)) return null;
  const texts: string[] = [];
  for (const block of response) {
    if (
      isRecord(block) && block.type === "text" && typeof block.text === "string" && block.text.trim() !== ""
    ) {
      texts.push(trimmed(block.text));
    }
  }
  return texts.join("\0");
}

/** The host drops leading blank lines and trailing white space. */
function trimmed(text: string): string {
  let start = 0;
  for (
    let end = text.indexOf("\n");
    end >= 0 && text.slice(start, end).trim() === "";
    end = text.indexOf("\n", start)
  ) {
    start = end + 1;
  }
  return text.slice(start).trimEnd();
}

/** Every line with its number and a tab before it, as the host shows a Read. */
function numbered(content: string, startLine: number): string {
  const lines = content.split("\n");
  let text = "";
  for (let i = 0; i < lines.length; i += 1) text += `${i === 0 ? "" : "\n"}${startLine + i}\t${lines[i]}`;
  return trimmed(text);
}
