import fc from "fast-check";
import { expect, it } from "vitest";
import { plainLine, plainText } from "@/lib/cli/terminal-text";

it("does nothing to a terminal, whatever was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

it.each([
  ["\u001b]0;title\u0007", "␛]0;title␇"],
  ["safe\u202etxt.exe", "safe‹U+202E›txt.exe"],
  ["재시도 🚀\n\ttab", "재시도 🚀\n\ttab"],
  ["a\r\nb\rc", "a\nb␍c"],
])("shows %j as %j", (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

it("makes one line of several", () => {
  expect(plainLine(" first\n  second\tthird \n")).toBe("first second third");
});
