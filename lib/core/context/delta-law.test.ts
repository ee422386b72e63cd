import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDelta } from "@/lib/core/context/apply-delta";
import { computeDelta } from "@/lib/core/context/compute-delta";
import { anyContextText, editedContext } from "@/lib/core/context/context-texts.arbitrary";
import { parseDelta } from "@/lib/core/context/parse-delta";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

const holds = (a: string, b: string) => {
  const delta = computeDelta(a, b, words);
  const read = parseDelta(delta.text);
  expect(read.unread).toEqual([]);
  expect(applyDelta(read, a)).toEqual({
    text: b,
    applied: read.operations.length,
    total: delta.operations.length,
    unresolved: [],
  });
  return delta;
};

describe("the law of deltas: computed, written, read and applied to the old text they give the new one", () => {
  it("holds for any two texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => void holds(a, b)),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(anyContextText, anyContextText, (a, b) => void holds(a, b)),
      { numRuns: 800 },
    );
  });

  it("holds for a text and an edit of it", () => {
    fc.assert(
      fc.property(editedContext, ([a, b]) => void holds(a, b)),
      { numRuns: 1500 },
    );
  });
});
