import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearSeat } from "@/lib/core/context/near-seat";

const SEATS = ["implementer", "implementer-1", "implementer-10", "tester-1", "a.b", "a_b", "müller-1", "연구-1"];

describe("the seat that a name nearly is", () => {
  it.each([
    ["implementer-1-2", "implementer-1"],
    ["Implementer_1", "implementer-1"],
    ["implementer 1", "implementer-1"],
    ["IMPLEMENTER.1@codex", "implementer-1"],
    ["implementer-1-claude", "implementer-1"],
    ["implementer-1-2-claude-code", "implementer-1"],
    ["implementer-2", "implementer"],
    ["implementer-10-3", "implementer-10"],
    ["MÜLLER-1-2", "müller-1"],
    ["연구-1@gemini", "연구-1"],
  ])("is of %s %s", (name, seat) => {
    expect(nearSeat(name, SEATS)).toBe(seat);
  });

  it.each([
    "implementer-1",
    "Implementer-1",
    "tester",
    "tester-2",
    "implementer-11a",
    "implementer-1-review",
    "A-B",
    "a-b-2",
    "Lead",
    "",
    "-",
    "@",
    "-2",
    "__proto__",
    `implementer-1${"-2".repeat(5000)}`,
  ])("is none of %s", (name) => {
    expect(nearSeat(name, SEATS)).toBeNull();
  });

  it("is a seat there is, and never that of the name of another, however long and hostile names are", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "1",
      "2",
      "-",
      "_",
      "@",
      ".",
      " ",
      "codex",
      "claude",
      "İ",
      "ß",
      "\u202e",
      "/",
    );
    const name = fc.oneof(fc.string({ unit: part, maxLength: 12 }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(name, fc.uniqueArray(name, { maxLength: 6 }), (given, all) => {
        const seats = all.map((each) => each.normalize("NFC").toLowerCase());
        const near = nearSeat(given, seats);
        if (near === null) return;
        expect(seats).toContain(near);
        expect(near).not.toBe(given);
        expect(nearSeat(near, seats)).toBeNull();
        // The order in which seats are kept changes nothing.
        expect(nearSeat(given, seats.toReversed())).toBe(near);
      }),
    );
  });

  it("is found among 1,000 seats for 1,000 names", () => {
    const seats = Array.from({ length: 1000 }, (_, index) => `implementer-${index}`);
    for (const [index, seat] of seats.entries()) expect(nearSeat(`${seat}-${index}`, seats)).toBe(seat);
  });
});
