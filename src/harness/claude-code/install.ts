/**
 * Edits of Claude Code's settings: text in, text out. Entries of others, their
 * order, comments and formatting stay. Nothing is written here.
 */
import { isRecord } from "../../base/value.ts";
import { ok, type Result } from "../../base/errors.ts";
import {
  hookGroup,
  hookProgram,
  type HookRow,
  permissionRule,
  ruleProgram,
  statusLineEntry,
  statusLineProgram,
} from "./entries.ts";
import { parseJson, valueAt } from "./jsonc-edit.ts";
import { ownership } from "./ownership.ts";
import { Draft, openSettings, record } from "./settings-draft.ts";

export interface InstallWishes {
  /** Absolute path of the executable that the entries name. */
  readonly program: string;
  readonly hooks: readonly HookRow[];
  /** "keep": a status line of someone else stays. "leave": another settings file has one. */
  readonly statusLine: "keep" | "leave" | "replace";
  readonly permission: boolean;
  /** Programs that are ours besides those that the text itself shows to be. */
  readonly known?: readonly string[];
}

/** "renewed": an entry of ours named another program or was of an older form; "replaced": one of someone else went. */
export type Change = "added" | "present" | "renewed" | "replaced" | "removed" | "foreign" | "left-out";

export interface InstallPlan {
  readonly text: string;
  readonly changed: boolean;
  readonly hooks: Change;
  readonly statusLine: Change;
  readonly permission: Change;
  /** False: comments or trailing commas, which the host does not read. */
  readonly strict: boolean;
}

const EMPTY = "{}\n";

/** The settings with our entries in; `null` or white space stands for a file that is not there. */
export function planInstall(text: string | null, wishes: InstallWishes): Result<InstallPlan> {
  const before = text === null || text.trim() === "" ? EMPTY : text;
  const checked = openSettings(before);
  if (!checked.ok) return checked;
  const edit = new Draft(before, ownership(checked.value, [wishes.program, ...wishes.known ?? []]));
  const hooks = putHooks(edit, wishes);
  const statusLine = putStatusLine(edit, wishes);
  const permission = putPermission(edit, wishes);
  return ok({
    text: edit.text,
    changed: edit.text !== text,
    hooks,
    statusLine,
    permission,
    strict: checked.value.strict,
  });
}

export interface UninstallPlan {
  readonly text: string;
  readonly changed: boolean;
  /** Nothing but an empty object is left. */
  readonly empty: boolean;
}

/**
 * The settings without our entries.
 * @param statusLine is put where ours had replaced another one
 * @param known programs that are ours besides those that the text itself shows to be
 */
export function planUninstall(
  text: string,
  statusLine?: unknown,
  known: readonly string[] = [],
): Result<UninstallPlan> {
  const checked = openSettings(text);
  if (!checked.ok) return checked;
  const edit = new Draft(text, ownership(checked.value, known));
  for (const event of Object.keys(record(edit.at(["hooks"])))) takeHooks(edit, event);
  if (edit.text !== text) edit.removeBare(["hooks"]);
  if (statusLineProgram(edit.at(["statusLine"]), edit.ours) !== null) {
    if (statusLine === undefined) edit.remove(["statusLine"]);
    else edit.replace(["statusLine"], statusLine);
  }
  takeRules(edit);
  return ok({ text: edit.text, changed: edit.text !== text, empty: edit.isBare([]) });
}

/** One setting of a text that may be missing or broken. */
export function settingOf(text: string | null, name: string): unknown {
  const parsed = text === null ? null : parseJson(text);
  return parsed !== null && parsed.ok ? valueAt(parsed.value, [name]) : undefined;
}

