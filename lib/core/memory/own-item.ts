import { AppError } from "@/lib/core/errors";
import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { showSection } from "@/lib/core/memory/find-section";
import { getItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { wordsOf } from "@/lib/core/memory/words-of";

/**
 * The item of an id, which `scope` may change: its section takes words and is the scope's own, or the scope is the Lead's
 * (null). An id that no item carries is a conflict, as is one of an item that says something else than it `was` to say.
 */
export function getOwnItem(
  document: MemoryDocument,
  identity: ItemIdentity,
  { item, scope, was }: { item: string; scope: string | null; was?: string | undefined },
): PlacedItem {
  const [placed] = getItems(document, identity, [item]) as [PlacedItem];
  const section = document.sections[placed.sectionIndex] as MemorySection;
  assertOwn(document, section, scope);
  assertTakesWords(document, section);
  assertSays(placed, was);
  return placed;
}

/** Throws `conflict` for an item that says something else than it `was` to say: who acts on it has not seen those words. */
export function assertSays(placed: PlacedItem, was: string | undefined): void {
  const words = wordsOf(placed.item);
  if (was === undefined || was === words) return;
  throw new AppError("conflict", `The item ${placed.id} says something else by now.`, {
    hint: "Look at what it says now, and repeat this for that.",
    current: { item: placed.id, role: placed.role, line: placed.line, text: words },
  });
}

/** Throws `forbidden` for the section of another role, unless the scope is the Lead's (null). */
export function assertOwn(document: MemoryDocument, section: MemorySection, scope: string | null): void {
  if (scope === null || foldRoleId(scope) === "Lead" || foldRoleId(scope) === section.role) return;
  throw new AppError("forbidden", `This stands in the section of ${section.role}.`, {
    hint: "Change your own section only; what others should change, tell the Lead.",
    current: showSection(document, section),
  });
}
