import { describe, expect, test } from "bun:test";
import { pieceEnd } from "../../../src/tokens/pieces.ts";
import { randomFrom } from "../../support/random.ts";
import { patternPieces } from "../../support/tokens.ts";

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at);
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** One or two characters of each kind that the pattern tells apart, and its special ones. */
const ALPHABET = [
  ..."aZ9 \t\n\r/'sSlLtrevdm.#-",
  "ǅ", // title case
  "ʰ", // modifier letter
  "漢",
  "\u0301", // mark
  "𝐀", // astral upper case
  "𝟗", // astral digit
  "𐐨", // astral lower case
  "\u{1e8d0}", // astral mark
  "😀",
  "½",
  "\u0085",
  "\u00a0",
  "\u3000",
  "\ufeff",
  "ſ",
  "\ud800",
  "\udc00",
];

describe("the split into pieces", () => {
  test("equals the published pattern on every text of up to three of its characters", () => {
    const texts: string[] = [];
    for (const a of ALPHABET) {
      for (const b of ALPHABET) for (const c of ["", ...ALPHABET]) texts.push(a + b + c);
    }
    for (const text of texts) expect(pieces(text)).toEqual(patternPieces(text));
  });

  test("equals the published pattern on long random mixtures", () => {
    const random = randomFrom(11);
    const pick = (): string => ALPHABET[random.int(ALPHABET.length)] ?? "";
    for (let round = 0; round < 3_000; round += 1) {
      let text = "";
      for (let runs = 0; runs < 12; runs += 1) text += pick().repeat(1 + random.int(1 + random.int(5)));
      expect(pieces(text)).toEqual(patternPieces(text));
    }
  });
});
