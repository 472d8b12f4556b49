/**
 * Makes foreign text inert for a terminal: no control character, no escape
 * sequence, no bidirectional override and no line separator gets out. What is
 * taken away stays visible as `\x1b` or `\u{202e}`.
 */

const TAB = 0x09;
const LINE_FEED = 0x0a;

/** Inert text that may have several lines; line feeds and tabs stay. */
export function inert(text: string): string {
  return escapeUnsafe(text, true);
}

/** Inert text on one line, cut to `maxUnits` with an ellipsis. */
export function inertLine(text: string, maxUnits = 2_000): string {
  const cut = text.length > maxUnits ? `${text.slice(0, Math.max(0, maxUnits - 1))}…` : text;
  return escapeUnsafe(cut, false);
}

function escapeUnsafe(text: string, lines: boolean): string {
  let out = "";
  let clean = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit < 0x7f) continue;
    if (lines && (unit === LINE_FEED || unit === TAB)) continue;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      const point = text.codePointAt(i) ?? 0;
      if (!isTagCharacter(point)) {
        i += 1;
        continue;
      }
      out += text.slice(clean, i) + escapeOf(point);
      i += 1;
      clean = i + 1;
      continue;
    }
    if (!isUnsafe(unit)) continue;
    out += text.slice(clean, i) + escapeOf(unit);
    clean = i + 1;
  }
  return clean === 0 ? text : out + text.slice(clean);
}

function escapeOf(point: number): string {
  return point < 0x100 ? `\\x${point.toString(16).padStart(2, "0")}` : `\\u{${point.toString(16)}}`;
}

/** Controls (C0, DEL, C1), marks that reorder or hide text, lone surrogates. */
function isUnsafe(unit: number): boolean {
  if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true;
  if (unit < 0xad) return false;
  return unit === 0xad || unit === 0x61c || unit === 0x180e || unit === 0xfeff ||
    (unit >= 0x200b && unit <= 0x200f) || (unit >= 0x2028 && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f) || (unit >= 0xfff0 && unit <= 0xfffb) ||
    (unit >= 0xd800 && unit <= 0xdfff);
}

/** Invisible tag characters of plane 14 carry hidden text. */
function isTagCharacter(point: number): boolean {
  return point >= 0xe0000 && point <= 0xe007f;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
