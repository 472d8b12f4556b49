import type { JournalRecord } from "../store/record.ts";

/**
 * The state of a session as a fold over its journal. Records that carry the
 * tool-use id of the present call are ignored, so that a hook that is
 * registered twice gives the same bytes in either order.
 */

/** What was last delivered for one read or command. */
export interface Delivery {
  readonly id: string;
  /** Hash of the original text. */
  readonly hash: string;
  /** Hash after what changes from run to run is taken out; commands only. */
  readonly stableHash: string;
  readonly startLine: number;
  /** It reached the model altered. */
  readonly elided: boolean;
  /** The last answer was a delta marker. */
  readonly suppressed: boolean;
  /** Tokens that the elision saved: the price of a page fault. */
  readonly savedTokens: number;
  /** A copy of the text is kept, for a diff. */
  readonly hasCopy: boolean;
}

export interface Pending {
  readonly id: string;
  readonly tool: string;
  /** Hash and length of the text that the model should read. */
  readonly delivered: string;
  readonly units: number;
  readonly isProbe: boolean;
}

export interface SessionState {
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly pending: ReadonlyMap<string, Pending>;
  readonly canary: CanaryState;
  readonly context: { readonly usedTokens: number; readonly model: string; readonly atMs: number } | null;
  /** As the host's status line reported it, or 0. */
  readonly windowTokens: number;
  readonly projectNamed: boolean;
}

export interface CanaryState {
  /** Replacements of this session that the host did not apply, not yet healed. */
  readonly failures: number;
  readonly verified: number;
  readonly degraded: boolean;
  /** Outputs passed raw since the session was degraded. */
  readonly skipped: number;
}

export interface CanaryRules {
  readonly degradeAfter: number;
  readonly autoHeal: boolean;
  readonly healAfter: number;
  readonly liftAfter: number;
}

/** Key of a delivery: scope, kind and name. */
export function deliveryKey(kind: "read" | "cmd", agentId: string, name: string): string {
  return `${kind}\0${agentId}\0${name}`;
}

/** @param ownId the tool-use id of the present call */
export function foldSession(
  records: readonly JournalRecord[],
  ownId: string,
  rules: CanaryRules,
): SessionState {
  const deliveries = new Map<string, Delivery>();
  const keysById = new Map<string, string>();
  const pending = new Map<string, Pending>();
  const settled = new Set<string>();
  const skips = new Set<string>();
  let context: SessionState["context"] = null;
  let windowTokens = 0;
  let projectNamed = false;
  const canary = { failures: 0, verified: 0, degraded: false, skipped: 0, streak: 0, probes: 0 };
  for (const record of records) {
    const id = string(record.id);
    if (id !== "" && id === ownId && record.t !== "ok" && record.t !== "bad") continue;
    switch (record.t) {
      case "project":
        projectNamed = true;
        break;
      case "read":
      case "cmd": {
        const key = deliveryKey(record.t, string(record.a), string(record.p));
        deliveries.set(key, deliveryOf(record, id));
        keysById.set(id, key);
        break;
      }
      case "drop": {
        const key = keysById.get(id);
        if (key !== undefined && deliveries.get(key)?.id === id) deliveries.delete(key);
        break;
      }
      case "forget":
        deliveries.delete(deliveryKey("read", string(record.a), string(record.p)));
        break;
      case "invalidate":
        deliveries.clear();
        break;
      case "pend":
        pending.set(id, pendingOf(record, id));
        break;
      case "ok":
      case "bad":
        if (settled.has(id)) break;
        settled.add(id);
        settle(canary, record.t, pending.get(id)?.isProbe ?? false, rules);
        pending.delete(id);
        break;
      case "skip":
        if (id === "" || !skips.has(id)) canary.skipped += 1;
        skips.add(id);
        break;
      case "ack":
        // A person took note of the failures: `status --reset-alarm`.
        Object.assign(canary, { failures: 0, degraded: false, skipped: 0, streak: 0, probes: 0 });
        break;
      case "ctx":
        context = { usedTokens: number(record.used), model: string(record.model), atMs: number(record.at) };
        break;
      case "window":
        windowTokens = number(record.tokens);
        break;
    }
  }
  return { deliveries, pending, canary, context, windowTokens, projectNamed };
}

interface CanaryFold {
  failures: number;
  verified: number;
  degraded: boolean;
  skipped: number;
  streak: number;
  probes: number;
}

function settle(canary: CanaryFold, verdict: "ok" | "bad", isProbe: boolean, rules: CanaryRules): void {
  if (verdict === "bad") {
    canary.failures += 1;
    canary.streak = 0;
    canary.probes = 0;
    if (rules.degradeAfter > 0 && canary.failures >= rules.degradeAfter) canary.degraded = true;
    return;
  }
  canary.verified += 1;
  canary.streak += 1;
  if (isProbe && canary.degraded) {
    canary.probes += 1;
    if (canary.probes >= rules.liftAfter) {
      canary.degraded = false;
      canary.probes = 0;
      canary.skipped = 0;
      canary.failures = 0;
    }
  }
  if (rules.autoHeal && !canary.degraded && rules.healAfter > 0 && canary.streak >= rules.healAfter) {
    canary.failures = 0;
  }
}

function deliveryOf(record: JournalRecord, id: string): Delivery {
  return {
    id,
    hash: string(record.h),
    stableHash: string(record.v),
    startLine: number(record.s),
    elided: record.e === 1,
    suppressed: record.sup === 1,
    savedTokens: number(record.saved),
    hasCopy: record.c === 1,
  };
}

function pendingOf(record: JournalRecord, id: string): Pending {
  return {
    id,
    tool: string(record.tool),
    delivered: string(record.d),
    units: number(record.n),
    isProbe: record.probe === 1,
  };
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
