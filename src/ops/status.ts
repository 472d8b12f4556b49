/** `ck-bin status`: what was saved, what of it is verified, what came back, what is parked. */
import { fail, ok, type Result } from "../base/errors.ts";
import { readSession, sessionProject } from "../store/journal.ts";
import { listParked } from "../store/parked.ts";
import type { Project } from "../store/project.ts";
import { openState, type State } from "../store/state.ts";
import { chosenProject } from "./chosen-project.ts";
import type { CommandContext } from "./command.ts";
import { loadSettings } from "./load-settings.ts";
import { resetAlarm } from "./reset-alarm.ts";
import { type Entry, findSession, ledgerEntries, type Savings, savingsOf } from "./savings.ts";
import { sayError } from "./say-error.ts";
import {
  type Alarm,
  alarmsOf,
  type Faults,
  type SessionFacts,
  sessionFacts,
  sumFaults,
} from "./session-facts.ts";
import { statusText } from "./status-text.ts";

export interface StatusReport {
  /** What every token figure of this report is. */
  readonly tokens: "estimates: code points / 4";
  readonly session: (Savings & { readonly id: string; readonly faults: Faults }) | null;
  readonly project: Savings & { readonly path: string; readonly faults: Faults };
  readonly all: Savings;
  readonly parked: { readonly originals: number; readonly rawBytes: number; readonly storedBytes: number };
  /** Sessions with refused replacements that are neither healed nor taken note of. */
  readonly alarms: readonly Alarm[];
}

export function run(context: CommandContext): Promise<number> {
  const { args, runtime, terminal } = context;
  if (args.has("statusline")) {
    // The start of the program answers this before the command line is parsed.
    return Promise.resolve(sayError(terminal, fail("usage", "--statusline goes right after `status`").error));
  }
  const state = openState(runtime);
  if (!state.ok) return Promise.resolve(sayError(terminal, state.error));
  if (args.has("reset-alarm")) return Promise.resolve(resetAlarm(context, state.value));
  const report = statusReport(state.value, context);
  if (!report.ok) return Promise.resolve(sayError(terminal, report.error));
  terminal.out(
    args.has("json") ? `${JSON.stringify(report.value)}\n` : statusText(report.value, terminal.color),
  );
  return Promise.resolve(0);
}

function statusReport(state: State, { args, runtime }: CommandContext): Result<StatusReport> {
  const entries = ledgerEntries(state);
  if (!entries.ok) return entries;
  const project = chosenProject(state, runtime, args.text("project"));
  const sessions = sessionFacts(state, loadSettings(runtime).values);
  const id = chosenSession(
    state,
    entries.value,
    project,
    args.text("session"),
    runtime.env.CLAUDE_CODE_SESSION_ID,
  );
  if (!id.ok) return id;
  const parked = listParked(state, project);
  if (!parked.ok) return parked;
  const sum = (key: "rawBytes" | "storedBytes") =>
    parked.value.reduce((total, entry) => total + entry[key], 0);
  return ok({
    tokens: "estimates: code points / 4",
    session: id.value === null ? null : sessionReport(entries.value, sessions, id.value),
    project: {
      path: project.path,
      ...savingsOf(entries.value.filter(({ row }) => row.project === project.id)),
      faults: sumFaults(sessions.filter((facts) => facts.project === project.id).map(({ faults }) => faults)),
    },
    all: savingsOf(entries.value),
    parked: { originals: parked.value.length, rawBytes: sum("rawBytes"), storedBytes: sum("storedBytes") },
    alarms: alarmsOf(sessions),
  });
}

function sessionReport(
  entries: readonly Entry[],
  sessions: readonly SessionFacts[],
  id: string,
): NonNullable<StatusReport["session"]> {
  const faults = sessions.filter(({ name }) => name === id).map((facts) => facts.faults);
  return { id, ...savingsOf(entries.filter(({ row }) => row.session === id)), faults: sumFaults(faults) };
}

/** The session asked for, else the running one, else the newest of the project; null when there is none. */
function chosenSession(
  state: State,
  entries: readonly Entry[],
  project: Project,
  asked: string | undefined,
  running: string | undefined,
): Result<string | null> {
  if (asked !== undefined) {
    const known = readSession(state, asked);
    if (asked !== "" && known.ok && sessionProject(known.value) !== null) return ok(asked);
    const found = asked === "" ? fail("bad-input", "the session's id is empty") : findSession(entries, asked);
    return found;
  }
  if (running !== undefined && running !== "") return ok(running);
  return ok(entries.findLast(({ row }) => row.project === project.id)?.row.session ?? null);
}
