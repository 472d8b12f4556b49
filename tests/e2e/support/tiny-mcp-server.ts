/** A minimal MCP server on stdio with one tool, `text`, that returns a text of the wished kind. */

interface Rpc {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly lines?: number } };
}

const TOOL = {
  name: "text",
  description: "Returns a long text.",
  inputSchema: { type: "object", properties: { lines: { type: "number" } }, required: ["lines"] },
};

function answer({ id, method, params }: Rpc): unknown {
  switch (method) {
    case "initialize": {
      const serverInfo = { name: "tiny", version: "1.0.0" };
      return {
        id,
        result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
      };
    }
    case "tools/list":
      return { id, result: { tools: [TOOL] } };
    case "tools/call": {
      const lines = Array.from(
        { length: params?.arguments?.lines ?? 1 },
        (_, i) =>
          i === 321
            ? "ERROR record 321: checksum does not match"
            : `record ${i}: value ${(i * 7919) % 1000} stored in table ${i % 13}`,
      );
      return { id, result: { content: [{ type: "text", text: lines.join("\n") }] } };
    }
    default:
      return { id, error: { code: -32601, message: `no method ${method}` } };
  }
}

let rest = "";
for await (const chunk of Bun.stdin.stream()) {
  const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines.filter((text) => text.trim() !== "")) {
    const message: Rpc = JSON.parse(line);
    if (message.id !== undefined) {
      console.log(JSON.stringify({ jsonrpc: "2.0", ...(answer(message) as object) }));
    }
  }
}
