import fc from "fast-check";
import { expect, test } from "vitest";
import { findText } from "@/lib/core/text/find-text";
import { countLines, followsBlankLine, lineEndAfter, lineEndAt, lineStarts, splitLines } from "@/lib/core/text/lines";
import { applySplices, spliceBetween } from "@/lib/core/text/splice";
import { findUnstorable } from "@/lib/core/text/visible";

const anyText = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "\r\n", " ", "é", "😀"), maxLength: 30 });

test("splices of any order give what doing them one by one from the end gives", () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.tuple(fc.nat(30), fc.nat(3), anyText), { maxLength: 4 }), (text, raw) => {
      let done = 0;
      const splices = raw
        .sort((a, b) => a[0] - b[0])
        .map(([at, length, replacement]) => {
          const start = Math.min(Math.max(at, done), text.length);
          done = Math.min(start + length, text.length);
          return { start, end: done, text: replacement };
        });
      const expected = splices.reduceRight(
        (now, { start, end, text: t }) => now.slice(0, start) + t + now.slice(end),
        text,
      );
      expect(applySplices(text, splices)).toBe(expected);
      const distinct = splices.every((each, index) => each.start !== splices[index - 1]?.start);
      if (distinct) expect(applySplices(text, [...splices].reverse())).toBe(expected);
    }),
  );
});

test.each([
  [{ start: 2, end: 1, text: "" }],
  [{ start: 0, end: 4, text: "" }],
  [
    { start: 0, end: 2, text: "" },
    { start: 1, end: 3, text: "" },
  ],
])("%j does not fit a text of three units", (...splices) => {
  expect(() => applySplices("abc", splices)).toThrow(RangeError);
});

test("lines cover any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const starts = lineStarts(text);
      const lines = starts.slice(0, -1).map((start, index) => text.slice(start, starts[index + 1]));
      expect(lines.join("")).toBe(text);
      expect(lines.every((line) => /^[^\r\n]*(?:\r\n|\r|\n|$)$/.test(line))).toBe(true);
      expect(countLines(text)).toBe(splitLines(text).length - (/(?:^|[\r\n])$/.test(text) ? 1 : 0));
      starts.slice(0, -1).forEach((start, index) => expect(lineEndAfter(text, start)).toBe(starts[index + 1]));
    }),
  );
});

test.each([
  ["a\r\nb", 3, "\r\n"],
  ["a\rb\n", 2, "\r"],
  ["a\r\n", 1, "\r\n"],
  ["a", 1, "\n"],
  ["a\r \n", 2, "\r"],
])("the line end for %j at %i is %j", (text, at, expected) => {
  expect(lineEndAt(text, at)).toBe(expected);
});

test.each([
  ["", 0, true],
  ["a\n", 2, false],
  ["a\r\n", 3, false],
  ["a\r\n\r\n", 5, true],
  ["a\n \t\n", 5, true],
  ["\n", 1, true],
  ["a", 1, false],
  ["a\n ", 3, false],
])("whether a blank line stands before the end of %j", (text, at, expected) => {
  expect(followsBlankLine(text, at)).toBe(expected);
});

test.each([
  ["abab", "ab", [0, 2]],
  ["aaa", "aa", [0, 1]],
  ["a.c abc", "a.c", [0]],
  ["a\r\nb a\nb", "a\nb", [0, 5]],
  ["a\r\nb a\nb", "a\r\nb", [0]],
  ["\r\n\r\n", "\n", [0, 2]],
  ["a\n", "b", []],
  ["a", "", []],
])("in %j, %j stands at %j", (text, wanted, expected) => {
  expect(findText(text, wanted).map((range) => range.start)).toEqual(expected);
});

test("a smallest splice between two texts gives the second, line ends aside", () => {
  const unify = (text: string) => text.replaceAll("\r\n", "\n");
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (before, old, now, behind) => {
      const text = before + old + behind;
      const range = { start: before.length, end: before.length + old.length };
      const splice = spliceBetween(text, range, now);
      if (splice === null) {
        expect(unify(now)).toBe(unify(old));
        return;
      }
      expect(splice.start).toBeGreaterThanOrEqual(range.start);
      expect(splice.end).toBeLessThanOrEqual(range.end);
      const result = text.slice(range.start, splice.start) + splice.text + text.slice(splice.end, range.end);
      expect(unify(result)).toBe(unify(now));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["plain\ttext\r\n한글 😀 \u2028", null],
  ["\0", "holds the control character U+0000"],
  ["one\r\ntwo\n\u0080", "holds the control character U+0080 in line 3"],
  ["\u001B[0m", "holds the control character U+001B"],
  ["\u0085", "holds the control character U+0085"],
  ["a\u202Eb", "holds the invisible character U+202E"],
  ["a\u2067b", "holds the invisible character U+2067"],
  ["a\u{E0041}b", "holds the invisible character U+E0041"],
  ["👨‍👩‍👧 \u200F 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", null],
  ["a\uDC00", "holds a lone surrogate, which is not text"],
])("%j can be stored: %s", (text, reason) => {
  expect(findUnstorable(text)).toBe(reason);
});
