import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import type { SessionSettings } from "@/lib/contracts/context";
import type { CreateSession } from "@/lib/contracts/sessions";

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session: id }: SessionScope) {
  return [...anySessionKey(workspace), id] as const;
}

/** The same for all sessions of a workspace. */
export function anySessionKey(workspace: string) {
  return ["workspace", workspace, "session"] as const;
}

/** The sessions of a workspace with their roles and counts. */
export function sessionsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "sessions"],
    queryFn: ({ signal }) => call("GET /sessions", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

/** The sessions that were deleted and can be brought back. */
export function trashQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "trash"],
    queryFn: ({ signal }) => call("GET /trash", { params: { workspace }, signal }),
  });
}

/** Every token of a session, revoked ones too, without their secrets. */
export function tokensQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "tokens"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/tokens", { params: scope, signal }),
  });
}

/** What is set for one session. */
export function sessionSettingsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "settings"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/settings", { params: scope, signal }),
  });
}

/** Sets what may be set for one session. */
export function changeSessionSettings(scope: SessionScope, body: SessionSettings) {
  return call("PUT /sessions/{session}/settings", { params: scope, body });
}

/** Makes the session's folder and its team memory. */
export function createSession(workspace: string, body: CreateSession) {
  return call("POST /sessions", { params: { workspace }, body });
}

/** Finishes a session, or reopens it. */
export function finishSession(scope: SessionScope, finished: boolean) {
  return call("POST /sessions/{session}/finish", { params: scope, body: { finished } });
}

/** Moves the session's folder to the trash. */
export function deleteSession(scope: SessionScope) {
  return call("DELETE /sessions/{session}", { params: scope });
}

/** Brings the session deleted last, or at that time, back from the trash; a conflict when its id has been taken meanwhile. */
export function restoreSession(scope: SessionScope, deletedAt?: string) {
  return call("POST /sessions/{session}/restore", {
    params: scope,
    query: deletedAt === undefined ? {} : { deletedAt },
  });
}

/** Adds a role with its section; its token is in this answer and never again. */
export function addRole(scope: SessionScope, role: { id: string; type?: string }) {
  return call("POST /sessions/{session}/roles", { params: scope, body: role });
}

/** Makes another token for a role; it is in this answer and never again. */
export function mintToken(scope: SessionScope, role: string) {
  return call("POST /sessions/{session}/roles/{role}/tokens", { params: { ...scope, role } });
}

/** Makes a token for each of these roles, and adds those that are missing; the tokens are in this answer and never again. */
export function mintForAll(scope: SessionScope, roles: readonly string[]) {
  const body = { roles: roles.map((id) => ({ id })) };
  return call("POST /sessions/{session}/tokens", { params: scope, body });
}

/** Makes a token worthless from now on. */
export function revokeToken(scope: SessionScope, role: string, token: string) {
  return call("DELETE /sessions/{session}/roles/{role}/tokens/{token}", { params: { ...scope, role, token } });
}
