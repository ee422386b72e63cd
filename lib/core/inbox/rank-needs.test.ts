import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEED_KINDS, OWED, besidesRepairs, rankNeeds, URGENCIES, urgencyOf, type Ranked } from "@/lib/core/inbox/needs";

const need: fc.Arbitrary<Ranked> = fc.record({
  kind: fc.constantFrom(...NEED_KINDS),
  key: fc.uuid(),
  urgency: fc.constantFrom(...URGENCIES),
  at: fc.option(fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString())),
});

/** Lost lines, what holds a gate up, who cannot go on, what contradicts or asks; after them relays, then all others. */
const TIERS: readonly (readonly string[])[] = [
  ["repair"],
  ["gate"],
  ["ack"],
  ["conflict", "pair", "question"],
  ["relay"],
];
const REST = TIERS.length + 1;

it("counts a save that dropped lines once: as lines to put back, not as an edit made outside too", () => {
  const edit = (target: string, revision: number) => ({ target, payload: { revision } });
  const edits = [edit("a/TEAM-MEMORY.md", 3), edit("a/TEAM-MEMORY.md", 4), edit("b/TEAM-MEMORY.md", 3)];
  expect(besidesRepairs(edits, [{ path: "a/TEAM-MEMORY.md", saved: 3 }])).toEqual(edits.slice(1));
});

describe("the order of what waits", () => {
  it("is by kind, then the urgent before the others, what waits longest first, in whatever order they came", () => {
    fc.assert(
      fc.property(fc.array(need), (needs) => {
        const ranked = rankNeeds(needs);
        expect(new Set(ranked)).toEqual(new Set(needs));
        expect(rankNeeds(needs.toReversed())).toEqual(ranked);
        for (const [before, after] of ranked.slice(1).map((each, at) => [ranked[at], each] as const)) {
          const [a = 0, b = 0] = [before, after].map(
            (each) => TIERS.findIndex((kinds) => each !== undefined && kinds.includes(each.kind)) + 1 || REST,
          );
          expect(a).toBeLessThanOrEqual(b);
          if (before?.kind !== after.kind) continue;
          const [c = 0, d = 0] = [before, after].map((each) => URGENCIES.indexOf(each.urgency));
          expect(c).toBeLessThanOrEqual(d);
          if (c === d && after.at !== null) expect((before.at ?? "~") <= after.at).toBe(true);
        }
      }),
    );
  });
});

describe("the urgency of a need", () => {
  it("is the highest where somebody cannot go on", () => {
    expect(OWED.map((owed) => urgencyOf({ kind: "ack", owed }))).toEqual(["now", "now", "soon", "now", "now"]);
    expect(urgencyOf({ kind: "conflict" })).toBe("now");
    expect([urgencyOf({ kind: "gate" }), urgencyOf({ kind: "repair" })]).toEqual(["now", "now"]);
    expect([true, false].map((unreadable) => urgencyOf({ kind: "broken", unreadable }))).toEqual(["now", "later"]);
    expect(urgencyOf({ kind: "long" })).toBe("later");
  });
});
