import fc from "fast-check";
import { expect, test } from "vitest";
import { forEditing, fromEditing } from "@/components/context/publish-view";

const texts = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.array(fc.tuple(fc.constantFrom("", "a", "b", "- c: d"), fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 12 }),
    fc.constantFrom("", "end"),
  )
  .map(([mark, lines, last]) => mark + lines.map(([line, end]) => line + end).join("") + last);

test("what was not edited is the same text, byte for byte", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(fromEditing(text, forEditing(text))).toBe(text);
    }),
  );
});

test("whatever is edited reads as edited", () => {
  fc.assert(
    fc.property(texts, fc.array(fc.constantFrom("", "a", "b", "x"), { maxLength: 12 }), (original, lines) => {
      const edited = lines.join("\n");
      expect(forEditing(fromEditing(original, edited))).toBe(edited);
    }),
  );
});

test("a line that is added ends like the line before it, and all others as they did", () => {
  expect(fromEditing("a\r\nb\nc\n", "a\nnew\nb\nc\n")).toBe("a\r\nnew\r\nb\nc\n");
});
