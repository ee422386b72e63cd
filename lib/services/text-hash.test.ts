import fc from "fast-check";
import { expect, it } from "vitest";
import { hashText, type HashedBeginning } from "@/lib/services/text-hash";
import { sha256 } from "@/lib/store/read-file";

const anyText = fc.string({ unit: "binary", maxLength: 40 });

it("answers the hash of the whole text after any row of changes at any places", () => {
  const changes = fc.array(fc.record({ place: fc.nat(200), remove: fc.nat(5), add: anyText }), { maxLength: 12 });
  fc.assert(
    fc.property(anyText, changes, (start, steps) => {
      let text = start;
      let beginning: HashedBeginning | undefined;
      for (const { place, remove, add } of steps) {
        const at = Math.min(place, text.length);
        text = text.slice(0, at) + add + text.slice(at + remove);
        const hashed = hashText(text, at, beginning);
        expect(hashed.hash).toBe(sha256(text));
        beginning = hashed.beginning;
      }
    }),
  );
});

it("leaves a beginning as it was for others that go on from it", () => {
  const { beginning } = hashText("one two", 4, undefined);
  expect(hashText("one three", 4, beginning).hash).toBe(sha256("one three"));
  expect(hashText("one four", 4, beginning).hash).toBe(sha256("one four"));
});
