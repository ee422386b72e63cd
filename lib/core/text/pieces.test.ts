import fc from "fast-check";
import { expect, it } from "vitest";
import { linesAround } from "@/lib/core/text/splice";

const arbitraryPieces = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 6 }), { maxLength: 6 });

it("finds the whole lines around a place, however the text is cut into pieces", () => {
  fc.assert(
    fc.property(arbitraryPieces, fc.nat(), fc.nat(), (pieces, one, other) => {
      const text = pieces.join("");
      const [start, end] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const before = text.slice(0, start).lastIndexOf("\n") + 1;
      const after = text.indexOf("\n", end);
      expect(linesAround(pieces, start, end)).toBe(text.slice(before, after < 0 ? text.length : after));
    }),
  );
});
