import { expect, test } from "vitest";
import { codeNameAt } from "@/lib/core/text/code-name";

test.each([
  ["__init__.py", 0, "__init__.py"],
  ["see __init__ there", 4, "__init__"],
  ["see __init__.py.", 4, "__init__.py"],
  ["src/__cart__/a.ts", 4, "__cart__/a.ts"],
  ["__helper__(x)", 0, "__helper__"],
  ["__tests__/__init__.py", 0, "__tests__/__init__.py"],
  ["__bold__ words", 0, null],
  ["__bold__.", 0, null],
  ["__two words__", 0, null],
  ["__init__ial", 0, null],
])("tells names of code from bold text: %s", (text, at, name) => {
  expect(codeNameAt(text, at)).toBe(name);
});
