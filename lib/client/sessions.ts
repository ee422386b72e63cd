import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";
import type { CreateSession } from "@/lib/contracts/sessions";
import { keepPreviousData } from "@tanstack/react-query";

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session: id }: SessionScope) {
  return [...anySessionKey(workspace), id] as const;
}

/** The same for all sessions of a workspace. */
export function anySessionKey(workspace: string) {
  return ["workspace", workspace, "session"] as const;
}

/** The sessions of a workspace with their roles and counts. */
export const sessionsQuery = (workspace: string) =>
  readQuery("GET /sessions", { params: { workspace }, query: { limit: 500 } });

/** The sessions that were deleted and can be brought back. */
export const trashQuery = (workspace: string) => readQuery("GET /trash", { params: { workspace } });

/** Every token of a session, revoked ones too, without their secrets. */
export const tokensQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/tokens", { params: scope });

/** Makes the session's folder and its team memory. */
export const createSession = (workspace: string, body: CreateSession) =>
  call("POST /sessions", { params: { workspace }, body });

/** Makes a token for each of these roles, and adds those that are missing; the tokens are in this answer and never again. */
export const mintForAll = (scope: SessionScope, roles: readonly string[]) =>
  call("POST /sessions/{session}/tokens", { params: scope, body: { roles: roles.map((id) => ({ id })) } });

/** The sessions that the reader pinned. */
export const pinsQuery = (workspace: string) =>
  readQuery("GET /pins", { params: { workspace }, query: { limit: 500 } });

export function pinSession(scope: SessionScope, pinned: boolean) {
  return pinned
    ? call("PUT /sessions/{session}/pin", { params: scope })
    : call("DELETE /sessions/{session}/pin", { params: scope });
}

/** Ids of sessions with these letters in them, also of those that are not listed because there are too many. */
export const sessionNamesQuery = (workspace: string, q: string) => ({
  ...readQuery("GET /session-names", { params: { workspace }, query: { q, limit: 50 } }),
  placeholderData: keepPreviousData,
});

/** What is read leaves no event, and is a sign all the same. Milliseconds. */
const READ_AGAIN = 30_000;

/** Who is there in a session: last signs, state lines, claims, and who owes what. */
export const presenceQuery = (scope: SessionScope) => ({
  ...readQuery("GET /sessions/{session}/team", { params: scope }),
  refetchInterval: READ_AGAIN,
});
