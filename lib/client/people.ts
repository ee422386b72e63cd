import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { ChangePerson } from "@/lib/contracts/people";

/** Who the reader is, and as what. */
export const meQuery = (workspace: string) => readQuery("GET /api/v1/me", { query: { workspace } });

/** The people of a workspace, those whose access ended too. */
export const peopleQuery = (workspace: string) =>
  readQuery("GET /people", { params: { workspace }, query: { limit: 500 } });

/** Renames a person, or changes what they may do. */
export const changePerson = (workspace: string, person: string, body: ChangePerson) =>
  call("PATCH /people/{person}", { params: { workspace, person }, body });

/** The accounts at a provider that people sign in with: all of them for an owner, their own for others. */
export const accountsQuery = (workspace: string) =>
  readQuery("GET /accounts", { params: { workspace }, query: { limit: 500 } });
