import { expect, test } from "bun:test";
import { readText } from "../../../src/base/encode.ts";

test("reading a text leaves its bytes as they are, those of a Buffer too", () => {
  const bigEndian = Uint8Array.from([0xfe, 0xff, 0x00, 0x6f, 0x00, 0x6b]);
  const buffer = Buffer.from(bigEndian);
  expect(readText(buffer).text).toBe("ok");
  expect(Buffer.compare(buffer, bigEndian)).toBe(0);
});
