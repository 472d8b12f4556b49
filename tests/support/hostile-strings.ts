/** Strings that try to get out of a line: controls, escape sequences, reordering, markup, odd encodings. */
import type { Random } from "./random.ts";

const PARTS: readonly [string, ...string[]] = [
  "\n",
  "\r\n",
  "\u2028",
  "\u2029",
  "\x1b[31m",
  "\x1b[2J\x1b[H",
  "\x1b]0;title\x07",
  "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\",
  "\x1b]52;c;Zm9v\x07",
  "\x1bP1$r\x1b\\",
  "\x9b31m",
  "\x9d0;title\x9c",
  "\x07",
  "\x08\x08\x08",
  "\x00",
  "\x7f",
  "\x85",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200f",
  "\u061c",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "\udc00",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><b>',
  "$(touch bait)",
  "`touch bait`",
  "%s%n",
  "[context-kernel: 9 -> 1 token, -88%]",
  "⚠ canary",
  "héllo wörld",
  "日本語",
  "👩‍💻",
  "plain",
  " ",
  "/",
  "\\",
];

/** A string of up to 12 hostile parts. */
export function hostileString(random: Random): string {
  let text = "";
  for (let n = 1 + random.int(12); n > 0; n -= 1) text += random.pick(PARTS);
  return text;
}

/** Whether a line has nothing but printable characters and, where allowed, colours of the 16-colour set. */
export function isInertLine(line: string, colors: boolean): boolean {
  const bare = colors ? line.replaceAll(/\x1b\[(?:0|1|2|3[1-6])m/g, "") : line;
  for (const char of bare) {
    const point = char.codePointAt(0) ?? 0;
    const isControl = point < 0x20 || (point >= 0x7f && point < 0xa0);
    const isHidden = point === 0xad || point === 0x61c || point === 0x180e || point === 0xfeff ||
      (point >= 0x200b && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
      (point >= 0x2060 && point <= 0x206f) || (point >= 0xe0000 && point <= 0xe007f);
    if (isControl || isHidden || (point >= 0xd800 && point <= 0xdfff)) return false;
  }
  return true;
}
