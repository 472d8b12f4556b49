/**
 * Raw settings -> typed values: default < user's settings.json < environment.
 * A value that does not parse never stops anything: the default holds and the
 * problem is reported. Cheap, because every hook call goes through it.
 */
import type { Setting } from "./setting.ts";
import { SETTINGS } from "./table.ts";

type Row = (typeof SETTINGS)[number];

type ValueOf<R extends Row> = R["type"] extends "boolean" ? boolean
  : R["type"] extends "integer" | "number" ? number
  : R["type"] extends "list" ? readonly string[]
  : string;

/** Every setting's name. */
export type SettingKey = Row["key"];

/** One typed value for each row of the table. */
export type SettingValues = { readonly [R in Row as R["key"]]: ValueOf<R> };

export type SettingSource = "default" | "file" | "environment";

export interface SettingProblem {
  /** The setting, or null when the whole file is unreadable or a key is unknown. */
  readonly key: SettingKey | null;
  readonly source: SettingSource;
  readonly says: string;
}

export interface ResolvedSettings {
  readonly values: SettingValues;
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  readonly problems: readonly SettingProblem[];
}

type Value = boolean | number | string | readonly string[];
type Environment = Readonly<Record<string, string | undefined>>;

/** `userFileText` is the text of settings.json in the state root, or null when there is none. */
export function resolveSettings(env: Environment, userFileText: string | null): ResolvedSettings {
  if (userFileText === null && SETTINGS.every((row) => env[row.key] === undefined)) return nothingSet();
  const problems: SettingProblem[] = [];
  const file = userFileText === null ? null : parseFile(userFileText, problems);
  const values: Record<string, Value> = {};
  const sources: Record<string, SettingSource> = {};
  for (const row of SETTINGS) {
    let value: Value = defaultOf(row);
    let source: SettingSource = "default";
    const take = (raw: unknown, from: SettingSource) => {
      const parsed = parseValue(row, raw);
      if (parsed === null) {
        problems.push({
          key: row.key,
          source: from,
          says: `${row.key}: ${expectation(row)}; what ${WHERE[from]} says is ignored`,
        });
      } else if (parsed !== undefined) {
        const unknown = strangers(row, parsed);
        if (unknown !== "") problems.push({ key: row.key, source: from, says: `${row.key}: ${unknown}` });
        value = parsed;
        source = from;
      }
    };
    if (file !== null && Object.hasOwn(file, row.key)) takeFromFile(row, file, take, problems);
    const raw = env[row.key];
    if (raw !== undefined) take(raw, "environment");
    values[row.key] = value;
    sources[row.key] = source;
  }
  return {
    values: values as unknown as SettingValues,
    sources: sources as Record<SettingKey, SettingSource>,
    problems,
  };
}

const WHERE: Readonly<Record<SettingSource, string>> = {
  default: "the default",
  file: "settings.json",
  environment: "the environment",
};

/** Names of a list that stand for nothing; the others hold. */
function strangers({ type, choices }: Setting, value: Value): string {
  if (type !== "list" || choices === undefined || typeof value !== "object") return "";
  const unknown = value.filter((name) => !choices.includes(name));
  if (unknown.length === 0) return "";
  return `${unknown.map((name) => JSON.stringify(name)).join(", ")} stands for nothing here (known: ${
    choices.join(", ")
  })`;
}

/** The way of nearly every hook call: no file, no variable, so nothing to parse. */
function nothingSet(): ResolvedSettings {
  const values: Record<string, Value> = {};
  const sources: Record<string, SettingSource> = {};
  for (const row of SETTINGS) {
    values[row.key] = defaultOf(row);
    sources[row.key] = "default";
  }
  return {
    values: values as unknown as SettingValues,
    sources: sources as Record<SettingKey, SettingSource>,
    problems: [],
  };
}

/** Values when nothing was set. */
export function defaultSettings(): SettingValues {
  return resolveSettings({}, null).values;
}

/** What a row accepts, as the end of a sentence. */
export function expectation(row: Setting): string {
  const { min, max, choices } = row;
  const range = min !== undefined && max !== undefined ? ` from ${min} to ${max}` : "";
  switch (row.type) {
    case "boolean":
      return "expected 0 or 1";
    case "integer":
      return `expected a whole number${range}`;
    case "number":
      return `expected a number${range}`;
    case "list":
      return "expected names separated by commas";
    case "text":
      return choices === undefined ? "expected a text" : `expected one of ${choices.join(", ")}`;
  }
}

