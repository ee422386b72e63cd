import { AppError } from "@/lib/core/errors";
import { conclude } from "@/lib/core/memory/conclude";
import { findSection, getSection, showSection } from "@/lib/core/memory/find-section";
import type { ItemIdentity, MemoryDocument, MemorySection, SectionState } from "@/lib/core/memory/model";
import { assertNote } from "@/lib/core/memory/note";
import type { AddSection, AppliedOperation, ArchiveSection, ReplaceRole } from "@/lib/core/memory/operation";
import { cannotEdit, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { insertBlock, locateHeading, removeMarks } from "@/lib/core/memory/section-splices";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Gives a role its section: an empty one behind all others, or the one that stands there archived or replaced, active
 * again. A second section for one role is a conflict. Source: team memory §4 (a new teammate's section).
 */
export function addSection(document: MemoryDocument, identity: ItemIdentity, operation: AddSection): AppliedOperation {
  const role = foldRoleId(operation.role);
  const present = findSection(document, role);
  if (present?.state === "active") {
    throw new AppError("conflict", `${role} has a section already.`, {
      hint: "Write to it, or give the new teammate another id.",
      current: showSection(document, present),
    });
  }
  return change(document, identity, bringSection(document, operation.role, "role"), [{ role, state: "active" }]);
}

/** Marks a role's section `[ARCHIVED — note]`; its items stay as they are. Archived or replaced already is a conflict. */
export function archiveSection(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: ArchiveSection,
): AppliedOperation {
  const note = operation.note === undefined ? "" : ` — ${assertNote(operation.note)}`;
  const section = getTeammate(document, operation.role, "archived");
  if (section.state !== "active") throw alreadyDone(document, section);
  const splices = twinsOf(document, section)
    .filter((twin) => twin.state === "active")
    .map((twin) => locateHeading(document, twin).end)
    .map((end) => ({ start: end, end, text: ` [ARCHIVED${note}]` }));
  return change(document, identity, splices, [{ role: section.role, state: "archived" }]);
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
  if (findSection(document, successor)?.state !== "active") {
    splices.push(...bringSection(document, operation.by, "by"));
  }
  return change(document, identity, splices, [
    { role: section.role, state: "replaced" },
    { role: successor, state: "active" },
  ]);
}

/** All sections of the same role: a file made by hand may hold several. */
function twinsOf(document: MemoryDocument, section: MemorySection): MemorySection[] {
  return document.sections.filter((each) => each.role === section.role);
}

/** The splices that make a section for a role, or make the one it has active. */
function bringSection(document: MemoryDocument, name: string, path: string): Splice[] {
  const present = findSection(document, name);
  if (present !== undefined) return removeMarks(document, present);
  const role = assertNewRoleId(name, path);
  return [insertBlock(document.text, document.text.length, () => `## ${role}`)];
}

function getTeammate(document: MemoryDocument, role: string, what: SectionState): MemorySection {
  if (foldRoleId(role) !== "Lead") return getSection(document, role);
  throw new AppError("invalid_input", `The Lead's section cannot be ${what}.`, {
    hint: "Archive single items of it instead.",
    errors: [{ path: "role", message: "Lead is reserved" }],
  });
}

function alreadyDone(document: MemoryDocument, section: MemorySection): AppError {
  return new AppError("conflict", `The section of ${section.role} is ${section.state} already.`, {
    hint: "Read the memory again; perhaps nothing is left to do.",
    current: showSection(document, section),
  });
}

/** Applies the splices when they give exactly these states and leave all items and all other sections as they are. */
function change(
  document: MemoryDocument,
  identity: ItemIdentity,
  splices: Splice[],
  wanted: { role: string; state: SectionState }[],
): AppliedOperation {
  const after = parseMemory(applySplices(document.text, splices));
  const before = outlineOf(document);
  const now = outlineOf(after);
  const roles = new Set(wanted.map(({ role }) => role));
  const kept = now.sections.filter((section, index) => {
    const { role } = after.sections[index] as MemorySection;
    const old = before.sections[index];
    if (old === undefined) return !(roles.has(role) && section.items.length === 0);
    // Of the wanted sections only the heading may differ.
    if (roles.has(role) && document.sections[index]?.role === role) section.heading = old.heading;
    return true;
  });
  const reached = wanted.every(({ role, state }) => findSection(after, role)?.state === state);
  if (!reached || !sameOutline(before, { ...now, sections: kept })) throw cannotEdit(document, "A new heading");
  return conclude(document, identity, after, splices, () => false);
}
