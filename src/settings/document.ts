/** The settings table as text: README rows and the lines of `ck-bin settings`. */
import type { Setting } from "./setting.ts";
import { SETTINGS } from "./table.ts";

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

/** The README's table. */
export function settingsMarkdown(): string {
  const rows = [...SETTINGS].map((row: Setting) => {
    const unit = row.unit === undefined || row.unit === "factor" ? "" : ` ${row.unit}`;
    const text = defaultText(row);
    const shown = text === "" ? "" : `\`${text}\`${unit}`;
    return `| \`${row.key}\` | ${shown} | ${row.says} |`;
  });
  return ["| setting | default | what it does |", "|---|---|---|", ...rows].join("\n");
}
