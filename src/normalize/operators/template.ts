/**
 * What two lines have in common when they differ only in numbers, hexadecimal
 * ids and spacing. Linear, and never longer than its limit.
 */

const TEMPLATE_UNITS = 160;

/** Digit runs (with hexadecimal letters attached) become `#`, white space one blank. */
export function templateOf(line: string): string {
  const source = line.length > 4 * TEMPLATE_UNITS ? line.slice(0, 4 * TEMPLATE_UNITS) : line;
  let result = "";
  let inNumber = false;
  let inSpace = true;
  for (let at = 0; at < source.length && result.length < TEMPLATE_UNITS; at += 1) {
    const code = source.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (isDigit || (inNumber && isHexLetter(code))) {
      if (!inNumber) result += "#";
      inNumber = true;
      inSpace = false;
      continue;
    }
    inNumber = false;
    if (code === 0x20 || code === 0x09) {
      if (!inSpace) result += " ";
      inSpace = true;
      continue;
    }
    inSpace = false;
    result += source[at];
  }
  return result;
}

function isHexLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}
