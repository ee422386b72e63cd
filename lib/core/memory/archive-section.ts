import { AppError } from "@/lib/core/errors";
import {
  alreadyDone,
  changeSections,
  getTeammate,
  planReturn,
  twinsOf,
  WITH_SECTION,
} from "@/lib/core/memory/change-sections";
import { closedSection } from "@/lib/core/memory/closed-section";
import { getSection } from "@/lib/core/memory/find-section";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { archiveMark, planMarks } from "@/lib/core/memory/mark-items";
import type { IdentifiedItem, ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { assertNote } from "@/lib/core/memory/note";
import type { AppliedOperation, ArchiveSection, UnarchiveSection } from "@/lib/core/memory/operation";
import { locateHeading } from "@/lib/core/memory/section-splices";
import { findTag, isOpenEnded } from "@/lib/core/memory/tags";

/**
 * Marks a role's section `[ARCHIVED — note]`, and every active item with a tag of team memory in it; other lines go with the section. Questions and conflicts that are still open stop
 * it with `open_items`, which lists them, unless they are to be archived too. A section archived by hand gets its items
 * archived; with nothing left to archive it is a conflict, and so is a replaced one. Source: team memory §5.
 */
export function archiveSection(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: ArchiveSection,
): AppliedOperation {
  const note = operation.note === undefined ? "" : ` — ${assertNote(operation.note)}`;
  const section = getTeammate(document, operation.role, "archived");
  const twins = twinsOf(document, section).filter((twin) => twin.state !== "replaced");
  const headings = twins.filter((twin) => twin.state === "active");
  const marked = activeItemsOf(document, identity, twins);
  if (headings.length === 0 && marked.length === 0) throw alreadyDone(document, section);
  const open = marked.filter(({ item }) => isOpenEnded(item.tag));
  if (open.length > 0 && operation.includeOpen !== true) throw openItems(section.role, open);

  const items = planMarks(document, marked, archiveMark(WITH_SECTION));
  const ends = headings.map((twin) => locateHeading(document, twin).end);
  const splices = [...ends.map((end) => ({ start: end, end, text: ` [ARCHIVED${note}]` })), ...items.splices];
  const states = [{ role: section.role, state: "archived" as const }];
  return changeSections(document, identity, splices, states, { expected: items.expected, marked });
}

/**
 * Takes the archive mark off a role's section, and off the items that were archived with it; those archived by themselves
 * stay so. An active section is a conflict, and so is a replaced one.
 */
export function unarchiveSection(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: UnarchiveSection,
): AppliedOperation {
  const section = getSection(document, operation.role);
  if (section.state === "active") throw alreadyDone(document, section);
  if (section.state === "replaced") throw closedSection(document, section);
  const twins = twinsOf(document, section).filter((twin) => twin.state === "archived");
  const { splices, ...planned } = planReturn(document, identity, twins);
  return changeSections(document, identity, splices, [{ role: section.role, state: "active" }], planned);
}

function activeItemsOf(
  document: MemoryDocument,
  identity: ItemIdentity,
  sections: readonly MemorySection[],
): PlacedItem[] {
  const indexes = new Set(sections.map((section) => document.sections.indexOf(section)));
  return identifyItems(document, identity).filter(
    ({ sectionIndex, item }) =>
      indexes.has(sectionIndex) && item.state === "active" && findTag(item.tag ?? "") !== undefined,
  );
}

function openItems(role: string, open: readonly IdentifiedItem[]): AppError {
  const items = open.map(({ id, line, item }) => ({ id, tag: item.tag, text: item.text, line }));
  const count = open.length === 1 ? "one question or conflict" : `${open.length} questions and conflicts`;
  return new AppError("open_items", `The section of ${role} holds ${count} still open.`, {
    hint: "Resolve what is listed, or include it, to have it archived with the section.",
    errors: [{ path: "includeOpen", message: "is needed to archive them with the section" }],
    current: { role, open: items },
  });
}
