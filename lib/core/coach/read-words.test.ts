import fc from "fast-check";
import { expect, test } from "vitest";
import { readWords } from "@/lib/core/coach/read-words";

test.each([
  ["The lease of a paused worker expires after 90 s", ["leas", "paus", "worker", "expir"]],
  [
    "PostgreSQL로 이전, NFC로 정규화한 본문",
    ["postgresql", "이전", "nfc", "정규화", "본문"].filter((word) => word !== "이전"),
  ],
  ["会議室", ["会議", "議室"]],
  ["40s 2400 10%", []],
])("of %j", (text, stems) => {
  expect(readWords(text).stems).toEqual(stems);
});

test("neighbours are those of one clause, with one word of grammar in between", () => {
  const { stems, joined } = readWords("expiry of leases, retry with a long backoff: jitter helps");
  expect(stems.map((stem, at) => `${stem}${joined[at] === true ? "+" : ""}`)).toEqual([
    "expiry+",
    "leas",
    "retry",
    "backoff",
    "jitter",
  ]);
});

test("words stand in order and in the text, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
      const { stems, starts, ends, joined } = readWords(text);
      expect([starts.length, ends.length, joined.length]).toEqual([stems.length, stems.length, stems.length]);
      starts.forEach((start, at) => {
        expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : starts[at - 1]!);
        expect(ends[at]).toBeGreaterThan(start);
        expect(ends[at]).toBeLessThanOrEqual(text.length);
      });
    }),
  );
});
