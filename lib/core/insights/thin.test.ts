import fc from "fast-check";
import { expect, it } from "vitest";
import { thin } from "@/lib/core/insights/insights";

const range = (length: number) => Array.from({ length }, (_, index) => index);

it("chooses nothing anew but what was added", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 2, max: 50 }), (length, most) => {
      const before = new Set(thin(range(length), most));
      const after = thin(range(length + 1), most).filter((index) => index !== length);
      expect(after.filter((index) => !before.has(index))).toEqual([]);
    }),
  );
});
