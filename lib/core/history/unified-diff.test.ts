import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff, type UnifiedLine } from "./unified-diff";

const texts = fc
  .array(fc.constantFrom("a", "b", "c", "d e", "d f"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));
const textOf = (line: UnifiedLine) => line.segments.map((segment) => segment.text).join("");

test("equal texts have no hunks, and every hunk tells of a change", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { hunks, added, removed } = unifiedDiff(before, after);
      expect(unifiedDiff(before, before)).toEqual({ added: 0, removed: 0, hunks: [] });
      expect(hunks.every(({ lines }) => lines.some((line) => line.kind !== "same"))).toBe(true);
      expect(added + removed > 0).toBe(hunks.length > 0);
    }),
  );
});

test("each line stands in the text of its side under its number", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      for (const line of unifiedDiff(before, after).hunks.flatMap((hunk) => hunk.lines)) {
        if (line.before !== null) expect(textOf(line)).toBe(before.split("\n")[line.before - 1]);
        if (line.after !== null) expect(textOf(line)).toBe(after.split("\n")[line.after - 1]);
      }
    }),
  );
});
