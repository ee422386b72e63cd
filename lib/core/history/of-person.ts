import type { ACTIONS } from "@/lib/core/history/actions";

/** What is decided about a person. The payload of such an event begins with the person's id. */
export const ABOUT_PEOPLE = [
  "person.added",
  "person.changed",
  "person.invited",
  "person.linked",
  "person.unlinked",
  "person.ended",
] as const satisfies readonly (typeof ACTIONS)[number][];

/**
 * How the stored payload of a person's events looks: of what they did, under whatever name they had then, a part that only who signs
 * can put there; of what was decided about them, its beginning. In a text of somebody else each quote would have a backslash before it.
 */
export function marksOfPerson(id: string): { signed: string; decided: string } {
  return { signed: `"person":{"id":${JSON.stringify(id)},`, decided: `{"id":${JSON.stringify(id)}` };
}