function putHooks(edit: Draft, wishes: InstallWishes): Change {
  let change: Change = "present";
  const wanted = new Map(wishes.hooks.map((row) => [row.event, hookGroup(row, wishes.program)]));
  for (const event of Object.keys(record(edit.at(["hooks"])))) {
    const mine = groupsOf(edit, event).filter((group) => holdsOurs(edit, group));
    if (mine.length === 0) continue;
    const group = wanted.get(event);
    if (group !== undefined && mine.length === 1 && same(mine[0], group)) {
      wanted.delete(event);
      continue;
    }
    change = "renewed";
    const at = groupsOf(edit, event).findIndex((group) => holdsOurs(edit, group));
    if (group !== undefined && mine.length === 1 && handlersOf(mine[0]).length === 1) {
      edit.replace(["hooks", event, at], group);
      wanted.delete(event);
    } else {
      takeHooks(edit, event);
    }
  }
  if (wanted.size === 0) return change;
  if (edit.at(["hooks"]) === undefined) {
    edit.insert([], "hooks", Object.fromEntries([...wanted].map(([event, group]) => [event, [group]])));
  } else {
    for (const [event, group] of wanted) {
      if (edit.at(["hooks", event]) === undefined) edit.insert(["hooks"], event, [group]);
      else edit.insert(["hooks", event], null, group);
    }
  }
  return change === "renewed" ? "renewed" : "added";
}

function putStatusLine(edit: Draft, { program, statusLine }: InstallWishes): Change {
  const value = edit.at(["statusLine"]);
  const entry = statusLineEntry(program);
  if (value === undefined || value === null) {
    if (statusLine === "leave") return "foreign";
    if (value === null) edit.replace(["statusLine"], entry);
    else edit.insert([], "statusLine", entry);
    return "added";
  }
  const ours = statusLineProgram(value, edit.ours);
  if (ours === null && statusLine !== "replace") return "foreign";
  // Padding and refresh that the user chose stay.
  const next = ours === null ? entry : { ...record(value), ...entry };
  if (same(value, next)) return "present";
  edit.replace(["statusLine"], next);
  return ours === null ? "replaced" : "renewed";
}

function putPermission(edit: Draft, { program, permission }: InstallWishes): Change {
  const rule = permissionRule(program);
  const rules = list(edit.at(["permissions", "allow"]));
  const mine = rules.filter((item) => ruleProgram(item, edit.ours) !== null || item === rule);
  if (!permission) {
    takeRules(edit);
    return mine.length > 0 ? "removed" : "left-out";
  }
  if (mine.length === 1 && mine[0] === rule) return "present";
  if (mine.length === 1) {
    edit.replace(
      ["permissions", "allow", rules.findIndex((item) => ruleProgram(item, edit.ours) !== null)],
      rule,
    );
    return "renewed";
  }
  if (mine.length > 1) takeRules(edit);
  if (edit.at(["permissions"]) === undefined) edit.insert([], "permissions", { allow: [rule] });
  else if (edit.at(["permissions", "allow"]) === undefined) edit.insert(["permissions"], "allow", [rule]);
  else edit.insert(["permissions", "allow"], null, rule);
  return mine.length > 1 ? "renewed" : "added";
}

/** Takes our handlers of one event out, and what they leave empty. */
function takeHooks(edit: Draft, event: string): void {
  let touched = false;
  for (let at = groupsOf(edit, event).length - 1; at >= 0; at -= 1) {
    const handlers = handlersOf(groupsOf(edit, event)[at]);
    const others = handlers.filter((handler) => hookProgram(handler, edit.ours) === null);
    if (others.length === handlers.length) continue;
    touched = true;
    if (others.length === 0) edit.remove(["hooks", event, at]);
    else {
      for (let i = handlers.length - 1; i >= 0; i -= 1) {
        if (hookProgram(handlers[i], edit.ours) !== null) edit.remove(["hooks", event, at, "hooks", i]);
      }
    }
  }
  if (touched) edit.removeBare(["hooks", event]);
}

function takeRules(edit: Draft): void {
  const path = ["permissions", "allow"];
  const rules = list(edit.at(path));
  const mine = rules.filter((rule) => ruleProgram(rule, edit.ours) !== null);
  if (mine.length === 0) return;
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    if (ruleProgram(rules[at], edit.ours) !== null) edit.remove([...path, at]);
  }
  edit.removeBare(path);
  edit.removeBare(["permissions"]);
}

function groupsOf(edit: Draft, event: string): readonly unknown[] {
  return list(edit.at(["hooks", event]));
}

function handlersOf(group: unknown): readonly unknown[] {
  return isRecord(group) ? list(group.hooks) : [];
}

function holdsOurs({ ours }: Draft, group: unknown): boolean {
  return handlersOf(group).some((handler) => hookProgram(handler, ours) !== null);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Equal as JSON, whatever the order of names. */
function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => same(item, b[i]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}
