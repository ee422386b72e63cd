/** What a person may be in a workspace, each with all that those before it may. */
export const PERSON_ROLES = ["viewer", "curator", "lead", "owner"] as const;

/** What a person may be in a workspace. */
export type PersonRole = (typeof PERSON_ROLES)[number];

/** Whether a word names what a person may be. */
export function isPersonRole(word: string): word is PersonRole {
  return (PERSON_ROLES as readonly string[]).includes(word);
}
