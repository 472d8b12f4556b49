/** Strings, numbers and white space of JSON, by their places in a text. */

/** No place: what stands there is not JSON. */
export const FAILED = -1;

/** The next place that is no white space of JSON. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** Next places where a string could go wrong; searched again only once they are passed. */
export interface Hazards {
  backslash: number;
  control: number;
}

const CONTROL = /[\0-\x1f]/g;

/**
 * A string without escapes costs a few native searches; any other is read character by character.
 * @returns the end of the string that starts here, or FAILED
 */
export function scanString(text: string, start: number, hazards: Hazards): number {
  const quote = text.indexOf('"', start + 1);
  if (quote < 0) return FAILED;
  if (hazards.backslash < start) {
    const found = text.indexOf("\\", start);
    hazards.backslash = found < 0 ? text.length : found;
  }
  if (hazards.control < start) {
    CONTROL.lastIndex = start;
    hazards.control = CONTROL.exec(text)?.index ?? text.length;
  }
  if (quote < hazards.backslash && quote < hazards.control) return quote + 1;
  return readString(text, start);
}

function readString(text: string, start: number): number {
  const length = text.length;
  for (let at = start + 1; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return FAILED;
    if (code !== 0x5c) continue;
    at += 1;
    const escaped = text.charCodeAt(at);
    if (escaped === 0x75) {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (!isHex(text.charCodeAt(at + digit))) return FAILED;
      }
      at += 4;
    } else if (!SIMPLE_ESCAPES.has(escaped)) {
      return FAILED;
    }
  }
  return FAILED;
}

/** `"` `\` `/` b f n r t */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function skipDigits(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x30 && code <= 0x39)) return at;
    at += 1;
  }
}

/** @returns the end of the number that starts here, or FAILED */
export function scanNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  const whole = at;
  at = skipDigits(text, at);
  if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === 0x30)) return FAILED;
  if (text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    at = skipDigits(text, fraction);
    if (at === fraction) return FAILED;
  }
  const exponent = text.charCodeAt(at);
  if (exponent === 0x65 || exponent === 0x45) {
    const sign = text.charCodeAt(at + 1);
    const digits = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
    at = skipDigits(text, digits);
    if (at === digits) return FAILED;
  }
  return at;
}
