import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Section } from "@/lib/contracts/memory";
import { anItem, aSection } from "./fixtures";
import { ItemRow } from "./item-row";
import { SectionRow } from "./section-row";

const ignore = () => undefined;
const HANDLERS = { onMakeItems: ignore, onReplace: ignore, onArchiveSection: ignore, onUnarchiveSection: ignore };
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
