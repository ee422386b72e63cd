import fc from "fast-check";
import { expect, test } from "vitest";
import type { CoachInput } from "@/lib/core/coach/coach-input";
import { fleetInput } from "@/lib/core/coach/fleet.arbitrary";
import { readFleet } from "@/lib/core/coach/fleet";
import { carryReadings, readingOf } from "@/lib/core/coach/reading";

const entriesIn = ({ memories, items }: CoachInput) => [...memories.flatMap(({ entries }) => entries), ...items];

test("what an earlier state of a file said is not read again, and nothing else is taken from it", () => {
  fc.assert(
    fc.property(fleetInput, fleetInput, fc.boolean(), ({ input: earlier }, { input: other }, isSame) => {
      const later = structuredClone(isSame ? { ...earlier, items: other.items } : other);
      const anew = readFleet(structuredClone(later));
      const before = new Map(entriesIn(earlier).map((entry) => [JSON.stringify([entry.text, entry.more]), entry]));
      for (const entry of before.values()) readingOf(entry);
      carryReadings(earlier, later);
      for (const entry of entriesIn(later)) {
        const known = before.get(JSON.stringify([entry.text, entry.more]));
        if (known !== undefined) expect(readingOf(entry)).toBe(readingOf(known));
      }
      const { statements, differences } = readFleet(later);
      expect(statements).toEqual(anew.statements);
      expect(differences).toEqual(anew.differences);
    }),
  );
});
