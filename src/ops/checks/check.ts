/** One finding of `doctor`. It never carries content: only paths of ours, names, codes, counts and times. */
export interface Check {
  readonly id: string;
  /** "none": nothing to judge yet. */
  readonly level: "ok" | "warn" | "ko" | "none";
  readonly says: string;
  /** The next step, when one is due. */
  readonly next?: string;
}

export function okay(id: string, says: string): Check {
  return { id, level: "ok", says };
}

export function warn(id: string, says: string, next?: string): Check {
  return next === undefined ? { id, level: "warn", says } : { id, level: "warn", says, next };
}

export function ko(id: string, says: string, next?: string): Check {
  return next === undefined ? { id, level: "ko", says } : { id, level: "ko", says, next };
}

export function none(id: string, says: string): Check {
  return { id, level: "none", says };
}

/** "3 minutes ago"; a time in the future counts as now. */
export function ago(nowMs: number, atMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / 1_000));
  for (const [size, unit] of [[86_400, "day"], [3_600, "hour"], [60, "minute"]] as const) {
    const n = Math.floor(seconds / size);
    if (n > 0) return `${n} ${unit}${n === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
