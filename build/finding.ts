/** One thing that a check found wrong. */
export interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly says: string;
}

/** `path:line: says` */
export function findingLine({ path, line, says }: Finding): string {
  return `${path}${line === undefined ? "" : `:${line}`}: ${says}`;
}

/** Prints the findings of a check that was started by itself, and ends the process. */
export function exitWith(name: string, findings: readonly Finding[]): never {
  for (const finding of findings) console.error(findingLine(finding));
  console.error(findings.length === 0 ? `${name}: nothing found` : `${name}: ${findings.length} found`);
  process.exit(findings.length === 0 ? 0 : 1);
}
