import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { AddPerson, ChangePerson } from "@/lib/contracts/people";

/** Who the reader is, and as what. */
export const meQuery = (workspace: string) => readQuery("GET /api/v1/me", { query: { workspace } });

/** The people of a workspace, those whose access ended too. */
export const peopleQuery = (workspace: string) =>
  readQuery("GET /people", { params: { workspace }, query: { limit: 500 } });

/** Invites a person; the link is in this answer alone. */
export const addPerson = (workspace: string, body: AddPerson) => call("POST /people", { params: { workspace }, body });

/** Renames a person, or changes what they may do. */
export const changePerson = (workspace: string, person: string, body: ChangePerson) =>
  call("PATCH /people/{person}", { params: { workspace, person }, body });

/** Makes a person another link; it is in this answer alone. */
export const invitePerson = (workspace: string, person: string) =>
  call("POST /people/{person}/links", { params: { workspace, person } });

/** What would end with a person. */
export const endingQuery = (workspace: string, person: string) =>
  readQuery("DELETE /people/{person}", { params: { workspace, person }, query: { dryRun: "true" } });

/** Ends a person's access, wherever they are signed in, and what they let in. */
export const endPerson = (workspace: string, person: string) =>
  call("DELETE /people/{person}", { params: { workspace, person } });

/** The accounts at a provider that people sign in with: all of them for an owner, their own for others. */
export const accountsQuery = (workspace: string) =>
  readQuery("GET /accounts", { params: { workspace }, query: { limit: 500 } });

/** Unlinks an account, and signs out every browser that it let in. */
export const unlinkAccount = (workspace: string, account: string) =>
  call("DELETE /accounts/{account}", { params: { workspace, account } });
