/** Quantiles, tables and figures of the benches. */

/** The value below which the share `q` of the values lies; 0 for none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A number with as many decimals as its size deserves. */
export function figure(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** Rows under a heading, first column to the left, the others to the right. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) =>
    Math.max(...all.map((row) => Bun.stringWidth(row[column] ?? "")))
  );
  const line = (row: readonly string[]): string =>
    widths.map((width, column) => {
      const cell = row[column] ?? "";
      const gap = " ".repeat(width - Bun.stringWidth(cell));
      return column === 0 ? cell + gap : gap + cell;
    }).join("  ").trimEnd();
  return [line(heading), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
