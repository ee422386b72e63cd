import fc from "fast-check";
import { expect, it } from "vitest";
import { singleSpaces } from "@/lib/core/text/single-spaces";

it("has one space for each run of white space", () => {
  const white = fc.constantFrom(" ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u2028", "\ufeff", "a", "é", ".");
  fc.assert(
    fc.property(fc.array(white), (parts) => {
      expect(singleSpaces(parts.join(""))).toBe(parts.join("").replace(/\s+/g, " "));
    }),
  );
});

it("leaves single spaces alone, so that a text of a million words costs hardly anything", () => {
  const words = "word ".repeat(1_600_000);
  const time = (work: () => unknown) => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  };
  const least = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => time(work)));
  expect(singleSpaces(words)).toBe(words);
  expect(least(() => singleSpaces(words))).toBeLessThan(least(() => words.replace(/\s+/g, " ")) / 4);
});
