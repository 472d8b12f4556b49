/**
 * A small scanner of TypeScript: finds regular-expression literals and blanks
 * comments and texts, so that a check can search the code alone. Knows enough
 * syntax to tell a division from a pattern, no more.
 */

export interface RegexLiteral {
  readonly source: string;
  readonly flags: string;
  /** 1-based. */
  readonly line: number;
}

export interface Scanned {
  /** The code with comments, texts and patterns replaced by spaces; lines stay. */
  readonly code: string;
  readonly regexes: readonly RegexLiteral[];
}

/** Words after which a slash begins a pattern. */
const BEFORE_PATTERN = new Set(
  "return typeof case in of do else void delete await yield instanceof new throw default".split(" "),
);

export function scanTypeScript(text: string): Scanned {
  const code = [...text.replaceAll(/[^\n]/gu, (unit) => " ".repeat(unit.length)).split("")];
  const regexes: RegexLiteral[] = [];
  /** Depth of braces inside each open `${`. */
  const templates: number[] = [];
  let line = 1;
  let before = "";
  let i = 0;

  const take = (end: number) => {
    for (; i < end; i += 1) if (text[i] === "\n") line += 1;
  };
  const keep = (end: number) => {
    for (let k = i; k < end; k += 1) code[k] = text[k] ?? " ";
    before = text.slice(i, end);
    take(end);
  };

  while (i < text.length) {
    const unit = text[i] ?? "";
    const two = text.slice(i, i + 2);
    if (two === "//") take(endOf(text, "\n", i));
    else if (two === "/*") take(endOf(text, "*/", i + 2) + 2);
    else if (unit === '"' || unit === "'") {
      take(endOfText(text, i, unit));
      before = "text";
    } else if (unit === "`" || (unit === "}" && templates.at(-1) === 0)) {
      if (unit === "}") templates.pop();
      const end = endOfTemplate(text, i + 1);
      if (text[end - 1] === "{") templates.push(0);
      before = text[end - 1] === "{" ? "{" : "text";
      take(end);
    } else if (unit === "/" && beginsPattern(before)) {
      const end = endOfPattern(text, i);
      const flags = /^[a-z]{0,10}/.exec(text.slice(end, end + 10))?.[0] ?? "";
      regexes.push({ source: text.slice(i + 1, end - 1), flags, line });
      before = "text";
      take(end + flags.length);
    } else if (/[\w$]/.test(unit)) keep(i + (/^[\w$]{1,200}/.exec(text.slice(i, i + 200))?.[0].length ?? 1));
    else if (/\s/.test(unit)) take(i + 1);
    else {
      const open = templates.at(-1);
      if (open !== undefined) {
        templates[templates.length - 1] = open + (unit === "{" ? 1 : unit === "}" ? -1 : 0);
      }
      keep(i + 1);
    }
  }
  return { code: code.join(""), regexes };
}

function beginsPattern(before: string): boolean {
  if (before === "") return true;
  if (/^[\w$]/.test(before)) return before !== "text" && BEFORE_PATTERN.has(before);
  return ![")", "]", "}"].includes(before);
}

function endOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
}

function endOfText(text: string, start: number, quote: string): number {
  for (let k = start + 1; k < text.length; k += 1) {
    if (text[k] === "\\") k += 1;
    else if (text[k] === quote || text[k] === "\n") return k + 1;
  }
  return text.length;
}

/** After the closing backtick, or after the next `${`. */
function endOfTemplate(text: string, start: number): number {
  for (let k = start; k < text.length; k += 1) {
    if (text[k] === "\\") k += 1;
    else if (text[k] === "`") return k + 1;
    else if (text[k] === "$" && text[k + 1] === "{") return k + 2;
  }
  return text.length;
}

/** After the closing slash. */
function endOfPattern(text: string, start: number): number {
  let inClass = false;
  for (let k = start + 1; k < text.length; k += 1) {
    const unit = text[k];
    if (unit === "\\") k += 1;
    else if (unit === "[") inClass = true;
    else if (unit === "]") inClass = false;
    else if (unit === "/" && !inClass) return k + 1;
    else if (unit === "\n") return k;
  }
  return text.length;
}
