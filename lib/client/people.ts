import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { AddPerson, ChangePerson } from "@/lib/contracts/people";

/** Who the reader is, and as what. */
export function meQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "me"],
    queryFn: ({ signal }) => call("GET /api/v1/me", { query: { workspace }, signal }),
  });
}

/** The people of a workspace, those whose access ended too. */
export function peopleQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "people"],
    queryFn: ({ signal }) => call("GET /people", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

/** Invites a person; the link is in this answer alone. */
export function addPerson(workspace: string, body: AddPerson) {
  return call("POST /people", { params: { workspace }, body });
}

/** Renames a person, or changes what they may do. */
export function changePerson(workspace: string, person: string, body: ChangePerson) {
  return call("PATCH /people/{person}", { params: { workspace, person }, body });
}

/** Makes a person another link; it is in this answer alone. */
export function invitePerson(workspace: string, person: string) {
  return call("POST /people/{person}/links", { params: { workspace, person } });
}

/** What would end with a person. */
export function endingQuery(workspace: string, person: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "people", person, "ending"],
    queryFn: ({ signal }) =>
      call("DELETE /people/{person}", { params: { workspace, person }, query: { dryRun: "true" }, signal }),
  });
}

/** Ends a person's access, wherever they are signed in, and what they let in. */
export function endPerson(workspace: string, person: string) {
  return call("DELETE /people/{person}", { params: { workspace, person } });
}

/** The accounts at a provider that people sign in with: all of them for an owner, their own for others. */
export function accountsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "accounts"],
    queryFn: ({ signal }) => call("GET /accounts", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

/** Unlinks an account, and signs out every browser that it let in. */
export function unlinkAccount(workspace: string, account: string) {
  return call("DELETE /accounts/{account}", { params: { workspace, account } });
}
