import { expect, it } from "vitest";
import { processorMs } from "@/lib/services/testing/timed.fixture";
import { countSteps, countTokens } from "@/lib/services/workspace/token-counter";

it.each(["1", "a", "가", "-", " ", "\n", "\u{1F600}", "e\u0301"])(
  "counts a text that is one long run of %j in a time that grows with its length",
  async (character) => {
    countTokens("The tables are loaded.");
    let count = 0;
    // Counted as one run, most of these would take a minute.
    expect(await processorMs(() => (count = countTokens(character.repeat(100_000))))).toBeLessThan(30_000);
    expect(count).toBeGreaterThan(0);
  },
);

it("counts a long run like its parts, and what stands around it as ever", () => {
  const around = countTokens("before \nafter");
  const run = countTokens("x".repeat(250));
  expect(countTokens(`before ${"x".repeat(2500)}\nafter`)).toBeGreaterThan(9 * run);
  expect(countTokens(`before ${"x".repeat(2500)}\nafter`)).toBeLessThan(10 * run + around + 10);
});

it.each(["<EOT>", "before <META_START> after"])("counts %j, which is a mark of the encoding, as text", (text) => {
  expect(countTokens(text)).toBeGreaterThan(3);
});

it("counts a text of many different words in a time that grows with its length", async () => {
  countTokens("The tables are loaded.");
  const words = (count: number) => Array.from({ length: count }, (_, at) => `- part${at}x of${at}y\n`).join("");
  const steps = [...countSteps(words(100_000))].length;
  expect(steps).toBeGreaterThan(100);
  // With all of those words remembered, this would take a minute.
  expect(await processorMs(() => countTokens(words(150_000)))).toBeLessThan(15_000);
});
