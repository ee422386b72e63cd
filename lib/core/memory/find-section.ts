import { AppError } from "@/lib/core/errors";
import type { MemoryDocument, MemorySection, SectionState } from "@/lib/core/memory/model";
import { foldRoleId, roleSections } from "@/lib/core/memory/role-id";
import { didYouMean } from "@/lib/core/text/did-you-mean";

/**
 * The section of a role id, its case aside; of several, the first active one, else the first archived, else the first.
 * Undefined when there is none. Matching is exact: `implementer-1` never finds `implementer-10`.
 */
export function findSection(document: MemoryDocument, role: string): MemorySection | undefined {
  return sectionFor(document.sections, role);
}

/** The same of sections as any door shows them. */
export function sectionFor<Section extends { role: string; state: string }>(
  sections: readonly Section[],
  role: string,
): Section | undefined {
  const id = foldRoleId(role);
  const own = sections.filter((section) => section.role === id);
  const inState = (state: SectionState) => own.find((section) => section.state === state);
  return inState("active") ?? inState("archived") ?? own[0];
}

/**
 * Which of several sections of a role the next item is added to, and where that one stands, in words such as "the first
 * section of implementer-1 (line 12); it has two"; null for a role with one section or without any.
 */
export function tellSection(document: MemoryDocument, role: string): string | null {
  const section = findSection(document, role);
  if (section === undefined) return null;
  const own = document.sections.filter((each) => each.role === section.role);
  if (own.length === 1) return null;
  const at = own.indexOf(section);
  const which = ORDINALS[at] ?? `${at + 1}th`;
  return `the ${which} section of ${section.role} (line ${section.line}); it has ${NUMBERS[own.length] ?? own.length}`;
}

const ORDINALS = ["first", "second", "third"];
const NUMBERS: Readonly<Record<number, string>> = { 2: "two", 3: "three", 4: "four", 5: "five" };

/** The section of a role id; not_found, with a hint at who can add it, when there is none. */
export function getSection(document: MemoryDocument, role: string): MemorySection {
  const section = findSection(document, role);
  if (section !== undefined) return section;
  const roles = document.sections.map((each) => each.role);
  throw new AppError("not_found", `There is no section for ${foldRoleId(role)}.`, {
    hint: `${didYouMean(role, roles)}To add one: {role.add}.`,
    current: { roles },
  });
}

/** True for a name that has no section and is nearly that of a role which has: `reseacher-1`, not a new `researcher-2`. */
export function isMisspelled(role: string, document: MemoryDocument): boolean {
  const numbered = (name: string) => /-\d+$/.exec(name)?.[0]; // matches "-1" in "researcher-1"
  const alike = roleSections(document).filter((section) => numbered(section.role) === numbered(role));
  const names = alike.map((section) => section.role);
  return didYouMean(role, names) !== "";
}

/** What an error shows of the present state: the section's role, line and text. */
export function showSection(document: MemoryDocument, section: MemorySection): Record<string, unknown> {
  return { role: section.role, line: section.line, text: document.text.slice(section.start, section.end) };
}
