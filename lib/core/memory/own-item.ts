import { AppError } from "@/lib/core/errors";
import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { showSection } from "@/lib/core/memory/find-section";
import { getItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { foldRoleId } from "@/lib/core/memory/section-heading";

/**
 * The item of an id, which `scope` may change: its section takes words and is the scope's own, or the scope is the Lead's
 * (null). An id that no item carries is a conflict: the item was changed or removed meanwhile.
 */
export function getOwnItem(
  document: MemoryDocument,
  identity: ItemIdentity,
  { item, scope }: { item: string; scope: string | null },
): PlacedItem {
  const [placed] = getItems(document, identity, [item]) as [PlacedItem];
  const section = document.sections[placed.sectionIndex] as MemorySection;
  assertOwn(document, section, scope);
  assertTakesWords(document, section);
  return placed;
}

/** Throws `forbidden` for the section of another role, unless the scope is the Lead's (null). */
export function assertOwn(document: MemoryDocument, section: MemorySection, scope: string | null): void {
  if (scope === null || foldRoleId(scope) === "Lead" || foldRoleId(scope) === section.role) return;
  throw new AppError("forbidden", `This stands in the section of ${section.role}.`, {
    hint: "Change your own section only; what others should change, tell the Lead.",
    current: showSection(document, section),
  });
}
