import { expect, it } from "vitest";
import { countTokens } from "@/lib/services/token-counter";

it.each(["1", "a", "가", "-", " ", "\n", "\u{1F600}", "e\u0301"])(
  "counts a text that is one long run of %j in a time that grows with its length",
  (character) => {
    countTokens("The tables are loaded.");
    const begun = performance.now();
    const count = countTokens(character.repeat(100_000));
    // Counted as one run, most of these would take a minute.
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(count).toBeGreaterThan(0);
  },
  120_000,
);

it("counts a long run like its parts, and what stands around it as ever", () => {
  const around = countTokens("before \nafter");
  const run = countTokens("x".repeat(250));
  expect(countTokens(`before ${"x".repeat(2500)}\nafter`)).toBeGreaterThan(9 * run);
  expect(countTokens(`before ${"x".repeat(2500)}\nafter`)).toBeLessThan(10 * run + around + 10);
});
