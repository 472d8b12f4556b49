/**
 * `ck-bin install`: registers this executable with a coding agent. Only the
 * host's settings file is written, after its old text is safe in the state.
 */
import { type CkError, fail, ok, type Result } from "../base/errors.ts";
import type { Runtime } from "../base/runtime.ts";
import { HANDLED_EVENTS, hookRows } from "../harness/claude-code/entries.ts";
import { type InstallPlan, planInstall, planUninstall, settingOf } from "../harness/claude-code/install.ts";
import { installPlace, join, type Scope, settingsPlaces } from "../harness/claude-code/places.ts";
import {
  missingFolders,
  readSettings,
  type SettingsFile,
  writeBackup,
  writeSettings,
} from "../harness/claude-code/settings-file.ts";
import { survey } from "../harness/claude-code/survey.ts";
import { openState } from "../store/state.ts";
import type { Arguments, CommandContext } from "./command.ts";
import {
  dropRecord,
  type InstallRecord,
  keepRecord,
  knownPrograms,
  readRecord,
  textHash,
} from "./install-record.ts";
import { printInstalled } from "./install-report.ts";
import { ownProgram } from "./own-program.ts";
import { sayError } from "./say-error.ts";

export interface InstallRequest {
  readonly program: string;
  readonly scope: Scope;
  readonly project: string;
  readonly replaceStatusLine: boolean;
  readonly permission: boolean;
  readonly dryRun: boolean;
}

export interface Installed {
  readonly file: SettingsFile;
  readonly plan: InstallPlan;
  readonly wrote: boolean;
  readonly backup: string | null;
}

export function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const wrong = contradiction(runtime, args);
  if (wrong !== null) return Promise.resolve(sayError(terminal, wrong));
  const program = ownProgram();
  if (!program.ok) return Promise.resolve(sayError(terminal, program.error));
  const request: InstallRequest = {
    program: program.value,
    scope: scopeOf(args),
    project: projectFolder(runtime, args.text("project")),
    replaceStatusLine: args.has("statusline"),
    permission: !args.has("no-permission"),
    dryRun: args.has("dry-run"),
  };
  const done = install(runtime, request);
  if (!done.ok) return Promise.resolve(sayError(terminal, done.error));
  printInstalled(runtime, terminal, request, done.value, args.has("json"));
  return Promise.resolve(0);
}

/** Plans and, unless it is a dry run or nothing is to do, writes. */
export function install(rt: Runtime, request: InstallRequest): Result<Installed> {
  const place = installPlace(settingsPlaces(rt, request.project), request.scope);
  if (!place.ok) return place;
  const file = readSettings(rt, place.value);
  if (!file.ok) return file;
  const plan = planInstall(file.value.text, {
    program: request.program,
    hooks: hookRows(HANDLED_EVENTS),
    statusLine: request.replaceStatusLine ? "replace" : foreignElsewhere(rt, request) ? "leave" : "keep",
    permission: request.permission,
    known: knownPrograms(rt, file.value.target),
  });
  if (!plan.ok) return fail(plan.error.code, `${place.value}: ${plan.error.message}`);
  if (!plan.value.changed || request.dryRun) {
    return ok({ file: file.value, plan: plan.value, wrote: false, backup: null });
  }
  return write(rt, request, file.value, plan.value);
}

/** Backup, record, settings, in this order: what can be undone is known before anything changes. */
function write(
  rt: Runtime,
  request: InstallRequest,
  file: SettingsFile,
  plan: InstallPlan,
): Result<Installed> {
  const state = openState(rt);
  if (!state.ok) return state;
  const known = readRecord(rt, file.target);
  if (!known.ok) return known;
  const before = known.value;
  const record = nextRecord(rt, request, file, plan, before);
  if (!record.ok) return record;
  const { backup, original } = record.value;
  const isNewBackup = backup !== null && original !== null && original !== before?.original;
  const saved = isNewBackup ? writeBackup(rt, file, backup, original) : ok(undefined);
  const kept = saved.ok ? keepRecord(state.value, record.value) : saved;
  const wrote = kept.ok ? writeSettings(rt, file, plan.text) : kept;
  if (wrote.ok) return ok({ file, plan, wrote: true, backup });
  if (before !== null) keepRecord(state.value, before);
  else {
    dropRecord(rt, file.target);
    if (isNewBackup) rt.files.remove(backup);
  }
  return wrote;
}

function nextRecord(
  rt: Runtime,
  { scope, program }: InstallRequest,
  file: SettingsFile,
  plan: InstallPlan,
  before: InstallRecord | null,
): Result<InstallRecord> {
  const wrote = textHash(rt, plan.text);
  const programs = [...new Set([...before?.programs ?? [], program])];
  if (file.text === null) {
    return ok({
      target: file.target,
      wrote,
      programs,
      original: null,
      folders: missingFolders(rt, file),
      backup: null,
    });
  }
  if (before !== null && before.wrote === textHash(rt, file.text)) return ok({ ...before, wrote, programs });
  // Edited since, or installed by a state that is gone: the original is the present text without us.
  const replaced = before === null ? undefined : settingOf(before.original, "statusLine");
  const bare = file.text.trim() === ""
    ? ok({ text: file.text, empty: false })
    : planUninstall(file.text, replaced, programs);
  if (!bare.ok) return bare;
  if (bare.value.empty && before !== null && before.original === null) {
    return ok({ ...before, wrote, programs });
  }
  const backup = scope === "project" ? null : before?.backup ?? freeBackup(rt, file.path);
  return ok({
    target: file.target,
    wrote,
    programs,
    original: bare.value.text,
    folders: before?.folders ?? [],
    backup,
  });
}

/** Beside the user's file; in a project it would lie among the files of a repository, so there the state keeps it. */
function freeBackup(rt: Runtime, path: string): string {
  for (let n = 1;; n += 1) {
    const name = `${path}.ck-bin-backup${n === 1 ? "" : `-${n}`}`;
    if (!rt.files.stat(name).ok) return name;
  }
}

/** A project's status line would hide one of someone else in a weaker settings file. */
function foreignElsewhere(rt: Runtime, { scope, project, program }: InstallRequest): boolean {
  if (scope === "user") return false;
  const { user, shared } = settingsPlaces(rt, project);
  return [user, shared].some((path) => {
    const file = path === null ? null : readSettings(rt, path);
    const text = file !== null && file.ok ? file.value.text : null;
    return text !== null && survey(text, [program])?.statusLine.kind === "foreign";
  });
}

/** Whoever names a project means its settings. */
export function scopeOf(args: Arguments): Scope {
  return args.text("scope") === "project" || args.has("project") ? "project" : "user";
}

/** What was typed and cannot be meant: a project for the user's settings, or one that is not there. */
export function contradiction(rt: Runtime, args: Arguments): CkError | null {
  const project = args.text("project");
  if (project === undefined) return null;
  if (args.text("scope") === "user") {
    return fail("usage", "--project names a project, --scope user the settings of the user").error;
  }
  const folder = projectFolder(rt, project);
  const stat = rt.files.stat(folder);
  return stat.ok && stat.value.kind === "folder" ? null : fail("usage", `${folder} is no folder`).error;
}

/** The folder of `--project`, else the current one. */
export function projectFolder(rt: Runtime, given: string | undefined): string {
  if (given === undefined) return rt.cwd;
  const absolute = given.startsWith("/") || /^[A-Za-z]:[\\/]/.test(given) ? given : join(rt.cwd, given);
  const real = rt.files.realpath(absolute);
  return real.ok ? real.value : absolute;
}
