import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTwin, foldName } from "@/lib/core/text/fold-name";

const names = fc.string({ unit: "grapheme", maxLength: 12 });

describe("folding a name", () => {
  it.each([
    ["Invoice", "iNVOICE"],
    ["\u00E9tude", "e\u0301tude"],
    ["\u00C9TUDE", "e\u0301tude"],
    ["\uD68C\uC758", "\uD68C\uC758".normalize("NFD")],
    ["Stra\u00DFe", "STRASSE"],
    ["\u03BF\u03B4\u03BF\u03C2", "\u039F\u0394\u039F\u03A3"],
    ["\u212Aelvin", "kelvin"],
  ])("finds %s and %s to be one name", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it("gives one answer for every form and case of any name, and is settled at once", () => {
    fc.assert(
      fc.property(names, (name) => {
        const folded = foldName(name);
        expect(foldName(folded)).toBe(folded);
        for (const form of ["NFC", "NFD"]) {
          expect(foldName(name.normalize(form))).toBe(folded);
          expect(foldName(name.toUpperCase().normalize(form))).toBe(folded);
        }
      }),
    );
  });

  it("keeps names apart that differ in more than case", () => {
    const plain = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    fc.assert(fc.property(plain, plain, (one, other) => (foldName(one) === foldName(other)) === (one === other)));
  });

  it("finds a twin only where the name itself is missing", () => {
    expect(findTwin(["b", "Alpha"], "alpha")).toBe("Alpha");
    expect(findTwin(["Alpha", "alpha"], "alpha")).toBeUndefined();
    expect(findTwin(["beta"], "alpha")).toBeUndefined();
  });
});
