import { HOOK_DEADLINE_MS } from "../base/limits.ts";
import type { Runtime } from "../base/runtime.ts";
import { decodeEvent, isLiteral, takesLiterally } from "../harness/claude-code/payload.ts";
import { encodeReply } from "../harness/claude-code/response.ts";
import type { HostEvent } from "../harness/types.ts";
import type { HookContext } from "./context.ts";
import { type Effects, fitContext, mergeEffects, NO_EFFECTS } from "./effects.ts";
import { HANDLERS } from "./events.ts";
import { readStdin, type StdinInput } from "./stdin.ts";

/**
 * One event: read, decode, dispatch, encode, one write. This is the only
 * fail-open boundary: whatever happens inside, the host gets a valid reply and
 * exit code 0.
 */
export async function runHook(): Promise<void> {
  const started = Date.now();
  let reply = "{}";
  try {
    reply = await replyTo(await readStdin(), started);
  } catch {
    // stdin cannot be read: the host's text passes.
  }
  try {
    if (reply !== "") console.log(reply);
  } catch {
    // Nobody listens; nothing of ours may turn that into an error of the host.
  }
  process.exit(0);
}

/** What is printed for the input of one event. */
export async function replyTo(
  { bytes, isWhole }: StdinInput,
  started: number,
  runtime: () => Runtime = realRuntime,
): Promise<string> {
  const payload = isWhole ? parse(bytes) : null;
  const event = decodeEvent(payload);
  if (event !== null) return await answer(event, started, runtime);
  return takesLiterally(payload, bytes) ? "" : "{}";
}

async function answer(event: HostEvent, started: number, runtime: () => Runtime): Promise<string> {
  const nothing = isLiteral(event.name) ? "" : "{}";
  const rows = HANDLERS[event.name];
  if (!rows) return nothing;
  const context = hookContext(started, runtime);
  const effects: Effects[] = [];
  for (const row of rows) {
    try {
      const handler = await row.load();
      const answered = handler(event, context);
      effects.push(answered instanceof Promise ? await withDeadline(answered, context.leftMs()) : answered);
    } catch (error) {
      await noteFailure(context, row.id, error);
    }
  }
  try {
    const merged = mergeEffects(effects);
    const field = merged.output === undefined ? "" : context.settings().CK_POSTOUT_FIELD;
    return encodeReply(event.name, merged, field, fitContext);
  } catch {
    return nothing;
  }
}

/** Loaded when a handler first asks: most calls pass without state and without settings. */
function realRuntime(): Runtime {
  return (require("../runtime.ts") as typeof import("../runtime.ts")).createRuntime();
}

function hookContext(started: number, runtime: () => Runtime): HookContext {
  let rt: Runtime | null = null;
  let values: ReturnType<HookContext["settings"]> | null = null;
  return {
    get rt() {
      return (rt ??= runtime());
    },
    settings: () => {
      const { loadSettings } = require("../ops/load-settings.ts") as typeof import("../ops/load-settings.ts");
      return (values ??= loadSettings(rt ??= runtime()).values);
    },
    leftMs: () => HOOK_DEADLINE_MS - (Date.now() - started),
    say: (line) => console.error(line),
  };
}

function withDeadline(work: Promise<Effects>, leftMs: number): Promise<Effects> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Effects>((resolve) => {
    timer = setTimeout(() => resolve(NO_EFFECTS), Math.max(1, leftMs));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function noteFailure(context: HookContext, where: string, error: unknown): Promise<void> {
  try {
    const [{ openLoggedState }, { recordFailure }] = await Promise.all([
      import("../ops/open-state.ts"),
      import("../store/failures.ts"),
    ]);
    const state = openLoggedState(context.rt, logSetting(context));
    if (state.ok) recordFailure(state.value, error instanceof Error ? error.name : "bug", `hook/${where}`);
  } catch {
    // Counting a failure must not become one.
  }
}

/** Reading the settings may be what failed; then the environment decides. */
function logSetting(context: HookContext): { readonly CK_LOG_OFF: boolean } {
  try {
    return context.settings();
  } catch {
    return { CK_LOG_OFF: false };
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
