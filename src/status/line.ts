/**
 * The text of the status line: the host's facts and ours -> exactly one line.
 * Pure. Everything foreign goes through `inertLine`, so neither a line break
 * nor an escape sequence of others gets out.
 */
import { inertLine } from "../base/inert.ts";
import { painter, type Style } from "../base/paint.ts";
import { baseName } from "../base/text.ts";
import { isRecord } from "../base/value.ts";

/** Sums of estimates, as the ledger holds them. */
export interface LineSums {
  readonly savedTokens: number;
  readonly beforeTokens: number;
}

export interface LineFacts {
  readonly session: { readonly verified: LineSums; readonly pending: LineSums };
  readonly all: { readonly verified: LineSums };
  /** Replacements of this session that the host did not apply. */
  readonly refused: number;
  /** This session passes everything in full. */
  readonly degraded: boolean;
}

export interface LineStyle {
  readonly color: boolean;
  readonly brand: string;
  readonly verbose: boolean;
}

const FIELD_UNITS = 60;
const BRANDS: readonly Style[] = ["red", "green", "yellow", "blue", "magenta", "cyan"];

/** @param facts null: the state cannot be used */
export function statusLine(input: unknown, facts: LineFacts | null, style: LineStyle): string {
  const paint = painter(style.color);
  const host = hostFacts(input);
  const parts: string[] = [];
  if (host.model !== "") parts.push(host.model);
  if (host.folder !== "") parts.push(host.folder);
  if (host.context !== "") parts.push(host.context);
  const head = parts.map((part) => paint("dim", part));
  return [...head, ...ourParts(host.usedTokens, facts, style)].join(paint("dim", " · "));
}

function ourParts(usedTokens: number, facts: LineFacts | null, style: LineStyle): string[] {
  const paint = painter(style.color);
  const brand = BRANDS.find((name) => name === style.brand) ?? (style.brand === "none" ? null : "yellow");
  const name = brand === null ? "ck ⚡" : paint(brand, "ck ⚡");
  if (facts === null) return [`${name} ${paint("red", "⚠ no state")}`];
  const { verified, pending } = facts.session;
  const saved = paint("green", minus(verified.savedTokens));
  const waiting = pending.savedTokens > 0 ? paint("dim", ` (${estimate(pending.savedTokens)} pending)`) : "";
  const total = facts.all.verified;
  const parts: string[] = [];
  if (style.verbose) {
    const context = usedTokens + verified.savedTokens;
    const share = usedTokens > 0 && verified.savedTokens > 0
      ? ` (${percent(verified.savedTokens, context)} of ctx ${estimate(context)})`
      : "";
    parts.push(`${name} ${saved} session${share}${waiting}`);
    parts.push(
      `${paint("green", minus(total.savedTokens))} total (${percent(total.savedTokens, total.beforeTokens)})`,
    );
  } else {
    parts.push(`${name} ${saved}${waiting}`);
    parts.push(`tot ${paint("green", percent(total.savedTokens, total.beforeTokens))}`);
  }
  if (facts.degraded) parts.push(paint("red", "⚠ canary: off in this session"));
  else if (facts.refused > 0) parts.push(paint("red", "⚠ canary"));
  return parts;
}

interface HostFacts {
  readonly model: string;
  readonly folder: string;
  readonly context: string;
  readonly usedTokens: number;
}

function hostFacts(input: unknown): HostFacts {
  const root = record(input);
  const model = record(root.model);
  const path = text(record(root.workspace).current_dir) || text(root.cwd);
  const window = record(root.context_window);
  const size = count(window.context_window_size);
  const used = window.current_usage === null ? null : count(window.total_input_tokens);
  const share = count(window.used_percentage);
  const tokens = used === null || size === null ? "" : `${short(used)}/${short(size)}`;
  const context = [share === null ? "" : `${Math.round(share)}%`, tokens].filter((part) => part !== "");
  return {
    model: field(text(model.display_name) || text(model.id)),
    folder: field(folderName(path)),
    context: context.length === 0 ? "" : `ctx ${context.join(" ")}`,
    usedTokens: used ?? 0,
  };
}

/** Size of the context window that the host reports, or null. */
export function reportedWindow(input: unknown): number | null {
  const size = count(record(record(input).context_window).context_window_size);
  return size !== null && size > 0 && Number.isInteger(size) ? size : null;
}

/** The session that the host names, or null. */
export function reportedSession(input: unknown): string | null {
  const id = text(record(input).session_id);
  return id === "" || id.length > 1_000 ? null : id;
}

/** < 1,000 plain, < 100,000 with one decimal k, then whole k, from a million on M. */
export function short(tokens: number): string {
  const n = Math.max(0, Math.round(tokens));
  if (n < 1_000) return String(n);
  if (n < 99_950) return `${(n / 1_000).toFixed(1)}k`;
  if (n < 999_500) return `${Math.round(n / 1_000)}k`;
  return `${(n / 1_000_000).toFixed(1).replace(".0", "")}M`;
}

/** Every figure of ours is a sum of estimates, hence the tilde. */
function estimate(tokens: number): string {
  return tokens > 0 ? `~${short(tokens)}` : "0";
}

function minus(tokens: number): string {
  return `-${estimate(tokens)}`;
}

function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "-0";
  return `-~${Math.min(100, Math.floor((100 * part) / whole))}%`;
}

function folderName(path: string): string {
  let end = Math.min(path.length, 32_768);
  while (end > 1 && (path[end - 1] === "/" || path[end - 1] === "\\")) end -= 1;
  const whole = path.slice(0, end);
  return baseName(whole) || whole;
}

function field(value: string): string {
  return inertLine(value.slice(0, 4 * FIELD_UNITS).trim(), FIELD_UNITS);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= 1e12 ? value : null;
}
