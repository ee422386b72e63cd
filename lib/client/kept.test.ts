import { expect, test } from "vitest";
import { priceOf } from "./kept";

test("a client has the price of its own line, else that of all others; what is no price is none", () => {
  const list = "claude 3\ncodex: 1.25\n* = 2\nbroken x\nnegative -1";
  expect(priceOf(list, "claude")).toBe(3);
  expect(priceOf(list, "codex")).toBe(1.25);
  expect(priceOf(list, "gemini")).toBe(2);
  expect(priceOf(list, "broken")).toBeNull();
  expect(priceOf(list, "negative")).toBeNull();
  expect(priceOf("claude 3", "codex")).toBeNull();
  expect(priceOf(null, "claude")).toBeNull();
});
