/**
 * A scripted model: which reply follows which request. Requests go to the
 * first route whose `when` holds, else to `main` (requests with tools), else
 * to `side`; a route plays its turns in order.
 */

/** A block of a message; only what the script looks at. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly Block[];
}

export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** Body of a request to the Messages API. */
export interface ApiBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly Message[];
}

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Turn {
  readonly text?: string;
  readonly tool_use?: readonly ToolCall[];
  /** Overrides the made-up usage figures. */
  readonly usage?: Readonly<Record<string, number>>;
  /**
   * `${NAME}` in this turn becomes the first group of the pattern's last match
   * in the tool results of the request that it answers.
   */
  readonly fill?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly name: string;
  readonly when: { readonly firstUser?: string; readonly lastUser?: string; readonly hasTools?: boolean };
  readonly turns: readonly Turn[];
  /** For every request after the last turn. */
  readonly after?: Turn;
}

export interface Scenario {
  readonly turns: readonly Turn[];
  readonly routes?: readonly Route[];
}

export interface Played {
  readonly route: string;
  readonly turn: Turn;
}

/** Plays a scenario against requests, in order. */
export function createPlayer(scenario: Scenario): (body: ApiBody) => Played {
  const main: Route = { name: "main", when: { hasTools: true }, turns: scenario.turns };
  const side: Route = { name: "side", when: {}, turns: [], after: { text: "ok" } };
  const routes = [...scenario.routes ?? [], main, side];
  const played = new Map<string, number>();
  return (body) => {
    const route = routes.find((row) => matches(row, body)) ?? side;
    const at = played.get(route.name) ?? 0;
    played.set(route.name, at + 1);
    const turn = route.turns[at] ?? route.after ?? { text: "All done." };
    return { route: route.name, turn: filled(turn, body) };
  };
}

function matches({ when }: Route, body: ApiBody): boolean {
  const users = (body.messages ?? []).filter((message) => message.role === "user");
  const holds = (pattern: string | undefined, message: Message | undefined) =>
    pattern === undefined || (message !== undefined && plainText(message.content).includes(pattern));
  if (!holds(when.firstUser, users[0]) || !holds(when.lastUser, users.at(-1))) return false;
  return when.hasTools === undefined || when.hasTools === (body.tools ?? []).length > 0;
}

function filled(turn: Turn, body: ApiBody): Turn {
  if (turn.fill === undefined) return turn;
  const results = (body.messages ?? []).flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result").map(blockText)
  );
  let script = JSON.stringify(turn);
  for (const [name, pattern] of Object.entries(turn.fill)) {
    const found = [...results.join("\n").matchAll(new RegExp(pattern, "g"))].at(-1)?.[1];
    if (found === undefined) throw new Error(`no tool result matches ${pattern}`);
    script = script.replaceAll(`\${${name}}`, JSON.stringify(found).slice(1, -1));
  }
  return JSON.parse(script);
}

/** All text of a message or tool result. */
export function plainText(content: string | readonly Block[]): string {
  return typeof content === "string" ? content : content.map(blockText).join("\n");
}

function blockText(block: Block): string {
  if (block.type === "text") return block.text ?? "";
  return block.type === "tool_result" ? plainText(block.content ?? "") : "";
}
