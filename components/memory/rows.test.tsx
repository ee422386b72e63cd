import { QueryClient } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { memoryQuery } from "@/lib/client/memory";
import type { Section } from "@/lib/contracts/memory";
import { aMemory, anItem, aRelay, aSection } from "./memory.fixture";
import { ItemRow } from "@/components/memory/memory-list";
import { filterMemory, NO_FILTER } from "./memory-filter";
import { RelaySection } from "./relay-section";
import { SectionRow } from "./section-row";

const ignore = () => undefined;
const HANDLERS = { onMakeItems: ignore, onSection: ignore };
const ROLE = {
  id: "tester-1",
  type: null,
  access: "direct",
  state: "active",
  items: 0,
  readRevision: 3,
  readAt: null,
} as const;

test("a section says how far its role has read, where a teammate who writes items works in it", () => {
  const kinds: Section["kind"][] = ["role", "text"];
  for (const state of ["active", "archived", "replaced"] as const)
    for (const access of ["direct", "relay", "lead"] as const)
      for (const kind of kinds)
        for (const role of [ROLE, undefined]) {
          const section = aSection("tester-1", [], { state, access, kind });
          const row = renderToStaticMarkup(
            <SectionRow {...HANDLERS} section={section} shown={0} role={role} revision={3} />,
          );
          const isTold = state === "active" && access !== "lead" && kind === "role" && role !== undefined;
          expect(row.includes("has read all"), `${state} ${access} ${kind}`).toBe(isTold);
        }
});

test("the box that chooses an item is called by the item's first words", () => {
  const item = anItem({ id: "a", text: `Suppliers send the ledger twice ${"again ".repeat(20)}` });
  const row = renderToStaticMarkup(
    <ItemRow item={item} selected={false} open={false} isNew={false} onToggle={ignore} />,
  );
  expect(row).toContain('aria-label="Select: Suppliers send the ledger twice');
});

test("an item whose code changed says so, and is stale however young it is", () => {
  const outdated = [
    { cite: "src/a.ts:12", path: "src/a.ts", gone: false },
    { cite: "totalOf", path: "src/b.ts", gone: true },
  ];
  const item = anItem({ id: "a", text: "Rounds", outdated });
  const row = renderToStaticMarkup(
    <ItemRow item={item} selected={false} open={false} isNew={false} onToggle={ignore} />,
  );
  expect(row).toContain("To be checked: src/a.ts:12 (changed), totalOf of src/b.ts (gone)");
  const items = [item, anItem({ id: "b", text: "As it was" }), anItem({ id: "c", state: "archived", outdated })];
  const { counts, shown } = filterMemory(aMemory([aSection("tester-1", items)]), [], { ...NO_FILTER, stale: true });
  expect([counts.narrow.stale, shown]).toEqual([1, 1]);
});

test("beside a relay stand the active items of the section that it will join, where there are any", () => {
  const scope = { workspace: "w", session: "s" };
  const read = (sections: Section[]) => {
    const client = new QueryClient();
    client.setQueryData(memoryQuery(scope).queryKey, aMemory(sections));
    return readPage(<RelaySection scope={scope} relay={aRelay({ id: "r", role: "tester-1" })} />, { client });
  };
  const items = [anItem({ id: "a", text: "Still so" }), anItem({ id: "b", text: "Over", state: "archived" })];
  expect(read([aSection("tester-1", items)])).toMatch(
    /tester-1 now, 1 active item Active items of tester-1 .*Still so/,
  );
  expect(read([aSection("tester-1", items)])).not.toContain("Over");
  expect(read([aSection("tester-1", [])])).not.toContain("Active items");
  expect(read([])).toContain("tester-1 has no section yet Approving adds it.");
});
