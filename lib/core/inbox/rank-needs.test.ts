import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEED_KINDS, OWED, rankNeeds, URGENCIES, urgencyOf, type Ranked } from "@/lib/core/inbox/needs";

const need: fc.Arbitrary<Ranked> = fc.record({
  kind: fc.constantFrom(...NEED_KINDS),
  key: fc.uuid(),
  urgency: fc.constantFrom(...URGENCIES),
  at: fc.option(fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString())),
});

describe("the order of what waits", () => {
  it("holds each need once, the urgent before the others, what waits longest first, in whatever order they came", () => {
    fc.assert(
      fc.property(fc.array(need), (needs) => {
        const ranked = rankNeeds(needs);
        expect(new Set(ranked)).toEqual(new Set(needs));
        expect(rankNeeds(needs.toReversed())).toEqual(ranked);
        for (const [before, after] of ranked.slice(1).map((each, at) => [ranked[at], each] as const)) {
          const [a, b] = [before, after].map((each) => URGENCIES.indexOf(each?.urgency ?? "now"));
          expect(a).toBeLessThanOrEqual(b ?? 0);
          if (a === b && after.at !== null) expect((before?.at ?? "~") <= after.at).toBe(true);
        }
      }),
    );
  });
});

describe("the urgency of a need", () => {
  it("is the highest where somebody cannot go on", () => {
    expect(OWED.map((owed) => urgencyOf({ kind: "ack", owed }))).toEqual(["now", "now", "soon", "now", "now"]);
    expect(urgencyOf({ kind: "conflict" })).toBe("now");
    expect([true, false].map((ready) => urgencyOf({ kind: "gate", ready }))).toEqual(["now", "soon"]);
    expect([true, false].map((unreadable) => urgencyOf({ kind: "broken", unreadable }))).toEqual(["now", "later"]);
    expect(urgencyOf({ kind: "long" })).toBe("later");
  });
});
