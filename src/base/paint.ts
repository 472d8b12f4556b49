/** Terminal colours. Only our own words are painted; foreign text goes through `inert` first. */

const CODES = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  blue: "34",
  magenta: "35",
  cyan: "36",
} as const;

export type Style = keyof typeof CODES;

export type Paint = (style: Style, text: string) => string;

/** A painter that adds colours, or one that returns its text unchanged. */
export function painter(color: boolean): Paint {
  return color
    ? (style, text) => text === "" ? "" : `\x1b[${CODES[style]}m${text}\x1b[0m`
    : (_style, text) => text;
}
