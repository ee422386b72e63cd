import fc from "fast-check";
import { expect, test } from "vitest";
import { entrySimilarity, NEAR, profileOf } from "@/lib/core/agent-memory/close-session";

const similarityOf = (a: string, b: string) => entrySimilarity(profileOf(a), profileOf(b));

test.each([
  ["The retry loop logs the whole document", "the retry loop logs whole documents", true],
  ["Staging's clock is ahead of production", "Clock of staging is ahead", true],
  ["A test that sleeps is a test that fails at month-end", "Tests that sleep fail at month-end", true],
  [
    "No release in the last three days of a month",
    "No release in the last three days of a month, no exception for small ones",
    true,
  ],
  ["Jobs run at least once", "Jobs run at most twice a day on staging", false],
  ["Flags per supplier are data", "Sandbox limits are lower than production's", false],
  ["Ask again in January", "Nobody reads ops/cutover", false],
])("%j and %j are near: %s", (a, b, near) => {
  expect(similarityOf(a, b) >= NEAR).toBe(near);
});

test("is between 0 and 1, the same both ways, and 1 for what folds to the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      const similarity = similarityOf(a, b);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(similarityOf(b, a)).toBeCloseTo(similarity, 10);
    }),
  );
  expect(similarityOf("`A` b.", "a  *B*")).toBe(1);
  expect(similarityOf("", "")).toBe(0);
});
