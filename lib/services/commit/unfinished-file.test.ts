import fc from "fast-check";
import { expect, it } from "vitest";
import { isTornFrom } from "@/lib/services/commit/unfinished-file";

const SECTOR = 512;
const text = fc.string({ minLength: 1, maxLength: 3000, unit: "binary" }).map((each) => Buffer.from(each));

it("knows a text of which the disk kept any sectors, up to any length", () => {
  fc.assert(
    fc.property(text, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), fc.nat(3000), (whole, kept, length) => {
      const found = Buffer.from(whole.subarray(0, Math.min(length, whole.length)));
      for (let at = 0; at < found.length; at += SECTOR) {
        if (kept[(at / SECTOR) % kept.length] !== true) found.fill(0, at, Math.min(at + SECTOR, found.length));
      }
      expect(isTornFrom(found, whole)).toBe(true);
    }),
  );
});

it("takes nothing for that in which somebody wrote", () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 255 }), (whole, place, by) => {
      const found = Buffer.from(whole);
      const at = place % found.length;
      found[at] = ((found[at] ?? 0) + by) % 256;
      const sector = found.subarray(at - (at % SECTOR), at - (at % SECTOR) + SECTOR);
      expect(isTornFrom(found, whole)).toBe(sector.every((byte) => byte === 0));
      expect(isTornFrom(Buffer.concat([whole, Buffer.from("- more")]), whole)).toBe(false);
    }),
  );
});
