import { AppError } from "@/lib/core/errors";
import type { MemoryDocument, MemorySection, SectionState } from "@/lib/core/memory/model";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { roleSections } from "@/lib/core/memory/teammates";
import { didYouMean } from "@/lib/core/text/did-you-mean";

/**
 * The section of a role id, its case aside; of several, the first active one, else the first archived, else the first.
 * Undefined when there is none. Matching is exact: `implementer-1` never finds `implementer-10`.
 */
export function findSection(document: MemoryDocument, role: string): MemorySection | undefined {
  const id = foldRoleId(role);
  const own = document.sections.filter((section) => section.role === id);
  const inState = (state: SectionState) => own.find((section) => section.state === state);
  return inState("active") ?? inState("archived") ?? own[0];
}

/** The section of a role id; not_found, with a hint at who can add it, when there is none. */
export function getSection(document: MemoryDocument, role: string): MemorySection {
  const section = findSection(document, role);
  if (section !== undefined) return section;
  const roles = document.sections.map((each) => each.role);
  throw new AppError("not_found", `There is no section for ${foldRoleId(role)} in this team memory.`, {
    hint: `${didYouMean(role, roles)}Ask the Lead to add the role; a section is never made by the teammate itself.`,
    current: { roles },
  });
}

/** True for a name that has no section and is nearly that of a role which has: `reseacher-1`, not a new `researcher-2`. */
export function isMisspelled(role: string, document: MemoryDocument): boolean {
  const numbered = (name: string) => /-\d+$/.exec(name)?.[0]; // matches "-1" in "researcher-1"
  const alike = roleSections(document).filter((section) => numbered(section.role) === numbered(role));
  return (
    didYouMean(
      role,
      alike.map((section) => section.role),
    ) !== ""
  );
}

/** What an error shows of the present state: the section's role, line and text. */
export function showSection(document: MemoryDocument, section: MemorySection): Record<string, unknown> {
  return { role: section.role, line: section.line, text: document.text.slice(section.start, section.end) };
}
