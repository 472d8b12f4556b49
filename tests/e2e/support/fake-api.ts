/** A scripted stand-in for the Messages API on the loopback address. */
import { type ApiBody, createPlayer, type Played, type Scenario } from "./scenario.ts";

export interface ApiRequest {
  readonly route: string;
  readonly body: ApiBody;
}

export interface FakeApi {
  readonly url: string;
  /** Every request for a message so far. */
  readonly requests: readonly ApiRequest[];
  readonly stop: () => Promise<void>;
}

interface Reply {
  readonly id: string;
  readonly content: readonly Record<string, unknown>[];
  readonly stop_reason: string;
  readonly usage: Readonly<Record<string, number>>;
}

/** Starts the API on a free port. */
export function startFakeApi(scenario: Scenario): FakeApi {
  const play = createPlayer(scenario);
  const requests: ApiRequest[] = [];
  const makeReply = replyMaker();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body: ApiBody = await request.json().catch(() => ({}));
      if (pathname === "/v1/messages/count_tokens") return Response.json({ input_tokens: sizeOf(body) });
      if (pathname !== "/v1/messages") return Response.json({ type: "error" }, { status: 404 });
      const played = play(body);
      requests.push({ route: played.route, body });
      const reply = makeReply(played, body);
      const message = {
        type: "message",
        role: "assistant",
        model: body.model,
        stop_sequence: null,
        ...reply,
      };
      return body.stream === true ? streamed(message, reply) : Response.json(message);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) };
}

/** Tool-use ids count up within one API, so that no two calls share one. */
function replyMaker(): (played: Played, body: ApiBody) => Reply {
  let ids = 0;
  let cached = 0;
  const nextId = (prefix: string) =>
    `${prefix}_${Date.now().toString(36)}${String(ids += 1).padStart(8, "0")}`;
  return ({ turn }, body) => {
    const calls = (turn.tool_use ?? []).map((call) => ({ type: "tool_use", id: nextId("toolu"), ...call }));
    const content = [
      ...(turn.text === undefined && calls.length > 0 ? [] : [{ type: "text", text: turn.text ?? "" }]),
      ...calls,
    ];
    const total = sizeOf(body);
    const read = Math.min(cached, total);
    cached = total;
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: total - read,
      cache_read_input_tokens: read,
      output_tokens: 20,
      ...turn.usage,
    };
    return { id: nextId("msg"), content, stop_reason: calls.length > 0 ? "tool_use" : "end_turn", usage };
  };
}

/** Four characters a token; good enough for a client that only counts. */
function sizeOf(body: ApiBody): number {
  return Math.ceil(JSON.stringify([body.system, body.tools, body.messages]).length / 4);
}

function streamed(message: Record<string, unknown>, reply: Reply): Response {
  const parts: string[] = [];
  const send = (type: string, data: Record<string, unknown>) =>
    parts.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of reply.content.entries()) {
    const isText = block.type === "text";
    send("content_block_start", {
      index,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    });
    send("content_block_delta", {
      index,
      delta: isText
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
    });
    send("content_block_stop", { index });
  }
  send("message_delta", {
    delta: { stop_reason: reply.stop_reason, stop_sequence: null },
    usage: reply.usage,
  });
  send("message_stop", {});
  return new Response(parts.join(""), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
  });
}
