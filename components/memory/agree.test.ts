import fc from "fast-check";
import { expect, test } from "vitest";
import type { Item } from "@/lib/contracts/memory";
import { countItems } from "@/lib/core/memory/tags";
import { aMemory, anItem, aSection } from "./memory.fixture";
import { filterMemory, NO_FILTER } from "./memory-filter";

const items = fc.array(
  fc.record({
    state: fc.constantFrom<Item["state"]>("active", "archived", "resolved"),
    tag: fc.constantFrom("Finding", "Question", "Conflict", null),
  }),
  { maxLength: 12 },
);

test("the filter of the memory and the session's counts agree, whatever the items", () => {
  fc.assert(
    fc.property(items, items, (first, second) => {
      const sections = [first, second].map((all, at) =>
        aSection(
          `implementer-${at}`,
          all.map((item, index) => anItem({ ...item, id: `${at}-${index}` })),
        ),
      );
      const all = sections.flatMap((section) => section.items);
      const counts = { ...countItems(all), pendingRelays: 0 };

      const { states, tags } = filterMemory(aMemory(sections), [], NO_FILTER).counts;
      expect(states).toEqual({
        open: counts.active,
        archived: counts.archived,
        resolved: counts.resolved,
        all: counts.items,
      });
      expect(Object.fromEntries([...tags].map(([tag, count]) => [tag === "none" ? "untagged" : tag, count]))).toEqual(
        counts.byTag,
      );
    }),
  );
});
