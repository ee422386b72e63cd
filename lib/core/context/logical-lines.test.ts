import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonLineEnd, joinLogicalLines, takeLines } from "@/lib/core/context/logical-lines";

const anyText = fc
  .array(fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "\uFEFF", "a", " "), fc.string({ unit: "binary" })))
  .map((parts) => parts.join(""));

describe("taking a text apart into lines", () => {
  it("gives back every text byte for byte", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const taken = takeLines(text);
        expect(joinLogicalLines(taken)).toBe(text);
        expect(taken.lines.every((line) => !/[\r\n]/.test(line))).toBe(true);
        expect(taken.ends).toHaveLength(taken.lines.length);
      }),
    );
  });

  it("tells a last line without an end from an empty last line", () => {
    expect(takeLines("a\n")).toMatchObject({ lines: ["a"], finalNewline: true });
    expect(takeLines("a")).toMatchObject({ lines: ["a"], finalNewline: false });
    expect(takeLines("")).toMatchObject({ lines: [], finalNewline: true });
  });

  it("lends the end that prevails", () => {
    expect(commonLineEnd(["\n", "\r\n", "\r\n"])).toBe("\r\n");
    expect(commonLineEnd(["\n", "\r\n"])).toBe("\n");
    expect(takeLines("a\r\nb").ends).toEqual(["\r\n", "\r\n"]);
  });
});
