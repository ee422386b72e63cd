/** Who an edit found in a file is said to be by until a hook announces whose it was. */
export const DISK = "disk";

/** Sections of which one announcement speaks, and the length of their names. */
export const MOST_SECTIONS = 100;
export const LONGEST_SECTION = 200;

/** What one reading of a file found changed in one section, and by whom: a role, or `disk` where nobody announced it. */
export interface OutsidePart {
  section: string;
  by: string;
}

/** A recorded revision, as far as it says whose each part of it is. */
export interface AnnouncedEdit {
  actor: string;
  operation: string;
  /** The roles whose sections it changed. */
  roles: readonly string[];
  /** Its `by` names the role that announced its edit of a section. */
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Who made what a revision changed in a section; null is what stands in none. One rule for every place that names somebody:
 * the revision's author, or, where several edits of a file were found together, the role that announced the section's.
 */
export function writerIn({ actor, detail }: Pick<AnnouncedEdit, "actor" | "detail">, section: string | null): string {
  if (actor !== DISK || section === null) return actor;
  return announcedIn(detail).get(section) ?? DISK;
}

/** The parts of an edit that was found in a file, one for each section that it changed; none of any other edit. */
export function partsOf(edit: AnnouncedEdit): OutsidePart[] {
  if (edit.operation !== "edited outside") return [];
  return edit.roles.map((section) => ({ section, by: writerIn(edit, section) }));
}

/** Whether some parts of an edit are by a role and others may not be. */
export function isOfSeveral({ actor, detail }: Pick<AnnouncedEdit, "actor" | "detail">): boolean {
  return actor === DISK && announcedIn(detail).size > 0;
}

/** The detail of a revision with its parts in some sections given to a role. */
export function announce(
  detail: Readonly<Record<string, unknown>>,
  sections: readonly string[],
  role: string,
): Record<string, unknown> {
  const by = new Map([...announcedIn(detail), ...sections.map((section) => [section, role] as const)]);
  return { ...detail, by: Object.fromEntries(by) };
}

function announcedIn({ by }: Readonly<Record<string, unknown>>): Map<string, string> {
  if (typeof by !== "object" || by === null) return new Map();
  return new Map(Object.entries(by).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
