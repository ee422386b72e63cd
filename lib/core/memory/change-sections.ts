import { AppError } from "@/lib/core/errors";
import { conclude, cannotEdit, type Outline, outlineOf, sameOutline } from "@/lib/core/memory/conclude";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { findSection, getSection, showSection } from "@/lib/core/memory/find-section";
import { closedSection } from "@/lib/core/memory/closed-section";
import type {
  ItemIdentity,
  MemoryDocument,
  MemorySection,
  SectionState,
  IdentifiedItem,
} from "@/lib/core/memory/model";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { archiveMarkOf, isOneOf, planMarks, takeMarkOff, archiveMark } from "@/lib/core/memory/mark-items";
import type { AppliedOperation, Apply } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { looksLike } from "@/lib/core/text/look-alike";
import { assertNewRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { insertBlock, locateHeading, removeMarks } from "@/lib/core/memory/section-splices";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { assertNote } from "@/lib/core/memory/item";
import { findTag, isOpenEnded } from "@/lib/core/memory/tags";

/**
 * Gives a role its section: an empty one behind all others, or the one that stands there archived or replaced, active
 * again, with the items that were archived with it. A second section for one role is a conflict. Source: team memory §4 (a new teammate's section).
 */
export const addSection: Apply<"add-section"> = (document, identity, operation) => {
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
};

/**
 * Marks a section `[REPLACED]`, keeps it, and sees to it that the successor has an active one. A replaced section is a
 * conflict, a teammate succeeding itself invalid_input. Source: team memory §5, curation rule 3.
 */
export const replaceRole: Apply<"replace-role"> = (document, identity, operation) => {
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
};

/** All sections of the same role: a file made by hand may hold several. */
function twinsOf(document: MemoryDocument, section: MemorySection): MemorySection[] {
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
function planReturn(document: MemoryDocument, identity: ItemIdentity, sections: readonly MemorySection[]) {
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
const WITH_SECTION = "with section";

/** What is to be done to sections: the splices, how items must read afterwards, and the items that are marked. */
interface PlannedSection {
  splices: Splice[];
  expected: Outline;
  marked: PlacedItem[];
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

/** Applies the splices when they give exactly these states, items as expected, and all other sections as they are. */
function changeSections(
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

/**
 * Marks a role's section `[ARCHIVED — note]`, and every active item with a tag of team memory in it; other lines go with the section. Questions and conflicts that are still open stop
 * it with `open_items`, which lists them, unless they are to be archived too. A section archived by hand gets its items
 * archived; with nothing left to archive it is a conflict, and so is a replaced one. Source: team memory §5.
 */
export const archiveSection: Apply<"archive-section"> = (document, identity, operation) => {
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
};

/**
 * Takes the archive mark off a role's section, and off the items that were archived with it; those archived by themselves
 * stay so. An active section is a conflict, and so is a replaced one.
 */
export const unarchiveSection: Apply<"unarchive-section"> = (document, identity, operation) => {
  const section = getSection(document, operation.role);
  if (section.state === "active") throw alreadyDone(document, section);
  if (section.state === "replaced") throw closedSection(document, section);
  const twins = twinsOf(document, section).filter((twin) => twin.state === "archived");
  const { splices, ...planned } = planReturn(document, identity, twins);
  return changeSections(document, identity, splices, [{ role: section.role, state: "active" }], planned);
};

function activeItemsOf(document: MemoryDocument, identity: ItemIdentity, sections: readonly MemorySection[]) {
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
