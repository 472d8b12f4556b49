import { codePoints } from "../../base/text.ts";
import { linksMarker, MARKER_PREFIX } from "../../marker/grammar.ts";
import { printingPrograms } from "../shell-words.ts";
import type { OperatorContext, StructuredOperator } from "../types.ts";
import { fits } from "./admit.ts";
import { progressOf } from "./finished.ts";
import type { Gate } from "./mostly.ts";

/**
 * Web pages as text: menus (runs of lines that are nothing but a link) keep
 * their first two lines. Laws: prose is never touched; the marker counts the
 * hidden links exactly.
 */

const RUN_MIN = 6;
const KEPT = 2;
/** What may stand behind a link for the line to be still only a link. */
const REST_UNITS = 24;
const LINE_UNITS = 2_000;
/** A page of which more than this is left is no mere menu; the general rules do better there. */
const MENU_SHARE = 0.7;

const FETCHERS: ReadonlySet<string> = new Set([
  "curl",
  "wget",
  "http",
  "https",
  "xh",
  "lynx",
  "w3m",
  "links",
  "elinks",
  "pandoc",
  "html2text",
  "trafilatura",
]);

/** See the laws above; declines what is not mostly menus. */
export const projectLinks: StructuredOperator = (text, context) => {
  if (!context.mayElide || !mayHoldPages(context)) return null;
  const progress = progressOf(text.split("\n"), isLinksMarker);
  if (progress !== "fresh") return progress === "finished" ? { text, elided: false } : null;
  const result = collapseLinks(text);
  if (result === null || !fits(result, context)) return null;
  return codePoints(result) <= MENU_SHARE * codePoints(text) ? { text: result, elided: true } : null;
};

/** A page with links. */
export const mayHaveLinks: Gate = (lines, context) =>
  mayHoldPages(context) && lines.some((line) => line.includes("http") || line.includes("]("));

function mayHoldPages(context: OperatorContext): boolean {
  if (context.tool === "WebFetch" || context.tool === "mcp") return true;
  if (context.tool !== "Bash" || context.command === undefined) return false;
  return printingPrograms(context.command).some((words) => FETCHERS.has(words[0] ?? ""));
}

function isLinksMarker(line: string): boolean {
  return line.startsWith(`${MARKER_PREFIX} elided `) && line.includes(" link/navigation lines ");
}

/** The text with its menus shortened, or null when there is none. */
export function collapseLinks(text: string): string | null {
  const lines = text.split("\n");
  const out: string[] = [];
  let hasChanged = false;
  for (let at = 0; at < lines.length;) {
    const end = runEnd(lines, at);
    if (end === at) {
      out.push(lines[at] ?? "");
      at += 1;
      continue;
    }
    const short = shortenRun(lines.slice(at, end));
    hasChanged ||= short !== null;
    for (const line of short ?? lines.slice(at, end)) out.push(line);
    at = end;
  }
  return hasChanged ? out.join("\n") : null;
}

/** End of the run of links that begins here; blank lines inside count as part of it. */
function runEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isLinkLine(line)) end = at + 1;
    else if (line.trim() !== "") break;
    else if (end === from) break;
  }
  return end;
}

function shortenRun(run: readonly string[]): string[] | null {
  let links = 0;
  let keptUntil = 0;
  run.forEach((line, at) => {
    if (line.trim() === "") return;
    links += 1;
    if (links === KEPT) keptUntil = at + 1;
  });
  if (links < RUN_MIN) return null;
  const hidden = codePoints(run.slice(keptUntil).join("\n"));
  const marker = linksMarker(links - KEPT, Math.max(1, Math.floor(hidden / 4)));
  return marker.length < hidden ? [...run.slice(0, keptUntil), marker] : null;
}

/** True for an optional bullet and one link, with next to nothing behind it. */
export function isLinkLine(line: string): boolean {
  if (line.length > LINE_UNITS) return false;
  const body = withoutBullet(line.trim());
  if (body.startsWith("http://") || body.startsWith("https://")) return !body.includes(" ");
  const open = body.startsWith("[") ? 0 : body.startsWith("![") ? 1 : -1;
  if (open < 0) return false;
  const middle = body.indexOf("](", open);
  const close = middle < 0 ? -1 : body.indexOf(")", middle);
  if (close < 0 || body.length - close - 1 > REST_UNITS) return false;
  const target = body.slice(middle + 2, close);
  return target.startsWith("http://") || target.startsWith("https://") || target.startsWith("/") ||
    target.startsWith("#");
}

function withoutBullet(text: string): string {
  let at = 0;
  if ("*-+•".includes(text.charAt(0)) && text.charAt(0) !== "") at = 1;
  else {
    while (at < 4 && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
    if (at === 0) return text;
    if (text.charAt(at) !== "." && text.charAt(at) !== ")") return text;
    at += 1;
  }
  return text.charAt(at) === " " ? text.slice(at + 1).trimStart() : text;
}
