import { AppError } from "@/lib/core/errors";
import { conclude } from "@/lib/core/memory/conclude";
import { assertAtWork } from "@/lib/core/memory/finish-session";
import { findSection, getSection, showSection } from "@/lib/core/memory/find-section";
import type { ItemIdentity, MemoryDocument, MemorySection, SectionState } from "@/lib/core/memory/model";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { archiveMarkOf, isOneOf, planMarks, takeMarkOff } from "@/lib/core/memory/mark-items";
import type { AddSection, AppliedOperation, ReplaceRole } from "@/lib/core/memory/operation";
import { cannotEdit, type Outline, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { looksLike } from "@/lib/core/text/look-alike";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { insertBlock, locateHeading, removeMarks } from "@/lib/core/memory/section-splices";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Gives a role its section: an empty one behind all others, or the one that stands there archived or replaced, active
 * again, with the items that were archived with it. A second section for one role is a conflict. Source: team memory §4 (a new teammate's section).
 */
export function addSection(document: MemoryDocument, identity: ItemIdentity, operation: AddSection): AppliedOperation {
  assertAtWork(document);
  const role = foldRoleId(operation.role);
  const present = findSection(document, role);
  if (present?.state === "active") {
    throw new AppError("conflict", `${role} has a section already.`, {
      hint: "Write to it, or give the new teammate another id.",
      current: showSection(document, present),
    });
  }
  const { splices, expected, marked } = bringSection(document, identity, operation.role, "role");
  return changeSections(document, identity, splices, [{ role, state: "active" }], { expected, marked });
}

/**
 * Marks a section `[REPLACED]`, keeps it, and sees to it that the successor has an active one. A replaced section is a
 * conflict, a teammate succeeding itself invalid_input. Source: team memory §5, curation rule 3.
 */
export function replaceRole(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: ReplaceRole,
): AppliedOperation {
  assertAtWork(document);
  const section = getTeammate(document, operation.role, "replaced");
  const successor = foldRoleId(operation.by);
  if (successor === section.role) {
    throw new AppError("invalid_input", "A teammate cannot replace itself.", {
      hint: "Give the successor an id of its own.",
      errors: [{ path: "by", message: "the same as role" }],
    });
  }
  if (section.state === "replaced") throw alreadyDone(document, section);
  const splices: Splice[] = twinsOf(document, section)
    .filter((twin) => twin.state !== "replaced")
    .map((twin) => locateHeading(document, twin).start)
    .map((start) => ({ start, end: start, text: "[REPLACED] " }));
  const states = [
    { role: section.role, state: "replaced" as const },
    { role: successor, state: "active" as const },
  ];
  if (findSection(document, successor)?.state === "active") return changeSections(document, identity, splices, states);
  const brought = bringSection(document, identity, operation.by, "by");
  return changeSections(document, identity, [...splices, ...brought.splices], states, brought);
}

/** All sections of the same role: a file made by hand may hold several. */
export function twinsOf(document: MemoryDocument, section: MemorySection): MemorySection[] {
  return document.sections.filter((each) => each.role === section.role);
}

/** The splices that make a section for a role, or make the one it has active, with the items archived with it. */
function bringSection(document: MemoryDocument, identity: ItemIdentity, name: string, path: string): PlannedSection {
  const present = findSection(document, name);
  if (present !== undefined) return planReturn(document, identity, [present]);
  const role = assertNewRoleId(name, path);
  const alike = document.sections.find((section) => looksLike(section.role, role));
  if (alike !== undefined) {
    throw new AppError("conflict", `${role} looks like ${alike.role}, which is there already.`, {
      hint: "Give the teammate an id that nobody takes for another's.",
    });
  }
  const splices = [insertBlock(document.text, document.text.length, () => `## ${role}`)];
  return { splices, expected: outlineOf(document), marked: [] };
}

/** What brings sections back: their headings without marks, and their items without those that came with the heading's. */
export function planReturn(
  document: MemoryDocument,
  identity: ItemIdentity,
  sections: readonly MemorySection[],
): PlannedSection {
  const marked = identifyItems(document, identity).filter(
    (placed) =>
      sections.includes(document.sections[placed.sectionIndex] as MemorySection) &&
      archiveMarkOf(document, placed) === `[ARCHIVED — ${WITH_SECTION}]`,
  );
  const items = planMarks(document, marked, takeMarkOff);
  const splices = [...sections.flatMap((section) => removeMarks(document, section)), ...items.splices];
  return { splices, expected: items.expected, marked };
}

/** The note of an item that was archived with its section: by it, the section's return finds the items to bring back. */
export const WITH_SECTION = "with section";

/** What is to be done to sections: the splices, how items must read afterwards, and the items that are marked. */
export interface PlannedSection {
  splices: Splice[];
  expected: Outline;
  marked: PlacedItem[];
}

export function getTeammate(document: MemoryDocument, role: string, what: SectionState): MemorySection {
  if (foldRoleId(role) !== "Lead") return getSection(document, role);
  throw new AppError("invalid_input", `The Lead's section cannot be ${what}.`, {
    hint: "Archive single items of it instead.",
    errors: [{ path: "role", message: "Lead is reserved" }],
  });
}

export function alreadyDone(document: MemoryDocument, section: MemorySection): AppError {
  return new AppError("conflict", `The section of ${section.role} is ${section.state} already.`, {
    hint: "Read the memory again; perhaps nothing is left to do.",
    current: showSection(document, section),
  });
}

/** Applies the splices when they give exactly these states, items as expected, and all other sections as they are. */
export function changeSections(
  document: MemoryDocument,
  identity: ItemIdentity,
  splices: Splice[],
  wanted: { role: string; state: SectionState }[],
  { expected, marked }: Pick<PlannedSection, "expected" | "marked"> = { expected: outlineOf(document), marked: [] },
): AppliedOperation {
  const after = parseMemory(applySplices(document.text, splices));
  const now = outlineOf(after);
  const roles = new Set(wanted.map(({ role }) => role));
  const kept = now.sections.filter((section, index) => {
    const { role } = after.sections[index] as MemorySection;
    const old = expected.sections[index];
    if (old === undefined) return !(roles.has(role) && section.items.length === 0);
    // Of the wanted sections only the heading may differ.
    if (roles.has(role) && document.sections[index]?.role === role) section.heading = old.heading;
    return true;
  });
  const reached = wanted.every(({ role, state }) => findSection(after, role)?.state === state);
  if (!reached || !sameOutline(expected, { ...now, sections: kept })) throw cannotEdit(document, "A new heading");
  return conclude(document, identity, after, splices, isOneOf(marked));
}
