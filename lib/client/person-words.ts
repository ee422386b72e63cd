import type { PersonRole } from "@/lib/core/access/person-role";
import { sentence, type Sentence } from "@/lib/core/words/say";

/** What each role of a person lets them do, in a line. */
export const ROLE_WORDS: Readonly<Record<PersonRole, { label: Sentence; may: Sentence }>> = {
  viewer: { label: sentence("Viewer"), may: sentence("Reads everything, changes nothing.") },
  curator: {
    label: sentence("Curator"),
    may: sentence("Archives, resolves and prunes, decides relays, edits knowledge, comments and assigns."),
  },
  lead: {
    label: sentence("Lead"),
    may: sentence("All that a session’s Lead may: contexts, gates, sessions, roles and their tokens."),
  },
  owner: { label: sentence("Owner"), may: sentence("Everything, people and set-up included.") },
};
