import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { ChangePerson } from "@/lib/contracts/people";
import type { PersonRole } from "@/lib/core/access/person-role";
import { sentence, type Sentence } from "@/lib/core/i18n/say";

export const meQuery = (workspace: string) => readQuery("GET /api/v1/me", { query: { workspace } });

/** The people of a workspace, those whose access ended too. */
export const peopleQuery = (workspace: string) =>
  readQuery("GET /people", { params: { workspace }, query: { limit: 500 } });

export const changePerson = (workspace: string, person: string, body: ChangePerson) =>
  call("PATCH /people/{person}", { params: { workspace, person }, body });

/** The accounts at a provider that people sign in with: all of them for an owner, their own for others. */
export const accountsQuery = (workspace: string) =>
  readQuery("GET /accounts", { params: { workspace }, query: { limit: 500 } });

/** The browsers that are signed in: the owner's, and those of the workspace's viewers. */
export const browsersQuery = (workspace: string) => readQuery("GET /browsers", { params: { workspace } });

/** Sign-ins that failed lately. Read again whenever an event may have changed it. */
export const loginAttemptsQuery = (workspace: string) => readQuery("GET /login-attempts", { params: { workspace } });

/** Who may look at a workspace by a link, those whose link was ended too. */
export const viewersQuery = (workspace: string) => readQuery("GET /viewers", { params: { workspace } });

export const ROLE_WORDS: Readonly<Record<PersonRole, { label: Sentence; may: Sentence }>> = {
  viewer: { label: sentence("Viewer"), may: sentence("Reads everything, changes nothing.") },
  curator: {
    label: sentence("Curator"),
    may: sentence("Archives, resolves and prunes, decides relays, edits knowledge, comments and assigns."),
  },
  lead: {
    label: sentence("Lead"),
    may: sentence("A session Lead’s rights: contexts, gates, sessions, roles and their tokens."),
  },
  owner: { label: sentence("Owner"), may: sentence("Everything, people and set-up included.") },
};
