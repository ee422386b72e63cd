import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { type SessionScope, api, query } from "@/lib/client/paths";
import type { CreateSession } from "@/lib/contracts/sessions";
import { keepPreviousData } from "@tanstack/react-query";
import type { InsightsQuery } from "@/lib/contracts/insights";

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session: id }: SessionScope) {
  return [...anySessionKey(workspace), id] as const;
}

/** The same for all sessions of a workspace. */
export function anySessionKey(workspace: string) {
  return ["workspace", workspace, "session"] as const;
}

export const sessionsQuery = (workspace: string) =>
  readQuery("GET /sessions", { params: { workspace }, query: { limit: 500 } });

/** Where each line of a session might live on when it ends, as things are now. */
export const harvestQuery = (workspace: string, session: string) => ({
  ...readQuery("GET /sessions/{session}/harvest", { params: { workspace, session } }),
  gcTime: 0,
});

export const trashQuery = (workspace: string) => readQuery("GET /trash", { params: { workspace } });

/** Every token of a session, revoked ones too, without their secrets. */
export const tokensQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/tokens", { params: scope });

/** Makes the session's folder and its team memory. */
export const createSession = (workspace: string, body: CreateSession) =>
  call("POST /sessions", { params: { workspace }, body });

/** Makes a token for each of these roles, and adds those that are missing; the tokens are in this answer and never again. */
export const mintForAll = (scope: SessionScope, roles: readonly string[]) =>
  call("POST /sessions/{session}/tokens", { params: scope, body: { roles: roles.map((id) => ({ id })) } });

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
export const READ_AGAIN = 30_000;

/** Who is there in a session: last signs, state lines, claims, and who owes what. */
export const presenceQuery = (scope: SessionScope) => ({
  ...readQuery("GET /sessions/{session}/team", { params: scope }),
  refetchInterval: READ_AGAIN,
});

/** The gates of a session, the open one with what blocks it, and every record found in its phase folders. */
export const gatesQuery = (scope: SessionScope) => readQuery("GET /sessions/{session}/gates", { params: scope });

/** Lets blockers of an open gate through for one reason; with null, no longer. */
export const waiveBlockers = (scope: SessionScope, gate: string, blockers: string[], reason: string | null) =>
  call("POST /sessions/{session}/gates/{gate}/waive", { params: { ...scope, gate }, body: { blockers, reason } });

/** The figures of a session, or one of them, over so many days; all of its time when left out. */
export const insightsQuery = (scope: SessionScope, { show, days }: InsightsQuery = {}) => ({
  ...readQuery("GET /sessions/{session}/insights", { params: scope, query: { show, days } }),
  // The figures of other days stay until those asked for are there.
  placeholderData: keepPreviousData,
});

/** The request that answers one figure with exactly what it shows. */
export function insightAddress(scope: SessionScope, { show, days }: InsightsQuery): string {
  return `GET ${api.session(scope)}/insights${query({ show, days })}`;
}
