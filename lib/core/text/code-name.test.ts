import { expect, test } from "vitest";
import { isCodeName } from "@/lib/core/text/code-name";

test.each([
  ["__init__.py", 0, true],
  ["see __init__ there", 4, true],
  ["src/__cart__/a.ts", 4, true],
  ["__helper__(x)", 0, true],
  ["__tests__/cart.ts", 0, true],
  ["__bold__ words", 0, false],
  ["__bold__.", 0, false],
  ["__two words__", 0, false],
  ["__init__ial", 0, false],
])("tells names of code from bold text: %s", (text, at, is) => {
  expect(isCodeName(text, at)).toBe(is);
});
