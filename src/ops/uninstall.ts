/**
 * `ck-bin uninstall`: the settings file as it was before, byte for byte; or,
 * when it was edited since, the same file without our entries.
 */
import { fail, ok, type Result } from "../base/errors.ts";
import { inert, inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import type { Runtime } from "../base/runtime.ts";
import { planUninstall, settingOf } from "../harness/claude-code/install.ts";
import { installPlace, type Scope, settingsPlaces } from "../harness/claude-code/places.ts";
import {
  readSettings,
  removeSettings,
  type SettingsFile,
  writeSettings,
} from "../harness/claude-code/settings-file.ts";
import type { CommandContext } from "./command.ts";
import { contradiction, projectFolder, scopeOf } from "./install.ts";
import { dropRecord, type InstallRecord, readRecord, textHash } from "./install-record.ts";
import { ownProgram } from "./own-program.ts";
import { sayError } from "./say-error.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface UninstallRequest {
  readonly scope: Scope;
  readonly project: string;
  readonly dryRun: boolean;
  /** The executable that runs; null in a run from source. */
  readonly program: string | null;
}

export interface Uninstalled {
  readonly file: SettingsFile;
  /** "restored": exactly the old file; "removed": the file was ours; "edited": our entries are out. */
  readonly how: "restored" | "removed" | "edited" | "nothing";
  readonly text: string | null;
  readonly folders: readonly string[];
  /** A backup that is still there, since the file was edited after it was made. */
  readonly backup: string | null;
}

const DONE: Readonly<Record<Uninstalled["how"], string>> = {
  restored: "restored as it was before",
  removed: "removed; there was none before",
  edited: "our entries were taken out; the rest stays as it was edited",
  nothing: "holds nothing of ck-bin",
};

export function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const wrong = contradiction(runtime, args);
  if (wrong !== null) return Promise.resolve(sayError(terminal, wrong));
  const program = ownProgram();
  const request: UninstallRequest = {
    scope: scopeOf(args),
    project: projectFolder(runtime, args.text("project")),
    dryRun: args.has("dry-run"),
    program: program.ok ? program.value : null,
  };
  const result = uninstall(runtime, request);
  if (!result.ok) return Promise.resolve(sayError(terminal, result.error));
  const { file, how, text, folders, backup } = result.value;
  const diff = request.dryRun ? unifiedDiff(file.path, file.text ?? "", text ?? "") : "";
  if (args.has("json")) {
    const { path, target } = file;
    const report = {
      status: request.dryRun ? `would be ${how}` : how,
      scope: request.scope,
      settings: path,
      target,
      folders,
      backup,
    };
    terminal.out(`${JSON.stringify(diff === "" ? report : { ...report, diff })}\n`);
    return Promise.resolve(0);
  }
  const paint = painter(terminal.color);
  terminal.out(inert(diff));
  const lead = request.dryRun && how !== "nothing" ? "would be: " : "";
  terminal.out(`${paint("bold", inertLine(file.path))}: ${lead}${DONE[how]}\n`);
  if (file.linked) terminal.out(`  the file is a link; meant is ${inertLine(file.target)}\n`);
  for (const folder of folders) terminal.out(`  removed the folder ${inertLine(folder)}\n`);
  if (backup !== null) terminal.out(`  the text before the installation is still in ${inertLine(backup)}\n`);
  return Promise.resolve(0);
}

/** Plans and, unless it is a dry run, writes. */
export function uninstall(rt: Runtime, request: UninstallRequest): Result<Uninstalled> {
  const place = installPlace(settingsPlaces(rt, request.project), request.scope);
  if (!place.ok) return place;
  const read = readSettings(rt, place.value);
  if (!read.ok) return read;
  const file = read.value;
  const nothing: Uninstalled = { file, how: "nothing", text: file.text, folders: [], backup: null };
  if (file.text === null) return ok(nothing);
  const known = readRecord(rt, file.target);
  if (!known.ok) return known;
  const record = known.value;
  if (record !== null && record.wrote === textHash(rt, file.text)) return restore(rt, request, file, record);
  const plan = planUninstall(
    file.text,
    record === null ? undefined : settingOf(record.original, "statusLine"),
    [...record?.programs ?? [], ...request.program === null ? [] : [request.program]],
  );
  if (!plan.ok) return fail(plan.error.code, `${file.path}: ${plan.error.message}`);
  if (!plan.value.changed) return ok(nothing);
  if (plan.value.empty && record !== null && record.original === null) {
    return remove(rt, request, file, record);
  }
  const done: Uninstalled = {
    file,
    how: "edited",
    text: plan.value.text,
    folders: [],
    backup: record?.backup ?? null,
  };
  if (request.dryRun) return ok(done);
  const wrote = writeSettings(rt, file, plan.value.text);
  if (!wrote.ok) return wrote;
  dropRecord(rt, file.target);
  return ok(done);
}

function restore(
  rt: Runtime,
  request: UninstallRequest,
  file: SettingsFile,
  record: InstallRecord,
): Result<Uninstalled> {
  if (record.original === null) return remove(rt, request, file, record);
  const done: Uninstalled = { file, how: "restored", text: record.original, folders: [], backup: null };
  if (request.dryRun) return ok(done);
  const wrote = writeSettings(rt, file, record.original);
  if (!wrote.ok) return wrote;
  dropBackup(rt, record);
  dropRecord(rt, file.target);
  return ok(done);
}

function remove(
  rt: Runtime,
  request: UninstallRequest,
  file: SettingsFile,
  record: InstallRecord,
): Result<Uninstalled> {
  const done: Uninstalled = { file, how: "removed", text: null, folders: [], backup: null };
  if (request.dryRun) return ok(done);
  const gone = removeSettings(rt, file, record.folders);
  if (!gone.ok) return gone;
  dropRecord(rt, file.target);
  return ok({ ...done, folders: gone.value });
}

/** The backup has served once its text is back in place; one that somebody changed is theirs. */
function dropBackup(rt: Runtime, { backup, original }: InstallRecord): void {
  const copy = backup === null ? null : readSettings(rt, backup);
  if (copy !== null && copy.ok && copy.value.text === original) rt.files.remove(copy.value.path);
}
