import { expect, it } from "vitest";
import { didYouMean } from "@/lib/core/text/did-you-mean";

const ROLES = ["Lead", "implementer-1", "implementer-2", "researcher-1"];

it.each([
  ["implementor-1", "Did you mean implementer-1? "],
  ["Researcher1", "Did you mean researcher-1? "],
  ["laed", ""],
  ["lea", "Did you mean Lead? "],
  ["tester", ""],
  ["res", "Did you mean researcher-1? "],
  ["re", ""],
  ["impl", ""],
  ["implementer-1", ""],
  ["IMPLEMENTER-1", "Did you mean implementer-1? "],
  ["", ""],
  ["i".repeat(100_000), ""],
])("%j asks %j", (given, hint) => {
  expect(didYouMean(given, ROLES)).toBe(hint);
});

it("asks nothing where there are no names", () => {
  expect(didYouMean("Lead", [])).toBe("");
});
