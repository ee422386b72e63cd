import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continuesLineAbove, cutLines, joinLines, linesWithEnds } from "@/lib/core/text/lines";

const text = fc.oneof(
  fc.array(fc.constantFrom("a", "\r", "\n", "\r\n", " ")).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

describe("linesWithEnds and cutLines", () => {
  it("lose no character of any text", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(linesWithEnds(any).join("")).toBe(any);
        expect(joinLines(cutLines(any))).toBe(any);
      }),
    );
  });

  it("make the last line comparable with the same line further up", () => {
    expect(cutLines("a\na")).toEqual({ lines: ["a\n", "a\n"], open: true });
    expect(cutLines("a\r\na")).toEqual({ lines: ["a\r\n", "a\r\n"], open: true });
    expect(cutLines("")).toEqual({ lines: [], open: false });
  });
});

describe("continuesLineAbove", () => {
  it.each([
    ["  - detail\n", true],
    ["\tcode\n", true],
    ["- item\n", false],
    ["   \n", false],
    [undefined, false],
  ])("%j: %s", (line, expected) => {
    expect(continuesLineAbove(line)).toBe(expected);
  });
});
