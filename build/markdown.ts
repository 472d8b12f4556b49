/** A table as `deno fmt` would leave it: cells padded to the width of their column. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((text) => text.replaceAll("|", "\\|").trim()));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => Bun.stringWidth(row[column] ?? "")))
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => padded(row[column] ?? "", width)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}

function padded(text: string, width: number): string {
  return text + " ".repeat(width - Bun.stringWidth(text));
}
