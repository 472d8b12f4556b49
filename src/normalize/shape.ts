/**
 * The shape of a line: what stays when names and numbers are taken out. Lines
 * of one shape are items of one kind; a line whose shape is rare in its text
 * is news. Pure and linear; looks at the first 400 units only.
 */

const SHAPE_UNITS = 400;
const MAX_TOKENS = 14;

/** A key such as `  Compiling w #` or `# INFO p w w ok`. Equal keys: same kind of line. */
export function lineShape(text: string): string {
  const line = text.length > SHAPE_UNITS ? text.slice(0, SHAPE_UNITS) : text;
  let indent = 0;
  while (indent < line.length && (line.charCodeAt(indent) === 32 || line.charCodeAt(indent) === 9)) {
    indent += 1;
  }
  const tokens = line.slice(indent).split(" ");
  const parts: string[] = [];
  let seen = 0;
  for (let i = 0; i < tokens.length && parts.length < MAX_TOKENS; i += 1) {
    const token = tokens[i] as string;
    if (token === "") continue;
    const part = tokenShape(token, seen < 2);
    seen += 1;
    const previous = parts[parts.length - 1];
    if (part === previous && (part === "w" || part === "#" || part === "p")) continue;
    parts.push(part);
  }
  const lastToken = tokens[tokens.length - 1] ?? "";
  if (seen > 2 && isWord(lastToken)) parts.push(`$${lastToken}`);
  return `${Math.min(indent, 8)}|${parts.join(" ")}`;
}

function tokenShape(token: string, literal: boolean): string {
  let digits = false;
  let path = false;
  for (let i = 0; i < token.length; i += 1) {
    const unit = token.charCodeAt(i);
    if (unit >= 48 && unit <= 57) digits = true;
    else if (unit === 47 || unit === 92) path = true;
    else if (unit === 46 && i > 0 && i < token.length - 1) path = true;
    else if (unit === 58 && token.charCodeAt(i + 1) === 58) path = true;
  }
  if (path) return "p";
  if (digits) return "#";
  if (isWord(token)) return literal ? token : "w";
  return token.length <= 3 ? token : literal ? punctuation(token) : "w";
}

/** Keeps the frame of a token such as `(foo)` or `name=value`. */
function punctuation(token: string): string {
  return token.replace(/[\p{L}_-]+/gu, "w");
}

function isWord(token: string): boolean {
  return /^[\p{L}_-]+[:,.]?$/u.test(token);
}
