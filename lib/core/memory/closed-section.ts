import { AppError } from "@/lib/core/errors";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { showSection } from "@/lib/core/memory/find-section";
import { type MemoryDocument, type MemorySection, type ItemIdentity, wordsOf } from "@/lib/core/memory/model";
import { getItems, type PlacedItem } from "@/lib/core/memory/identity";
import { foldRoleId } from "@/lib/core/memory/role-id";

/**
 * The one rule for what is written to a section: an archived or replaced one takes nothing, whoever writes and over
 * whichever door, and neither does a finished session. An edit of the file cannot bring a section back on its way, so no other door does either.
 */
export function assertTakesWords(document: MemoryDocument, section: MemorySection): void {
  assertAtWork(document);
  if (section.state !== "active") throw closedSection(document, section);
}

/** Why nothing is written to a section that is not active, and what to do first. */
export function closedSection(document: MemoryDocument, section: MemorySection): AppError {
  const { role, state } = section;
  const current = showSection(document, section);
  if (state === "replaced") {
    return new AppError("conflict", `${role} was replaced; its section is kept as it was.`, {
      hint: "Write to the successor's section, or let the Lead add the role again.",
      current,
    });
  }
  return new AppError("conflict", `The section of ${role} is archived; nothing is written to it.`, {
    hint: "To bring it back, unarchive it with {item.unarchive}, naming the role.",
    current,
  });
}

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
