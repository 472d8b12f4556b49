/**
 * What the client makes of a tool result before the model reads it, as
 * measured: Bash loses leading blank lines and trailing white space, a Read
 * gets line numbers, MCP blocks go as they are. Written apart from the
 * product's own idea of it, which it checks.
 */

type Fields = { readonly [name: string]: unknown };

/** A text, or blocks for an MCP tool that answered with blocks. */
export function modelReads(tool: string, response: unknown): unknown {
  if (tool.startsWith("mcp__")) return response;
  if (typeof response !== "object" || response === null) return "";
  const fields = response as Fields;
  switch (tool) {
    case "Bash": {
      const out = String(fields.stdout ?? "").replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
      return fields.stderr ? `${out}\n${fields.stderr}` : out;
    }
    case "Read": {
      const file = fields.file as Fields;
      const first = Number(file.startLine);
      return String(file.content).split("\n").map((line, n) => `${first + n}\t${line}`).join("\n").trimEnd();
    }
    case "Grep":
      return fields.mode === "files_with_matches" ? names(fields) : String(fields.content ?? "");
    case "Glob":
      return names(fields);
    case "WebFetch":
      return String(fields.result ?? "");
    default:
      return "";
  }
}

function names(fields: Fields): string {
  return Array.isArray(fields.filenames) ? fields.filenames.join("\n") : "";
}
