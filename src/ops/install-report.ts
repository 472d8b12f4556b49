/** What `install` says when it is done: what was written, where, how to check and how to undo it. */
import { inert, inertLine } from "../base/inert.ts";
import { painter } from "../base/paint.ts";
import type { Runtime } from "../base/runtime.ts";
import { HANDLED_EVENTS, permissionRule, shellWord } from "../harness/claude-code/entries.ts";
import { type Change, settingOf } from "../harness/claude-code/install.ts";
import { settingsPlaces } from "../harness/claude-code/places.ts";
import { readSettings } from "../harness/claude-code/settings-file.ts";
import { holdsHooks } from "../harness/claude-code/survey.ts";
import type { Terminal } from "./command.ts";
import type { Installed, InstallRequest } from "./install.ts";
import { unifiedDiff } from "./unified-diff.ts";

type Row = readonly [label: string, says: string];

/** Prints the end of an installation for people or, with `json`, for programs. */
export function printInstalled(
  rt: Runtime,
  terminal: Terminal,
  request: InstallRequest,
  done: Installed,
  json: boolean,
): void {
  const status = !done.plan.changed ? "already installed" : done.wrote ? "installed" : "would install";
  const warnings = warningsOf(rt, request, done);
  const diff = done.wrote || !done.plan.changed
    ? ""
    : unifiedDiff(done.file.path, done.file.text ?? "", done.plan.text);
  if (json) {
    const { hooks, statusLine, permission } = done.plan;
    const { path, target } = done.file;
    const report = {
      status,
      scope: request.scope,
      settings: path,
      target,
      program: request.program,
      events: HANDLED_EVENTS,
      hooks,
      statusLine,
      permission,
      backup: done.backup,
      warnings,
      ...(diff === "" ? {} : { diff }),
    };
    terminal.out(`${JSON.stringify(report)}\n`);
    return;
  }
  if (diff !== "") terminal.out(inert(diff));
  const paint = painter(terminal.color);
  const who = request.scope === "user" ? "for this user" : "for this project";
  terminal.out(`${paint("bold", `${status} ${who}`)}: ${inertLine(done.file.path)}\n`);
  for (const [label, says] of rows(request, done)) terminal.out(`  ${label.padEnd(12)} ${inertLine(says)}\n`);
  for (const warning of warnings) terminal.out(`${paint("yellow", "note:")} ${inertLine(warning)}\n`);
  const program = shellWord(request.program);
  if (done.wrote) terminal.out("Sessions of Claude Code that start from here on use it.\n");
  // Elsewhere than in the project's folder both lines have to say which project.
  const named = request.scope === "project" && request.project !== rt.cwd
    ? ` --project ${shellWord(request.project)}`
    : "";
  const scope = request.scope === "project" && named === "" ? " --scope project" : named;
  terminal.out(`check:  ${inertLine(`${program} doctor${named}`)}\n`);
  terminal.out(`remove: ${inertLine(`${program} uninstall claude-code${scope}`)}\n`);
}

function rows({ program }: InstallRequest, { file, plan, backup }: Installed): readonly Row[] {
  const rule = permissionRule(program);
  const out: Row[] = [
    ["hooks", `${says(plan.hooks)}: ${HANDLED_EVENTS.join(", ")}`],
    [
      "status line",
      plan.statusLine === "foreign"
        ? "another one is there and stays (--statusline replaces it)"
        : says(plan.statusLine),
    ],
    ["permission", plan.permission === "left-out" ? "none, as asked" : `${says(plan.permission)}: ${rule}`],
  ];
  if (file.linked) out.push(["link", `the file is a link; written was ${file.target}`]);
  if (backup !== null) out.push(["backup", backup]);
  return out;
}

function says(change: Change): string {
  switch (change) {
    case "added":
      return "added";
    case "present":
      return "there already";
    case "renewed":
      return "brought up to date";
    case "replaced":
      return "put in the place of another one";
    case "removed":
      return "taken out";
    case "foreign":
      return "left to another program";
    case "left-out":
      return "left out";
  }
}

function warningsOf(
  rt: Runtime,
  { scope, project, program }: InstallRequest,
  { file, plan }: Installed,
): readonly string[] {
  const warnings: string[] = [];
  if (!plan.strict) {
    warnings.push(
      "the file has comments or trailing commas; Claude Code does not read such a file until they are out",
    );
  }
  if (settingOf(file.text, "disableAllHooks") === true) {
    warnings.push("disableAllHooks is set in this file, so no hook runs");
  }
  const places = settingsPlaces(rt, project);
  const others = scope === "user" ? [places.shared, places.local] : [places.user, places.shared];
  for (const path of others) {
    const other = path === null ? null : readSettings(rt, path);
    if (
      other === null || !other.ok || other.value.target === file.target ||
      !holdsHooks(other.value.text, [program])
    ) {
      continue;
    }
    warnings.push(`${other.value.path} registers the hooks too; once is enough, twice does no harm`);
  }
  if (scope === "project") {
    warnings.push("the entries hold a path of this machine: keep the file out of version control");
  }
  if (/^(?:\/tmp\/|\/var\/tmp\/|\/private\/)|[\\/](?:_npx|Temp)[\\/]/.test(program)) {
    warnings.push("the program lies in a temporary folder; the hooks stop when it goes");
  }
  return warnings;
}
