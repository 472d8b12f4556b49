/** Random numbers that can be had again: every random test prints its seed and takes one from CK_SEED. */

export interface Random {
  readonly seed: number;
  /** A whole number from 0 up to, but not including, `below`. */
  readonly int: (below: number) => number;
  readonly bytes: (length: number) => Uint8Array;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** Seed of the normal share, which is the same in every run; the long share takes one from the clock. */
const NORMAL_SEED = 20_261_130;

/** Whether this is the long share: `bun run test:long` sets TEST_LONG, a person may set CK_TEST_LONG. */
export const IS_LONG = process.env.CK_TEST_LONG === "1" || process.env.TEST_LONG === "1";

/** The seed of this run: CK_SEED, or that of its share. */
export function runSeed(): number {
  const given = Number(process.env.CK_SEED ?? "");
  if (Number.isInteger(given) && given > 0) return given;
  return IS_LONG ? Date.now() % 2_147_483_647 : NORMAL_SEED;
}

/** A generator with a seed of its own; `mulberry32`. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    seed,
    int: (below) => next() % below,
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    pick: (values) => values[next() % values.length] ?? values[0],
  };
}

/** A generator for a named test; says how to have the same run again. */
export function testRandom(name: string): Random {
  const seed = runSeed();
  console.log(`${name}: CK_SEED=${seed}`);
  return randomFrom(seed);
}

/** Any string: plain lines, binary, lone surrogates, NUL, byte order marks, every kind of line end. */
export function anyText(random: Random, maxPieces = 40): string {
  const pieces = random.int(maxPieces + 1);
  let text = random.int(10) === 0 ? "\ufeff" : "";
  for (let i = 0; i < pieces; i += 1) text += piece(random);
  return text;
}

/** Text that hardly compresses, the same for the same numbers. */
export function noise(seed: number, length: number): string {
  let state = seed + 1;
  let text = "";
  while (text.length < length) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223 >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

function piece(random: Random): string {
  switch (random.int(12)) {
    case 0:
      return "\0";
    case 1:
      return random.pick(["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085"]);
    case 2:
      return String.fromCharCode(0xd800 + random.int(0x400));
    case 3:
      return String.fromCharCode(0xdc00 + random.int(0x400));
    case 4:
      return String.fromCodePoint(0x10000 + random.int(0x100000));
    case 5:
      return String.fromCharCode(random.int(0x10000));
    case 6:
      return random.pick(["\u00ff\u00fe", "\ufeff", "\ufffe", "\ufffd", "\u001b[31m", "~", "\ud83d\ude00"]);
    case 7:
      return "line of text ".repeat(random.int(20));
    default:
      return Array.from({ length: random.int(30) }, () => String.fromCharCode(32 + random.int(95))).join("");
  }
}
