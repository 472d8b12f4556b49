import { extension } from "../base/text.ts";
import { isBarrier } from "../marker/grammar.ts";
import { BlockRole } from "./block-marks.ts";
import { blockRoles } from "./blocks.ts";
import { type DiffRole, diffRoles, looksLikeDiff } from "./diff.ts";
import { withoutPrefix } from "./prefix.ts";
import { chooseProfile } from "./profiles/choose.ts";
import type { Profile } from "./profiles/profile.ts";
import { KEEP, raise } from "./keep.ts";
import { markProfile } from "./profiles/mark.ts";
import { markSkeleton } from "./skeleton.ts";
import {
  isCFunction,
  isCodeSignal,
  isDiffStructure,
  isErrorClass,
  isListedCodeSignal,
  isLogSignal,
  isModuleConstant,
  withoutLineNumber,
} from "./signal.ts";
import type { Line, OperatorContext } from "./types.ts";

/**
 * Gives every line of a text a class: what an elision must keep, would like
 * to keep, and may hide. Decides nothing about size.
 */

export type Mode = "code" | "diff" | "log";

export interface Selection {
  readonly mode: Mode;
  readonly classes: Uint8Array;
  readonly profile: Profile | null;
  /** Roles of diagnostic blocks, where they were looked for. */
  readonly blocks?: Uint8Array;
}

const CODE_EXTENSIONS = new Set(
  ".py .pyi .js .jsx .ts .tsx .mjs .cjs .go .rs .java .rb .c .h .cc .cpp .hpp .swift .kt .php .cs .scala .sh .bash .zsh"
    .split(" "),
);
const C_EXTENSIONS = new Set(".c .h .cc .cpp .hpp".split(" "));
const PATTERN_UNITS = 2_000;

/** True for a Read whose text is treated as code: declarations are kept, log words are not. */
export function isCodeRead(context: OperatorContext): boolean {
  return context.tool === "Read" && CODE_EXTENSIONS.has(extension(context.path ?? ""));
}

/** Classifies every line; head and tail are the caller's. */
export function selectLines(lines: readonly Line[], context: OperatorContext): Selection {
  const classes = new Uint8Array(lines.length);
  const texts = lines.map((line) => line.text);
  for (let i = 0; i < lines.length; i += 1) {
    // A line that was counted in this pass may still be hidden; one that came counted may not.
    const isFixed = context.keepsCounted === true || (lines[i] as Line).count < 2;
    if (isFixed && isBarrier(texts[i] as string)) classes[i] = KEEP.frame;
  }
  if (isCodeRead(context)) {
    markCode(texts, classes, C_EXTENSIONS.has(extension(context.path ?? "")));
    return { mode: "code", classes, profile: null };
  }
  const roles = looksLikeDiff(lines) ? diffRoles(lines) : null;
  const isDiff = roles !== null && isMostlyHunks(roles, texts);
  const profile = context.tool === "Read" || isDiff
    ? null
    : chooseProfile(lines, context.command, context.userProfiles);
  // A runner's prefix hides from the rules of a tool where its lines begin.
  const found = context.tool === "Read" || isDiff ? null : withoutPrefix(texts);
  const bare = found?.texts ?? texts;
  const inner = found === null || found.isMixed ? null : chooseProfile(
    lines.map((line, i) => ({ ...line, text: bare[i] as string })),
    undefined,
    context.userProfiles,
  );
  const blocks = blockRoles(bare);
  const steps: readonly (() => void)[] = [
    () => roles && markDiff(roles, texts, classes),
    () => markLog(bare, classes, blocks, context),
    () => inner && inner.id !== profile?.id && markProfile(inner, bare, classes),
    () => profile && markProfile(profile, texts, classes),
    () =>
      markSkeleton(bare, classes, profile, {
        headLines: context.rate.headLines,
        tailLines: context.rate.tailLines,
        isPage: context.tool === "WebFetch",
        inside: roles,
        isLate: context.isLate,
      }),
  ];
  // Each can take a second for a log of megabytes; what is cut short is thrown away by the caller.
  for (const step of steps) if (context.isLate?.() !== true) step();
  return { mode: isDiff ? "diff" : "log", classes, profile, blocks };
}

/** A diff, not a page or a log that holds one. */
function isMostlyHunks(roles: readonly DiffRole[], texts: readonly string[]): boolean {
  let inside = 0;
  let filled = 0;
  for (let i = 0; i < texts.length; i += 1) {
    if (texts[i] === "") continue;
    filled += 1;
    if (roles[i] !== "outside") inside += 1;
  }
  return inside * 2 >= filled;
}

function capped(text: string): string {
  return text.length > PATTERN_UNITS ? text.slice(0, PATTERN_UNITS) : text;
}

function markCode(texts: readonly string[], classes: Uint8Array, cFamily: boolean): void {
  for (let i = 0; i < texts.length; i += 1) {
    const text = withoutLineNumber(capped(texts[i] as string));
    if (isCodeSignal(text) || isModuleConstant(text) || (cFamily && isCFunction(text))) {
      raise(classes, i, KEEP.signal);
    }
  }
}

function markDiff(roles: readonly DiffRole[], texts: readonly string[], classes: Uint8Array): void {
  for (let i = 0; i < texts.length; i += 1) {
    const role = roles[i];
    if (role === "structure") raise(classes, i, KEEP.frame);
    else if (role === "change") raise(classes, i, KEEP.signal);
    else if (role === "outside" && /^(?:commit |Author:|Date:|Merge:| {4}\S)/.test(texts[i] as string)) {
      raise(classes, i, KEEP.skeleton);
    }
  }
}

const TOP_LEVEL: Readonly<Record<string, RegExp>> = {
  ".md": /^#{1,6} /,
  ".markdown": /^#{1,6} /,
  ".yaml": /^[\w"'.-]{1,200}:/,
  ".yml": /^[\w"'.-]{1,200}:/,
  ".toml": /^(?:\[|[\w"'.-]{1,200} ?=)/,
  ".ini": /^\[/,
  ".cfg": /^\[/,
  ".sql": /^(?:CREATE|ALTER|DROP|INSERT|COPY) /i,
};

/** Headings of prose and top-level keys of data files, by the kind of the text. */
function topLevelOf(context: OperatorContext): RegExp | undefined {
  if (context.tool === "WebFetch") return TOP_LEVEL[".md"];
  return context.tool === "Read" ? TOP_LEVEL[extension(context.path ?? "")] : undefined;
}

function markLog(
  texts: readonly string[],
  classes: Uint8Array,
  blocks: Uint8Array,
  context: OperatorContext,
): void {
  const topLevel = topLevelOf(context);
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    const block = blocks[i];
    if (block === BlockRole.Beyond) continue;
    if (isLogSignal(text)) raise(classes, i, isErrorClass(capped(text)) ? KEEP.error : KEEP.signal);
    else if (block === BlockRole.Member) raise(classes, i, KEEP.signal);
    else if (isDiffStructure(text) || isListedCodeSignal(capped(text)) || topLevel?.test(capped(text))) {
      raise(classes, i, KEEP.signal);
    }
  }
}
