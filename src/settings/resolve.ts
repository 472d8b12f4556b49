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
          says: `${row.key}: ${expectation(row)}; the default holds`,
        });
      } else if (parsed !== undefined) {
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
  const { min, max } = row;
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
      return "expected a text";
  }
}

function parseFile(text: string, problems: SettingProblem[]): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      const file = parsed as Record<string, unknown>;
      const known = new Set<string>(SETTINGS.map((row) => row.key));
      for (const key of Object.keys(file)) {
        if (!known.has(key)) {
          problems.push({
            key: null,
            source: "file",
            says: `settings.json: ${JSON.stringify(key)} is no setting`,
          });
        }
      }
      return file;
    }
  } catch {
    // Reported below, like any other shape that is no object.
  }
  problems.push({ key: null, source: "file", says: "settings.json is not a JSON object; it is ignored" });
  return null;
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
      return typeof raw === "string" ? raw : null;
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
