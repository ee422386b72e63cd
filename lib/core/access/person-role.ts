/** What a person may be in a workspace, each with all that those before it may. */
export const PERSON_ROLES = ["viewer", "curator", "lead", "owner"] as const;

export type PersonRole = (typeof PERSON_ROLES)[number];

export function isPersonRole(word: string): word is PersonRole {
  return (PERSON_ROLES as readonly string[]).includes(word);
}
