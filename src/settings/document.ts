/** Settings as text: cells of the README's table and values of `ck-bin settings`. */
import type { Setting } from "./setting.ts";

/** Default as a person reads it. */
export function defaultText(row: Setting): string {
  if (row.type === "boolean") return row.default === true ? "1" : "0";
  return String(row.default);
}

/** Value as a person reads it and as the environment would carry it. */
export function valueText(value: boolean | number | string | readonly string[]): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "object" ? value.join(",") : String(value);
}

/** What the number of a row counts, or "". */
export function unitText(row: Setting): string {
  return row.unit === undefined || row.unit === "factor" ? "" : row.unit;
}

/** A row of the README's table: name, default, sentence. */
export function settingCells(row: Setting): readonly [key: string, value: string, says: string] {
  const unit = unitText(row) === "" ? "" : ` ${unitText(row)}`;
  const text = defaultText(row);
  return [`\`${row.key}\``, text === "" ? "" : `\`${text}\`${unit}`, row.says];
}
