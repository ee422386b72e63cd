import fc from "fast-check";
import { expect, it } from "vitest";
import { textParts } from "@/lib/core/text/text-parts";

const piece = fc.tuple(fc.constantFrom("word ", "x", "\n", "a\nb", " \n", "\n\n"), fc.nat({ max: 20_000 }));
const text = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => pieces.map(([part, count]) => part.repeat(count)).join(""));

it("cuts any text into parts of a bounded length that join to it", () => {
  fc.assert(
    fc.property(text, (whole) => {
      const parts = textParts(whole);
      expect(parts.join("") === whole).toBe(true);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(32_768);
      for (const part of parts) expect(textParts(part)).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

it("cuts between two lines of words", () => {
  const parts = textParts("- one more line\n".repeat(5000));
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part.startsWith("- one")).toBe(true);
});
