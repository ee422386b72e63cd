import fc from "fast-check";
import { expect, it } from "vitest";
import { hashText, type HashedBeginning } from "@/lib/services/commit/document-states";
import { sha256 } from "@/lib/store/read-file";

/** A half of a character may stand alone: JSON brings it, and an edit may leave it. */
const half = fc.constantFrom("\ud83d", "\ude00");
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: half, maxLength: 3 }));

it("answers the hash of the whole text after any row of changes at any places, in whatever pieces it is", () => {
  const change = fc.record({ place: fc.nat(200), remove: fc.nat(5), add: anyText, cuts: fc.array(fc.nat(200)) });
  fc.assert(
    fc.property(anyText, fc.array(change, { maxLength: 12 }), (start, steps) => {
      let text = start;
      let beginning: HashedBeginning | undefined;
      for (const { place, remove, add, cuts } of steps) {
        const at = Math.min(place, text.length);
        text = text.slice(0, at) + add + text.slice(at + remove);
        const hashed = hashText(cut(text, cuts), at, beginning);
        expect(hashed.hash).toBe(sha256(text));
        beginning = hashed.beginning;
      }
    }),
  );
});

it("answers the same where nothing changed at all", () => {
  const { hash, beginning } = hashText(["one ", "two"], Number.POSITIVE_INFINITY, undefined);
  expect(hash).toBe(sha256("one two"));
  expect(hashText(["one two three"], 7, beginning).hash).toBe(sha256("one two three"));
});

it("goes on from a beginning whose last half of a character finds its other half", () => {
  const { beginning } = hashText(["\ud83d\ud83d\ud83d"], 3, undefined);
  expect(hashText(["\ud83d\ud83d\ude00"], 2, beginning).hash).toBe(sha256("\ud83d\ud83d\ude00"));
});

it("leaves a beginning as it was for others that go on from it", () => {
  const { beginning } = hashText(["one two"], 4, undefined);
  expect(hashText(["one three"], 4, beginning).hash).toBe(sha256("one three"));
  expect(hashText(["one four"], 4, beginning).hash).toBe(sha256("one four"));
});

/** The text in pieces that end at the given places, halves of characters included. */
function cut(text: string, places: number[]): string[] {
  const ends = [...places, text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}
