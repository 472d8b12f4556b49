/**
 * What a runner puts before every line of the tools that it runs: job and
 * time, the name of a container, a build step. Rules about the start of a line
 * look behind it. For looking only; what is shown keeps its prefix.
 */

const SAMPLE_LINES = 60;
const LINE_UNITS = 400;
/** Of the lines, this share carries the prefix. */
const SHARE = 0.6;
/** Names repeat, cells of a first column hardly do. */
const DISTINCT_SHARE = 0.4;

interface Prefix {
  readonly pattern: RegExp;
  /** The group that names a stream: its values repeat. */
  readonly isNamed?: boolean;
}

const PREFIXES: readonly Prefix[] = [
  // gh run view --log: job, step, time.
  { pattern: /^[^\t]{1,120}\t[^\t]{1,120}\t(?:\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z ?)?/ },
  // Raw logs of GitHub Actions and Azure pipelines.
  { pattern: /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z ?/ },
  // BuildKit: step and seconds.
  { pattern: /^#\d{1,4} \d{1,5}\.\d{1,3} / },
  // docker compose, foreman, honcho.
  { pattern: /^(?:\d\d:\d\d:\d\d )?([\w.-]{1,60}) {0,40}\| /, isNamed: true },
  // kubectl logs --prefix, stern.
  { pattern: /^\[(pod\/[^\]\s]{1,200})\] /, isNamed: true },
  // Turborepo and pnpm --recursive.
  { pattern: /^(@?[\w./-]{1,80}:[\w-]{1,40}): /, isNamed: true },
  { pattern: /^((?:packages|apps|libs|services)\/[\w./-]{1,80} [\w:-]{1,30})[:$] /, isNamed: true },
];

export interface Bare {
  /** The lines without the prefix. */
  readonly texts: readonly string[];
  /** Several streams run side by side, so that neighbours need not belong together. */
  readonly isMixed: boolean;
}

/** The lines without a prefix that most of them carry, or null where there is none. */
export function withoutPrefix(texts: readonly string[]): Bare | null {
  const step = Math.max(1, Math.floor(texts.length / SAMPLE_LINES));
  const sample: string[] = [];
  for (let at = 0; at < texts.length; at += step) {
    const text = texts[at] as string;
    if (text !== "") sample.push(text.slice(0, LINE_UNITS));
  }
  const found = PREFIXES.find((prefix) => isCommon(prefix, sample));
  if (!found) return null;
  return { texts: texts.map((text) => text.slice(lengthOf(found, text))), isMixed: found.isNamed === true };
}

function lengthOf({ pattern }: Prefix, text: string): number {
  return pattern.exec(text.length > LINE_UNITS ? text.slice(0, LINE_UNITS) : text)?.[0].length ?? 0;
}

function isCommon({ pattern, isNamed }: Prefix, sample: readonly string[]): boolean {
  const names = new Set<string>();
  let hits = 0;
  for (const text of sample) {
    const match = pattern.exec(text);
    if (!match) continue;
    hits += 1;
    if (isNamed) names.add(match[1] as string);
  }
  return hits >= 8 && hits >= sample.length * SHARE && names.size <= hits * DISTINCT_SHARE;
}
