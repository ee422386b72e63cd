import { expect, test } from "vitest";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";

test("one of something is not many", () => {
  expect(sayCount(1, "item")).toBe("1 item");
  expect(sayCount(0, "item")).toBe("0 items");
  expect(sayCount(2, "entry", "entries")).toBe("2 entries");
  expect(sayCount(1, "entry", "entries")).toBe("1 entry");
});

test("thousands are told apart, and a sign is kept", () => {
  expect(sayNumber(1_234_567)).toBe("1,234,567");
  expect(sayNumber(-1200)).toBe("-1,200");
  expect(sayCount(10_000, "item")).toBe("10,000 items");
});
