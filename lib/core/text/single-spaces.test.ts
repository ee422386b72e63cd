import fc from "fast-check";
import { expect, it } from "vitest";
import { singleSpaces } from "@/lib/core/text/fold-name";

it("has one space for each run of white space", () => {
  const white = fc.constantFrom(" ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u2028", "\ufeff", "a", "é", ".");
  fc.assert(
    fc.property(fc.array(white), (parts) => {
      expect(singleSpaces(parts.join(""))).toBe(parts.join("").replace(/\s+/g, " "));
    }),
  );
});