function parseFile(text: string, problems: SettingProblem[]): Record<string, unknown> | null {
  const say = (says: string) => problems.push({ key: null, source: "file", says });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    say(`settings.json is ignored: ${whyNoJson(text)}`);
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    say('settings.json is ignored: it holds no JSON object; write {"CK_HEAD": 60} for example');
    return null;
  }
  const file = parsed as Record<string, unknown>;
  const known = new Set<string>(SETTINGS.map((row) => row.key));
  for (const key of Object.keys(file)) {
    if (!known.has(key)) {
      say(`settings.json: ${JSON.stringify(key)} is no setting; \`ck-bin settings\` lists their names`);
    } else if (text.split(`"${key}"`).length > 2 && isTwice(text, key)) {
      say(`settings.json: ${key} stands there twice; the last one holds, take the other one out`);
    }
  }
  return file;
}

/** What a person most likely did. */
function whyNoJson(text: string): string {
  if (text.trim() === "") return 'it is empty; write {"CK_HEAD": 60} for example, or remove it';
  if (text.includes("\0") || text.includes("\ufffd")) return "it is not UTF-8; save it as UTF-8";
  if (/^\s*(?:\/\/|\/\*)/m.test(text)) return "it is no JSON; take the comments out";
  if (/,\s{0,99}[}\]]/.test(text)) return "it is no JSON; take the comma before a closing bracket out";
  return 'it is no JSON; write {"CK_HEAD": 60} for example, names in double quotes';
}

/** Whether a name stands before a colon more than once; inside a string its quotes would be escaped. */
function isTwice(text: string, key: string): boolean {
  let count = 0;
  for (const after of text.split(`"${key}"`).slice(1)) if (after.trimStart().startsWith(":")) count += 1;
  return count > 1;
}

function takeFromFile(
  row: Row,
  file: Record<string, unknown>,
  take: (raw: unknown, from: SettingSource) => void,
  problems: SettingProblem[],
): void {
  if (row.key === "CK_HOME") {
    // The file is found through it, so it cannot name it.
    problems.push({ key: row.key, source: "file", says: "CK_HOME can be set in the environment only" });
    return;
  }
  take(file[row.key], "file");
}

function defaultOf(row: Row): Value {
  return row.type === "list" ? splitList(row.default) : row.default;
}

/** `undefined`: as if not set. `null`: does not parse. */
function parseValue(row: Setting, raw: unknown): Value | null | undefined {
  switch (row.type) {
    case "boolean":
      return parseBoolean(raw);
    case "integer":
    case "number":
      return parseNumber(row, raw);
    case "list":
      if (Array.isArray(raw)) return raw.every((item) => typeof item === "string") ? raw : null;
      return typeof raw === "string" ? splitList(raw) : null;
    case "text":
      if (typeof raw !== "string") return null;
      return row.choices === undefined || raw === "" || row.choices.includes(raw) ? raw : null;
  }
}

/** Only "0" turns a default of true off, only "1" turns a default of false on. */
function parseBoolean(raw: unknown): boolean | null | undefined {
  if (typeof raw === "boolean") return raw;
  if (raw === "") return undefined;
  if (raw === "0" || raw === 0) return false;
  if (raw === "1" || raw === 1) return true;
  return null;
}

function parseNumber(row: Setting, raw: unknown): number | null | undefined {
  if (raw === "") return undefined;
  const value = typeof raw === "number" ? raw : typeof raw === "string" ? decimal(raw.trim()) : NaN;
  if (!Number.isFinite(value)) return null;
  if (row.type === "integer" && !Number.isInteger(value)) return null;
  if (row.min !== undefined && value < row.min) return null;
  if (row.max !== undefined && value > row.max) return null;
  return value;
}

/** Plain decimals only: no hex, no exponent, no white space inside. */
function decimal(text: string): number {
  return text.length <= 32 && /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : NaN;
}

function splitList(text: string): string[] {
  return text.split(",").map((item) => item.trim()).filter((item) => item !== "");
}
