import { describe, expect, test } from "bun:test";
import { cleanLines } from "../../../src/normalize/clean.ts";
import { foldProgress } from "../../../src/normalize/progress.ts";
import { foldRepeats } from "../../../src/normalize/repeats.ts";

const clean = (text: string): string[] =>
  cleanLines(text, { keepTrailing: false, keepEdges: false }).map((line) => line.text);
const fold = (text: string): string[] =>
  foldRepeats(cleanLines(text, { keepTrailing: false, keepEdges: false })).map((line) => line.text);
const times = (line: string, n: number): string => Array.from({ length: n }, () => line).join("\n");

describe("cleaning", () => {
  test("the last overwrite of a line stays", () => {
    expect(clean("10%\r50%\r100%")).toEqual(["100%"]);
    expect(clean("100%\r   ")).toEqual(["100%"]);
  });
  test("CR before LF ends the line and overwrites nothing", () => {
    expect(clean("one\r\ntwo\r\nthree\r")).toEqual(["one", "two", "three"]);
  });
  test("an overwritten signal segment becomes a line of its own", () => {
    expect(clean("10%\rwarning: disk is slow\r100%")).toEqual(["warning: disk is slow", "100%"]);
  });
  test("escape sequences go, the text of a hyperlink stays", () => {
    expect(clean("\x1b[31mred\x1b[0m \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x9b1mx\x1b(B")).toEqual([
      "red link x",
    ]);
    expect(clean("\x1b]0;title\x07text")).toEqual(["text"]);
  });
  test("overstrikes of old pagers are applied", () => {
    expect(clean("N\bNA\bAM\bME\bE")).toEqual(["NAME"]);
  });
  test("the indent of the first line stays, blank ends go", () => {
    expect(clean("\n\n   first\nlast  \n\n")).toEqual(["   first", "last"]);
  });
  test("UTF-16 that was read as bytes is readable again", () => {
    expect(clean("\ufffd\ufffdB\0u\0i\0l\0d\0")).toEqual(["Build"]);
  });
});

describe("repeats", () => {
  test("300 copies become one with a count; a pair stays", () => {
    expect(fold(times("same line here", 300))).toEqual(["same line here  [x 300]"]);
    expect(fold("a long line\na long line")).toEqual(["a long line", "a long line"]);
  });
  test("three short lines are shorter as they are", () => {
    expect(fold("}\n}\n}")).toEqual(["}", "}", "}"]);
  });
  test("alternating pairs and longer periods", () => {
    expect(fold(times("ping sent\npong received", 5))).toEqual([
      "ping sent",
      "pong received  [x 5 alternating pairs]",
    ]);
    expect(fold(times("first\nsecond\nthird", 4))).toEqual([
      "first",
      "second",
      "third  [x 4 repetitions of 3 lines]",
    ]);
    expect(fold("ping sent\npong received\nping sent\npong received")).toHaveLength(4);
  });
  test("blank runs become one blank line, and pairs with a blank member stay", () => {
    expect(fold("a\n\n\n\nb")).toEqual(["a", "", "b"]);
  });
  test("lines that came counted are never counted again", () => {
    expect(fold(times("x  [x 3]", 5))).toHaveLength(5);
  });
  test("counts and ranges add up", () => {
    const lines = foldRepeats(
      cleanLines(`start\n${times("a a a a\nb b b b", 6)}\nend`, { keepTrailing: false, keepEdges: false }),
    );
    expect(lines.reduce((sum, line) => sum + line.count, 0)).toBe(14);
    expect(lines.map((line) => [line.from, line.to])).toEqual([[1, 1], [2, 2], [3, 13], [14, 14]]);
  });
});

describe("progress", () => {
  const progress = (text: string): string[] =>
    foldProgress(cleanLines(text, { keepTrailing: false, keepEdges: false })).map((line) => line.text);
  test("a family keeps its first and last line", () => {
    const text = [0, 10, 20, 30, 40].map((n) => `Downloading model ${n}% [====>     ] ${n} MB/s`).join("\n");
    expect(progress(text)).toEqual([
      "Downloading model 0% [====>     ] 0 MB/s",
      "Downloading model 40% [====>     ] 40 MB/s  [x 5 progress updates]",
    ]);
  });
  test("numbered lines are no family", () => {
    expect(progress("step 001\nstep 002\nstep 003\nstep 004\nstep 005")).toHaveLength(5);
    expect(progress("[ 1%] Building a.o\n[ 2%] Building b.o\n[ 3%] Building c.o\n[ 4%] Building d.o"))
      .toHaveLength(4);
  });
});
