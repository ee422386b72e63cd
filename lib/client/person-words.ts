import type { PersonRole } from "@/lib/core/access/person-role";

/** What each role of a person lets them do, in a line. */
export const ROLE_WORDS: Readonly<Record<PersonRole, { label: string; may: string }>> = {
  viewer: { label: "Viewer", may: "Reads everything, changes nothing." },
  curator: {
    label: "Curator",
    may: "Archives, resolves and prunes, decides relays, edits knowledge, comments and assigns.",
  },
  lead: { label: "Lead", may: "All that a session’s Lead may: contexts, gates, sessions, roles and their tokens." },
  owner: { label: "Owner", may: "Everything, people and set-up included." },
};
