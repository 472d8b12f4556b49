/**
 * Strings as bytes and back, without loss. UTF-8 cannot carry a lone
 * surrogate, so a text that has one travels as UTF-16 (little endian) behind
 * the two bytes FF FE, which no UTF-8 text can begin with: two different
 * strings never share their bytes.
 */

const UTF16_MARK_0 = 0xff;
const UTF16_MARK_1 = 0xfe;
const UNITS_PER_CALL = 8_192;

/** From this length on the last text is kept with its bytes: a hook parks it, makes its key and its hash. */
const KEPT_UNITS = 4_096;
let last: { readonly text: string; readonly bytes: Uint8Array<ArrayBuffer> } | null = null;

/** The round-trip bytes of any string; they are shared, so nobody may change them. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (text.length < KEPT_UNITS) return encoded(text);
  if (last?.text !== text) last = { text, bytes: encoded(text) };
  return last.bytes;
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes[0] = UTF16_MARK_0;
  bytes[1] = UTF16_MARK_1;
  for (let i = 0, at = 2; i < text.length; i += 1, at += 2) {
    const unit = text.charCodeAt(i);
    bytes[at] = unit & 0xff;
    bytes[at + 1] = unit >> 8;
  }
  return bytes;
}

/** True for bytes of the UTF-16 form. */
export function isWide(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === UTF16_MARK_0 && bytes[1] === UTF16_MARK_1;
}

/** The string that `encodeText` was given, or null for bytes that it never makes. */
export function decodeText(bytes: Uint8Array): string | null {
  if (!isWide(bytes)) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
  }
  if (bytes.length % 2 !== 0) return null;
  const parts: string[] = [];
  for (let at = 2; at < bytes.length; at += UNITS_PER_CALL * 2) {
    const end = Math.min(bytes.length, at + UNITS_PER_CALL * 2);
    const units: number[] = [];
    for (let i = at; i < end; i += 2) units.push((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8));
    parts.push(String.fromCharCode(...units));
  }
  return parts.join("");
}

/**
 * Bytes of others as a person would read them: UTF-16 by its mark, else UTF-8;
 * what is neither shows as U+FFFD. `isExact`: the UTF-8 of the text is exactly
 * the bytes, a byte order mark included.
 */
export function readText(bytes: Uint8Array): { readonly text: string; readonly isExact: boolean } {
  if (isWide(bytes)) return { text: new TextDecoder("utf-16le").decode(bytes), isExact: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const swapped = Uint8Array.from(bytes);
    for (let i = 0; i + 1 < swapped.length; i += 2) {
      [swapped[i], swapped[i + 1]] = [bytes[i + 1] ?? 0, bytes[i] ?? 0];
    }
    return { text: new TextDecoder("utf-16le").decode(swapped), isExact: false };
  }
  const exact = decodeText(bytes);
  return exact === null
    ? { text: new TextDecoder().decode(bytes), isExact: false }
    : { text: exact, isExact: true };
}
