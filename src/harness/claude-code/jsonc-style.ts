/** How a JSON text is laid out, and values printed in that layout. Pure. */

export interface Style {
  readonly eol: string;
  readonly unit: string;
  /** The text has line breaks between its members. */
  readonly onLines: boolean;
  /** A space follows a colon. */
  readonly spaced: boolean;
}

/** Reads line ends, indentation and spacing off a text. */
export function styleOf(body: string): Style {
  const content = body.trim();
  const onLines = content.includes("\n");
  return {
    eol: body.includes("\r\n") ? "\r\n" : "\n",
    unit: (/\n([ \t]+)\S/.exec(content)?.[1] ?? "  ").slice(0, 8),
    onLines,
    spaced: onLines || content.length < 3 || /":\s/.test(content),
  };
}

/** A value in the layout of its surroundings; `indent` is that of the line it begins on. */
export function print(value: unknown, style: Style, onLines: boolean, indent: string): string {
  if (onLines) return JSON.stringify(value, null, style.unit).replaceAll("\n", style.eol + indent);
  return style.spaced ? spaced(value) : JSON.stringify(value);
}

/** JSON on one line with a space after colons and commas. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
